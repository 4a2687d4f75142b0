// A replay is walked by its slider and by the arrow keys; without this script by links and the button beside it.
// The form stays where it is while the table is swapped, so that the slider can be dragged on.
(function () {
  'use strict';
  const form = document.querySelector('form[data-replay]'), range = document.getElementById('replay-range');
  const PAUSE = 80, LAST = Number(range.max);
  const KEYS = { ArrowLeft: 'replay-back', ArrowRight: 'replay-next', Home: 'replay-first', End: 'replay-last' };
  const addressOf = (ply) => form.dataset.replay.replace(/0\/$/, ply + '/');
  let timer = 0;

  const shown = () => Number(document.getElementById('table').dataset.ply);

  function lead(way, ply) {
    const link = document.getElementById('replay-' + way);
    if (ply >= 0 && ply <= LAST && ply !== shown()) {
      link.href = addressOf(ply);
      link.removeAttribute('aria-disabled');
      link.removeAttribute('role');
    } else {
      link.removeAttribute('href');
      link.setAttribute('aria-disabled', 'true');
      link.setAttribute('role', 'link');
    }
  }

  // What the form says follows the table: not while the slider is ahead of it.
  function follow() {
    const ply = shown();
    if (!timer) range.value = ply;
    form.querySelector('output span').textContent = range.value;
    for (const [way, to] of [['first', 0], ['back', ply - 1], ['next', ply + 1], ['last', LAST]]) lead(way, to);
  }

  const go = (address) => htmx.ajax('GET', address, { source: '#table', target: '#table', swap: 'outerHTML' });

  function slide() {
    form.querySelector('output span').textContent = range.value;
    clearTimeout(timer);
    timer = setTimeout(function () {
      timer = 0;
      go(addressOf(range.value));
    }, PAUSE);
  }

  function step(event) {
    const link = window.htmx && event.target.closest('a[href]');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link.getAttribute('href'));
  }

  function key(event) {
    const link = document.getElementById(KEYS[event.key]);
    if (!link || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (document.body.dataset.keys === 'off' || event.target.matches('input, select, textarea, .lake-box')) return;
    event.preventDefault();
    if (link.hasAttribute('href')) link.click();
  }

  if (window.htmx) range.addEventListener('input', slide);
  form.addEventListener('click', step);
  document.addEventListener('keydown', key);
  document.addEventListener('htmx:afterSettle', follow);
  // htmx keeps no history here: the address alone is to tell the position.
  document.addEventListener('htmx:replacedInHistory', function (event) {
    history.replaceState(history.state, '', event.detail.path);
  });
})();
