"""The last step: the hand, turning, what the tile would give to everybody, and sending the turn."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from games.drawing.base import Reader
from games.drawing.lanterns.asking import DEDICATE, PLACE
from games.drawing.lanterns.buttons import undo_button
from games.drawing.lanterns.geometry import quarter_turns
from games.drawing.lanterns.ground import face, lanterns
from games.drawing.lanterns.scene import Scene
from games.drawing.lanterns.words import words_for
from games.drawing.panels import hand_note, keep_button, main_button, sending, undo_link
from games.rules.lanterns.apply import CONCEALED, Gain
from games.rules.lanterns.moves import FINISH, Dedicate, Place
from games.rules.lanterns.pieces import COLOUR_WORDS, favour, lantern, unknown_lanterns, where
from games.rules.lanterns.view import Preview, View
from games.rules.words import Argument, Sentence, Term, Who, listed

YOUR_TILES = Sentence("Your tiles")
TILE_LABEL = Sentence("Tile {n}: {sides}")


def hand(view: View, reader: Reader, private: bool = True) -> Markup:
    """The reader's own tiles while others are thinking; nothing for watchers and when all are placed.

    That nobody else sees them is said where they are still `private`.
    """
    tiles = view.hands[view.viewer] if view.viewer is not None and view.result is None else None
    if not tiles:
        return Markup()
    words, turns = words_for(reader.text), quarter_turns(view.seats, reader.below)
    items = "".join(
        f'<span class="hand-tile" role="img" aria-label="{tile_label(reader, n, words.tile(tile, 0))}">'
        f"{tile_picture(tile, turns, reader.sprite)}</span>"
        for n, tile in enumerate(tiles, 1)
    )
    label, note = reader.label(YOUR_TILES), only_you(reader) if private else ""
    return Markup(f'<div class="hand is-still" role="group" aria-label="{label}">{items}{note}</div>')


def only_you(reader: Reader) -> str:
    """That nobody else sees the hand."""
    return f'<p class="hand-note">{hand_note(reader)}</p>'


def tile_label(reader: Reader, number: int, sides: str) -> str:
    """A tile of the hand in words, its sides by the table's compass."""
    return reader.label(Sentence(TILE_LABEL.text, n=number, sides=sides))


def tile_picture(tile: int, turn: int, sprite: str) -> str:
    """A tile after so many quarter turns on the screen."""
    return (
        f'<svg class="tile-svg" viewBox="0 0 100 100" aria-hidden="true"><use href="{sprite}#{face(tile)}"/>'
        f"{lanterns(tile, turn % 4, sprite)}</svg>"
    )


def why_no_place(scene: Scene) -> str:
    """Why no tile can be placed now."""
    if scene.view.final:
        return scene.label(Sentence("no tile left"))
    if DEDICATE in scene.allowed:
        return scene.label(Sentence("first dedicate or give back {n}", n=scene.view.excess))
    return scene.label(Sentence("give back {n} first", n=scene.view.excess))


def body_of_placing(scene: Scene) -> str:
    """The hand with its turn buttons, and what the chosen placement would give."""
    if scene.view.final:
        return f'<p class="hint">{scene.label(Sentence("All tiles are on the lake."))}</p>'
    return f'<div class="place">{choices_of_tile(scene)}{consequences(scene)}</div>'


def choices_of_tile(scene: Scene) -> str:
    """The tiles of the hand as links, and the two ways to turn the chosen one."""
    tiles = scene.view.hands[scene.seat] or ()
    links = "".join(tile_link(scene, n, tile) for n, tile in enumerate(tiles, 1))
    return (
        f'<div class="hand" role="group" aria-label="{scene.label(YOUR_TILES)}">{links}'
        f'<div class="hand-end">{turn_link(scene, 3, "ccw", Sentence("Turn left"))}'
        f"{turn_link(scene, 1, 'cw', Sentence('Turn right'))}</div>{only_you(scene.reader)}</div>"
    )


def tile_link(scene: Scene, number: int, tile: int) -> str:
    """One tile; the chosen one lies as it is turned."""
    chosen = tile == scene.choice.tile
    turn = scene.choice.turn if chosen else 0
    state = ' aria-current="true"' if chosen else ""
    label = tile_label(scene.reader, number, scene.words.tile(tile, turn))
    return (
        f'<a class="hand-tile" href="{scene.link(tile=tile, turn=None)}" data-hand="{number}"'
        f'{kept_choice(scene, tile, 0)}{state} aria-label="{label}">'
        f"{tile_picture(tile, turn + scene.turns, scene.reader.sprite)}"
        f"{scene.icon('i-check', 'hand-tick')}</a>"
    )


