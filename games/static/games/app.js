// The little script the pages need: it only makes things quicker, everything works without it.
// All listeners sit on the document, so parts that htmx swaps in need no second start.
(function () {
  'use strict';
  const find = (selector) => document.querySelector(selector);

  // ------------------------------------- look closer (phones): a scrolling window on the board
  let near = false, seen = { x: 0, y: 0 };

  function look(on) {
    const box = find('.board-box'), button = find('[data-near]');
    if (!box || !button) return;
    box.classList.toggle('is-near', on);
    button.setAttribute('aria-pressed', on);
    if (on) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }

  function lookCloser() {
    look(near = !near);
    const middle = near && (find('.board .ghost') || find('.board .last-move'));
    if (middle) middle.scrollIntoView({ block: 'nearest', inline: 'center' });
  }

  // ------------------- what the turn is about comes to lie above the panel, where that stays below
  const all = (selector) => Array.from(document.querySelectorAll(selector), (it) => it.getBoundingClientRect());

  function fieldOfView(board) {
    const box = find('.turn-box'), panel = box?.getBoundingClientRect();
    const { scrollPaddingTop: above, scrollPaddingBottom: below } = getComputedStyle(document.documentElement);
    const isBelow = panel && getComputedStyle(box).position === 'sticky' && panel.left < board.right && board.left < panel.right;
    return { top: parseFloat(above), bottom: innerHeight - parseFloat(below) - (isBelow ? panel.height : 0) };
  }

  // The chosen space with what else is marked as now; else all that can be chosen. The first that fits, or the last.
  function sights() {
    const ghost = all('.board .ghost'), now = all('.board .is-now'), spots = all('.board .spot');
    if (ghost.length) return [[...ghost, ...now], ghost];
    return [[...spots, ...now], now];
  }

  function bringIntoView() {
    const board = all('.board')[0], box = find('.board-box');
    if (!board || !box) return;
    const { top, bottom } = fieldOfView(board);
    const [most, least] = sights().map(extent), sight = fits(most, bottom - top) ? most : least;
    if (sight) scrollBy(0, leastMove(sight.top, sight.bottom, top, bottom));
    const ghost = all('.board .ghost')[0], { left, right } = box.getBoundingClientRect();
    if (ghost) box.scrollLeft += leastMove(ghost.left, ghost.right, left, right);
  }

  function extent(rects) {
    if (!rects.length) return null;
    return { top: Math.min(...rects.map((it) => it.top)), bottom: Math.max(...rects.map((it) => it.bottom)) };
  }

  const fits = (it, room) => it && it.bottom - it.top <= room;

  function leastMove(start, end, from, to) {
    return end > to ? end - to : Math.min(0, start - from);
  }

  // ---------------------------------------- choices: a preview by GET, or kept in the draft by POST
  let chose = null; // the press that chose something, until it is shown

  function choose(link, event) {
    const draft = find('form#draft'), table = find('#table');
    if (!window.htmx || !table) return false;
    chose = event;
    const how = { target: '#table', swap: 'outerHTML', event: event };
    const asked = link.dataset.choice && draft
      ? htmx.ajax('POST', draft.action, { ...how, source: draft, values: { choice: link.dataset.choice } })
      : htmx.ajax('GET', link.getAttribute('href'), { ...how, source: table });
    asked.catch(() => {}); // line.js says so
    return true;
  }

  // ------------------------------------------------------------- keys at the table
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function spotOf(place) {
    const use = place.querySelector('use');
    return [use.x.baseVal.value, use.y.baseVal.value];
  }

  function walkBoard(board, [right, down]) {
    const places = Array.from(board.querySelectorAll('.spot, .ghost'));
    const here = places.find((place) => place === document.activeElement);
    if (here) nextPlace(places, here, right, down)?.focus();
    else (board.querySelector('.ghost, .spot.is-chosen') || places[0])?.focus();
    return places.length > 0;
  }

  function nextPlace(places, here, right, down) {
    const [x, y] = spotOf(here);
    let best = null, least = Infinity;
    places.forEach(function (place) {
      const [px, py] = spotOf(place), dx = px - x, dy = py - y;
      const ahead = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (ahead > 0 && ahead + 1.5 * aside < least) { least = ahead + 1.5 * aside; best = place; }
    });
    return best;
  }

  function press(selector) {
    const button = find(selector);
    if (!button || button.disabled) return false;
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return true;
  }

  // What was swapped in under a key that is held down is not what was meant.
  function isHeld(event) {
    return event.repeat && ['Enter', ' ', 'Escape'].includes(event.key) && event.target.matches('#table a, #table button');
  }

  // Outside the table, in fields, and in boxes that scroll, arrows have a meaning of their own.
  function hasArrows(at) {
    const inside = at === document.body || find('#table').contains(at);
    return !inside || at.matches('input, .board-box') || at.closest('.log');
  }

  // What is chosen is a link itself; with the keyboard on it, the turn is ready to be sent.
  function takesEnter(at) {
    return at.matches('a, button, summary, input') && !at.matches('.ghost');
  }

  function tableKey(event) {
    const board = find('[data-board]'), at = event.target, key = event.key;
    if (!board || document.body.dataset.keys === 'off' || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (at.matches('textarea, select, input:not([type=radio])')) return false;
    if (ARROWS[key]) return !hasArrows(at) && walkBoard(board, ARROWS[key]);
    if (event.repeat) return false;
    if (key >= '1' && key <= '9') return press('[data-hand="' + key + '"]');
    if (key === 'r' || key === 'R') return press(event.shiftKey ? '[data-turn=ccw]' : '[data-turn=cw]');
    if (key === 'Escape') return press('[data-undo]');
    if (key === 'Enter') return !takesEnter(at) && press('#turn button.btn-main');
    return false;
  }

  // ------------------------------------------------- what lasts over a swap: focus, window, sentence
  let kept = null;

  function nameOf(element) {
    const data = element.dataset || {};
    if (element.matches('.spot, .ghost')) return { spot: spotOf(element).join() };
    if (element.id) return { selector: '#' + CSS.escape(element.id) };
    for (const key of ['hand', 'turn', 'undo', 'confirm', 'step', 'back']) {
      if (key in data) return { selector: '[data-' + key + '="' + CSS.escape(data[key]) + '"]' };
    }
    if (element.name) return { selector: '[name="' + element.name + '"][value="' + CSS.escape(element.value) + '"]' };
    return { selector: '#turn-h' };
  }

  function before() {
    const active = document.activeElement, box = find('.board-box');
    kept = active && active !== document.body && find('#table')?.contains(active) ? nameOf(active) : null;
    if (box) seen = { x: box.scrollLeft, y: box.scrollTop };
  }

  // How many games wait stands in the head too, which no swap brings.
  function count() {
    const waiting = find('#table')?.dataset.waiting;
    if (waiting) document.querySelectorAll('.site-head .badge').forEach(function (badge) {
      badge.firstChild.data = waiting;
      badge.hidden = waiting === '0';
    });
  }

  function after(event) {
    count();
    offerCopies();
    document.querySelectorAll('.notices[role=status]').forEach((old) => old.remove());
    const spot = kept?.spot && Array.from(document.querySelectorAll('.spot, .ghost')).find((p) => spotOf(p).join() === kept.spot);
    const ghost = chose && find('.board .ghost');
    // What was pressed by hand gives way to what it has chosen, so that the keys go on from there.
    if (kept && !find('#table')?.contains(document.activeElement)) {
      const shown = spot || (kept.selector && find(kept.selector)) || find('#turn-h');
      (ghost && chose.detail ? ghost : shown)?.focus({ preventScroll: true });
    }
    if (near) look(true);
    find('.board-box')?.scrollTo(seen.x, seen.y);
    if (event.detail.requestConfig?.elt?.id !== 'pulse') bringIntoView();
    chose = null;
    const said = find('#table [data-say]'), status = find('#say');
    if (said && status && status.textContent !== said.dataset.say) status.textContent = said.dataset.say;
  }

  // ------------------------------------------------- a button that copies: data-copy, and what it says then
  const COPIED = 2000;

  function offerCopies() {
    document.querySelectorAll('[data-copy]').forEach(function (button) { button.hidden = !navigator.clipboard; });
  }

  async function copy(button) {
    const status = find('#say');
    if (button.dataset.copying) return;
    await navigator.clipboard.writeText(button.dataset.copy);
    const shown = Array.from(button.childNodes);
    button.dataset.copying = '1';
    button.replaceChildren(button.dataset.copied);
    if (status) status.textContent = button.dataset.copied;
    setTimeout(function () {
      button.replaceChildren(...shown);
      delete button.dataset.copying;
      if (status?.textContent === button.dataset.copied) status.textContent = '';
    }, COPIED);
  }

  function click(event) {
    const copying = event.target.closest('[data-copy]');
    if (event.target.closest('[data-near]')) lookCloser();
    if (copying) copy(copying).catch(() => {}); // not allowed: the text can still be copied by hand
  }

  // In the capturing phase, before htmx follows the link itself.
  function clickLink(event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest('#table svg a, #table a[data-choice]');
    if (!link || !choose(link, event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // htmx notes where one was; nothing is to be found here after signing out.
  function forget() {
    try { sessionStorage.removeItem('htmx-current-path-for-history'); } catch (error) { /* nothing is kept */ }
  }

  // A swap is no new page: it keeps the address, and the place where the reader is.
  document.addEventListener('DOMContentLoaded', function () {
    if (window.htmx) Object.assign(htmx.config, { historyEnabled: false, scrollIntoViewOnBoost: false });
    forget();
    offerCopies();
  });
  document.addEventListener('click', clickLink, true);
  document.addEventListener('click', click);
  document.addEventListener('keydown', function (event) {
    if (isHeld(event) || tableKey(event)) event.preventDefault();
  });
  document.addEventListener('htmx:beforeSwap', before);
  document.addEventListener('htmx:afterSettle', after);
})();
