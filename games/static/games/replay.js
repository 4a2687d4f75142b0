// A replay is walked by its slider and by the arrow keys; without this script by links and the button beside it.
// The form stays where it is while the table is swapped, so that the slider can be dragged on.
(function () {
  'use strict';
  const form = document.querySelector('form[data-replay]'), range = document.getElementById('replay-range');
  const PAUSE = 60, LAST = Number(range.max);
  const WAYS = { first: () => 0, back: () => aim - 1, next: () => aim + 1, last: () => LAST };
  const KEYS = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last' };
  const addressOf = (ply) => form.dataset.replay.replace(/0\/$/, ply + '/');
  const shown = () => Number(document.getElementById('table').dataset.ply);
  let aim = Number(range.value), timer = 0, asking = false;

  function tell() {
    range.value = aim;
    form.querySelector('output span').textContent = aim;
    for (const [way, to] of Object.entries(WAYS)) {
      const link = document.getElementById('replay-' + way), open = to() !== aim && to() >= 0 && to() <= LAST;
      link[open ? 'setAttribute' : 'removeAttribute']('href', addressOf(to()));
      link[open ? 'removeAttribute' : 'setAttribute']('aria-disabled', 'true');
      link[open ? 'removeAttribute' : 'setAttribute']('role', 'link');
    }
  }

  function go(ply) {
    aim = Math.min(Math.max(ply, 0), LAST);
    tell();
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }

  // One question at a time; if the aim has moved on meanwhile, the next.
  async function ask() {
    timer = 0;
    if (asking || aim === shown()) return;
    const asked = aim;
    asking = true;
    // Where nothing comes back, the table stays, and the slider goes back to it.
    await htmx.ajax('GET', addressOf(asked), { source: '#table', target: '#table', swap: 'outerHTML' }).catch(() => {});
    asking = false;
    if (shown() !== asked) follow();
    else if (!timer) ask();
  }

  // The table may also be swapped by a link beside it.
  function follow() {
    if (timer || asking) return;
    aim = shown();
    tell();
  }

  const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);

  function click(event) {
    const link = event.target.closest('a[href]');
    if (!link || event.button || !isPlain(event)) return;
    event.preventDefault();
    go(WAYS[link.id.replace('replay-', '')]());
  }

  function key(event) {
    if (!KEYS[event.key] || !isPlain(event) || document.body.dataset.keys === 'off') return;
    if (event.target.matches('input, select, textarea, .board-box, .log')) return;
    event.preventDefault();
    go(WAYS[KEYS[event.key]]());
  }

  if (!window.htmx) return;
  range.addEventListener('input', function () { go(Number(range.value)); });
  form.addEventListener('click', click);
  document.addEventListener('keydown', key);
  document.addEventListener('htmx:afterSwap', follow);
  // htmx keeps no history here: the address alone is to tell the position.
  document.addEventListener('htmx:replacedInHistory', function (event) {
    history.replaceState(history.state, '', event.detail.path);
  });
})();