def kept_choice(scene: Scene, tile: int, turn: int) -> str:
    """The text that script keeps in the draft, where tile and place are both chosen."""
    at = scene.choice.at
    return f' data-choice="{Place(tile, *at, turn)}"' if at else ""


def turn_link(scene: Scene, by: int, way: str, words: Sentence) -> str:
    """Turns the chosen tile."""
    picture, label = scene.icon(f"i-{way}"), scene.label(words)
    if scene.choice.tile is None:
        label = scene.label(Sentence("{what}: choose a tile first", what=words))
        return (
            f'<span class="btn btn-icon" aria-disabled="true" role="img" aria-label="{label}">'
            f"{picture}</span>"
        )
    turn = (scene.choice.turn + by) % 4
    return (
        f'<a class="btn btn-icon" href="{scene.link(turn=turn or None)}" data-turn="{way}"'
        f'{kept_choice(scene, scene.choice.tile, turn)} aria-label="{label}">{picture}</a>'
    )


def consequences(scene: Scene) -> str:
    """What to do next, or what the placement gives to whom."""
    if scene.preview is None:
        return f'<p class="hint" id="why">{scene.label(next_choice(scene))}</p>'
    rows = "".join(gain_row(scene, gain) for gain in scene.preview.gains)
    label = scene.label(Sentence("What this tile gives"))
    return (
        f'<p class="place-where">{scene.reader.html(matching(scene.preview))}{lost(scene)}</p>'
        f'<ul class="gains of-{scene.view.seats}" aria-label="{label}">{rows}</ul>'
    )


def next_choice(scene: Scene) -> Sentence:
    """What is still to be chosen."""
    if scene.choice.tile is not None:
        return Sentence("Now choose a place on the lake.")
    if scene.choice.at is not None:
        return Sentence("Now choose a tile for this place.")
    return Sentence("Choose a tile, then a place on the lake.")


def matching(preview: Preview) -> Sentence:
    """Where the tile would lie, and what matches there."""
    assert preview.place
    place = where(preview.place.x, preview.place.y)
    if not preview.matches:
        return Sentence("{place}: no match. Everyone gets:", place=place)
    colours = listed(lantern(match.colour) for match in preview.matches)
    return Sentence(
        "{place}: {lanterns} matches. Everyone gets:",
        many="{place}: {lanterns} match. Everyone gets:",
        place=place,
        lanterns=colours,
        n=len(preview.matches),
    )


def lost(scene: Scene) -> str:
    """A word on favours that the supply lacks (L14)."""
    assert scene.preview
    if not scene.preview.favours_lost:
        return ""
    words = Sentence(
        "{n} favour is not left.", many="{n} favours are not left.", n=scene.preview.favours_lost
    )
    return f' <b class="none-left">{scene.label(words)}</b>'


def gain_row(scene: Scene, gain: Gain) -> str:
    """What one seat gets: matches and side apart for the placing player, favours as coins."""
    you = gain.seat == scene.seat
    none = " is-none" if gain.side is None and not you else ""
    what = "".join(own_parts(scene, gain) if you else side_parts(scene, gain, worded=True))
    return (
        f'<li class="gain{" is-you" if you else ""}{none}"><span class="gain-who">{scene.glyph(gain.seat)}'
        f'<span>{scene.reader.called(gain.seat)}</span></span><span class="gain-what">{what}</span></li>'
    )


def own_parts(scene: Scene, gain: Gain) -> Iterable[str]:
    """The placing player's lanterns by match and by side, and favours."""
    if gain.matched or gain.matched_lacking:
        yield from (scene.lantern(colour, named=True) for colour in gain.matched)
        yield from (missing(scene, colour) for colour in gain.matched_lacking)
        yield word(scene, Sentence("match"))
    yield from side_parts(scene, gain, worded=False)
    yield word(scene, Sentence("side"))
    if gain.favours:
        coin = scene.icon("favour", "", scene.label(Sentence("favours")))
        yield f'<span class="coin">{coin}{gain.favours}</span>'


