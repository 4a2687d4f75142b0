// Others' turns appear by themselves: while the page is open it asks whether the table has changed.
// <div id="pulse" data-url="/pulse/" data-token="…" data-seq="…" data-table="…"> says where and with what token;
// a swap brings a new one. The answer is 204 (nothing new) or 200 (fetch the table); 403 ends the asking.
(function () {
  'use strict';
  // Others' turns are to be seen within 5 s: that leaves time for this answer and for the table's.
  const OPEN = 3000, HIDDEN = 60000;
  let timer = 0, failed = 0;

  function later() {
    clearTimeout(timer);
    const pause = document.hidden ? HIDDEN : Math.min(OPEN * 2 ** failed, HIDDEN);
    timer = setTimeout(ask, pause);
  }

  function address(pulse) {
    const url = new URL(pulse.dataset.url, location.href);
    url.searchParams.set('seq', pulse.dataset.seq);
    return url;
  }

  async function ask() {
    const pulse = document.getElementById('pulse');
    if (!pulse) return;
    if (document.querySelector('#table [aria-busy=true]')) return later();
    try {
      const answer = await fetch(address(pulse), { headers: { 'X-Seat-Token': pulse.dataset.token }, cache: 'no-store' });
      if (answer.status === 403) return;
      failed = answer.status < 400 ? 0 : failed + 1;
      const now = document.getElementById('pulse');
      if (answer.status === 200 && now && now.dataset.seq === pulse.dataset.seq) {
        await htmx.ajax('GET', pulse.dataset.table || location.pathname, { source: '#table', target: '#table', swap: 'outerHTML' });
      }
    } catch (error) {
      failed += 1;
    }
    later();
  }

  document.addEventListener('visibilitychange', function () { if (document.hidden) later(); else { failed = 0; ask(); } });
  later();
})();
