// Others' turns appear by themselves: while the page is open it asks whether the table has changed.
// <div id="pulse" data-url="/pulse/" data-token="…" data-seq="…" data-table="…"> says where and with what token;
// a swap brings a new one. The answer is 204 (nothing new), 200 (fetch the table), or 403 (fetch it, for the
// token that comes with it; a second 403 ends the asking).
(function () {
  'use strict';
  // Others' turns are to be seen within 5 s: that leaves time for this answer and for the table's.
  const OPEN = 3000, HIDDEN = 60000, PATIENCE = 15000, TOLD = 2;
  let timer = 0, failed = 0, refused = 0, reached = Date.now();
  const isBusy = () => Boolean(document.querySelector('#table [aria-busy=true]'));

  function later() {
    clearTimeout(timer);
    const pause = document.hidden ? HIDDEN : Math.min(OPEN * 2 ** failed, HIDDEN);
    timer = setTimeout(ask, pause);
  }

  function address(pulse) {
    const url = new URL(pulse.dataset.url, location.href);
    url.searchParams.set('seq', pulse.dataset.seq);
    // Who looks at the table need not be told of it elsewhere at once.
    if (!document.hidden) url.searchParams.set('visible', '1');
    return url;
  }

  // Whether somebody is in the middle of something there: a field, a link, a part that was opened.
  function isInUse(table) {
    const isChanged = (it) => it.value !== it.defaultValue || it.checked !== it.defaultChecked;
    return table.contains(document.activeElement) || Boolean(table.querySelector('details[open]'))
      || Array.from(table.querySelectorAll('input')).some(isChanged);
  }

  // A page that has a line for it says so instead, and is fetched once it is in use no more.
  function tellOnly() {
    const line = document.querySelector('#table [data-again]'), status = document.getElementById('say');
    if (!line || !isInUse(document.getElementById('table'))) return false;
    if (line.hidden && status) status.textContent = line.textContent;
    line.hidden = false;
    return true;
  }

  // Whether anything came: what is pressed meanwhile goes first, and brings the table too.
  async function fetchTable(pulse) {
    if (tellOnly()) return true;
    const told = document.querySelector('#table .notice[data-say]');
    await htmx.ajax('GET', pulse.dataset.table || location.pathname, { source: '#pulse', target: '#table', swap: 'outerHTML' });
    keep(told);
    return document.getElementById('pulse') !== pulse || isBusy();
  }

  // What one's own turn was answered stays in sight, with its way to the next game, while others play.
  function keep(told) {
    if (!told || told.isConnected || document.querySelector('#table .notice[data-say]')) return;
    document.querySelector('#table .turn-box > .is-wait')?.before(told);
  }

  async function isReached(pulse) {
    const how = { headers: { 'X-Seat-Token': pulse.dataset.token }, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) };
    const answer = await fetch(address(pulse), how);
    refused = answer.status === 403 ? refused + 1 : 0;
    if (answer.status >= 400 && answer.status !== 403) return false;
    if (answer.status === 204 || isBusy() || document.getElementById('pulse') !== pulse) return true;
    return fetchTable(pulse);
  }

  function tell(isThere) {
    failed = isThere ? 0 : failed + 1;
    if (isThere) reached = Date.now();
    if (isThere) document.dispatchEvent(new Event('line:back'));
    else if (failed >= TOLD) document.dispatchEvent(new CustomEvent('line:away', { detail: reached }));
  }

  async function ask() {
    clearTimeout(timer);
    const pulse = document.getElementById('pulse');
    if (!pulse || refused > 1) return;
    if (!isBusy()) tell(await isReached(pulse).catch(() => false));
    later();
  }

  function askAtOnce() {
    if (document.hidden) return later();
    failed = 0;
    ask();
  }

  document.addEventListener('visibilitychange', askAtOnce);
  window.addEventListener('online', askAtOnce);
  window.addEventListener('pageshow', function (event) { if (event.persisted) askAtOnce(); });
  later();
})();