def side_parts(scene: Scene, gain: Gain, worded: bool) -> Iterable[str]:
    """The lantern that the tile's side brings: drawn, and named; or none, since the supply has none (L13)."""
    if gain.side_lacking is not None:
        yield missing(scene, gain.side_lacking)
        if worded:
            yield f'<span class="none-left">{scene.label(Sentence("none left"))}</span>'
    elif gain.side == CONCEALED:
        yield scene.icon("lantern", "piece", "" if worded else scene.label(unknown_lanterns()))
        if worded:
            yield word(scene, unknown_lanterns())
    elif gain.side is not None:
        yield scene.lantern(gain.side, named=not worded)
        if worded:
            yield word(scene, COLOUR_WORDS[gain.side])


def missing(scene: Scene, colour: int) -> str:
    """A lantern that the supply has no more of, struck through."""
    label = scene.label(Sentence("no {colour} left", colour=scene.words.colours[colour]))
    return (
        f'<span class="void" role="img" aria-label="{label}">{scene.lantern(colour, "")}'
        f"{scene.icon('i-none', '')}</span>"
    )


def word(scene: Scene, sentence: Sentence) -> str:
    """A word beside a picture; small screens leave it to screen readers."""
    return f'<span class="gain-word">{scene.label(sentence)}</span>'


def acts_of_placing(scene: Scene) -> str:
    """Undo, keeping the choice (useful without script), and the button that sends the turn."""
    return undo(scene) + keep(scene) + confirm(scene)


def undo(scene: Scene) -> str:
    """Takes back the last choice: one that is only in the address by a link, one of the draft by a form.

    The place goes first; the tile is still chosen then, and turned. Nothing where nothing is chosen.
    """
    choice = scene.choice
    if scene.is_kept:
        return undo_button(scene, open=PLACE, tile=choice.tile, turn=choice.turn or None)
    if choice.place():
        return undo_link(scene, scene.link(step=PLACE, at=None))
    if is_begun(scene):
        return undo_link(scene, scene.link(step=PLACE, at=None, tile=None, turn=None))
    return undo_button(scene) if scene.draft.steps else ""


def is_begun(scene: Scene) -> bool:
    """Whether a place, or a tile or how it lies, was chosen by the reader."""
    choice, hand = scene.choice, scene.view.hands[scene.seat] or ()
    return choice.at is not None or choice.turn > 0 or (choice.tile is not None and len(hand) > 1)


def keep(scene: Scene) -> str:
    """Keeps the shown placement as a draft; script does so by itself."""
    place = scene.choice.place()
    if scene.preview is None or place is None or scene.is_kept:
        return ""
    return keep_button(scene, place)


def confirm(scene: Scene) -> str:
    """Sends the whole turn: the texts of the draft and of the choice."""
    last = FINISH if scene.view.final else scene.preview and scene.preview.place
    why = " data-confirm" if last else ' data-confirm aria-describedby="why"'
    button = main_button(confirm_words(scene), disabled=not last, form="send", data=why)
    return sending(scene, last) + button


def confirm_words(scene: Scene) -> str:
    """What stands on the main button."""
    if not scene.view.final:
        return scene.label(Sentence("Confirm turn"))
    if any(isinstance(move, Dedicate) for move in scene.steps):
        honour = scene.view.tokens[scene.seat][-1].value
        return scene.label(Sentence("Finish turn, +{n}", n=honour))
    return scene.label(Sentence("Finish turn"))


def spoken(scene: Scene) -> str:
    """One sentence on what is shown, for the status line; plain text."""
    if scene.preview is None:
        return ""
    said = [matching(scene.preview), *(spoken_gain(gain) for gain in scene.preview.gains)]
    return " ".join(scene.reader.text.say(sentence) for sentence in said)


def spoken_gain(gain: Gain) -> Sentence:
    """What one seat gets, in words."""
    items: list[Argument] = [lantern(colour) for colour in gain.matched]
    if gain.side == CONCEALED:
        items.append(Term("lantern", unknown_lanterns()))
    elif gain.side is not None:
        items.append(lantern(gain.side))
    items += [Sentence("no {colour} left", colour=lantern(colour)) for colour in gain.matched_lacking]
    if gain.side_lacking is not None:
        items.append(Sentence("no {colour} left", colour=lantern(gain.side_lacking)))
    if gain.favours:
        items.append(favour(gain.favours))
    return Sentence("{who}: {gains}.", who=Who(gain.seat), gains=listed(items))
