// The time that is left goes on while a page is open: <time datetime="…" data-left="/left/">1 h 5 m left</time>.
// The words come from the site, at the moment when those of the first clock change; nothing is announced.
(function () {
  'use strict';
  const MINUTE = 60000, SLACK = 500, MOST = 60;
  let timer = 0;
  const clocks = () => Array.from(document.querySelectorAll('time[data-left]')).slice(0, MOST);

  function later() {
    const first = clocks()[0], left = first ? Date.parse(first.dateTime) - Date.now() : 0;
    clearTimeout(timer);
    timer = setTimeout(tell, ((left % MINUTE) + MINUTE) % MINUTE + SLACK);
  }

  async function ask(shown) {
    const moments = [...new Set(shown.map((it) => it.dateTime))];
    const query = new URLSearchParams(moments.map((it) => ['at', it]));
    const answer = await fetch(shown[0].dataset.left + '?' + query, { credentials: 'omit' });
    if (!answer.ok) return;
    const words = await answer.json();
    shown.forEach(function (it) {
      const said = words[moments.indexOf(it.dateTime)];
      if (it.textContent !== said) it.textContent = said;
    });
  }

  // Where no answer comes, the words stay: pulse.js says that the line is gone.
  async function tell() {
    const shown = clocks();
    clearTimeout(timer);
    if (shown.length && !document.hidden) await ask(shown).catch(() => {});
    later();
  }

  document.addEventListener('visibilitychange', tell);
  document.addEventListener('htmx:afterSettle', later);
  window.addEventListener('pageshow', function (event) { if (event.persisted) tell(); });
  later();
})();
