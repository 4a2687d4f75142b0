// A replay moves by its slider and by the arrow keys; without this script by its links and the button beside it.
(function () {
  'use strict';
  const PAUSE = 120;
  let timer = 0;
  const bar = () => document.querySelector('form[data-replay]');
  const addressOf = (form, ply) => form.dataset.replay.replace(/\/0\/$/, '/' + ply + '/');

  function slide(form, ply) {
    clearTimeout(timer);
    timer = setTimeout(function () {
      timer = 0;
      // The element is the form, so the address and the swap are those that it inherits.
      htmx.ajax('GET', addressOf(form, ply), { source: '#replay-range', target: '#table', swap: 'outerHTML' });
    }, PAUSE);
  }

  // The slider stays the same element while everything around it is swapped, so that it can be dragged on.
  function follow() {
    const range = document.getElementById('replay-range'), table = document.getElementById('table');
    if (range && !timer) range.value = table.dataset.ply;
  }

  const KEYS = { ArrowLeft: 'replay-back', ArrowRight: 'replay-next', Home: 'replay-first', End: 'replay-last' };

  document.addEventListener('input', function (event) {
    const form = event.target.id === 'replay-range' && bar();
    if (form && window.htmx) slide(form, event.target.value);
  });
  document.addEventListener('keydown', function (event) {
    const link = bar() && document.getElementById(KEYS[event.key]);
    if (!link || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (document.body.dataset.keys === 'off' || event.target.matches('input, select, textarea, .lake-box')) return;
    event.preventDefault();
    if (link.hasAttribute('href')) link.click();
  });
  document.addEventListener('htmx:afterSettle', follow);
})();
