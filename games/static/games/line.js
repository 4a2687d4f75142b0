// What goes between page and site: one thing at a time, marked while it lasts, and a sentence where it fails.
// A choice gives way to the next press, what is sent gives way to nothing, and news (from #pulse) to everything.
// The sentences are in <template id="line-words">, at the foot of every page.
(function () {
  'use strict';
  const STOPPED = 20000; // a page that has not come by then was stopped
  const find = (selector) => document.querySelector(selector);
  const isNews = (element) => element.id === 'pulse';
  const isSent = (about) => about.requestConfig.triggeringEvent?.type === 'submit';
  let now = null, overtaken = false; // what was asked last, until it is answered; whether more was pressed since

  // ------------------------------------------------------------------- marks of what is under way
  function mark(control) {
    control.setAttribute('aria-busy', 'true');
    control.classList.add('is-busy');
  }

  function unmark(control) {
    control.removeAttribute('aria-busy');
    control.classList.remove('is-busy');
  }

  function unmarkTable() {
    document.querySelectorAll('#table [aria-busy=true]').forEach(unmark);
  }

  function free(form) {
    delete form.dataset.sent;
    Array.from(form.elements).forEach(unmark);
  }

  // A form is sent once. One that leads to another page is freed when that does not come.
  function guard(event) {
    const form = event.target;
    if (form.method !== 'post' || event.defaultPrevented) return;
    if (form.dataset.sent || (form.closest('#table') && now && isSent(now))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    form.dataset.sent = '1';
    if (event.submitter) mark(event.submitter);
    setTimeout(free, STOPPED, form);
  }

  // ---------------------------------------------------------------------- one thing at a time
  function asked(event) {
    const { elt, triggeringEvent } = event.detail;
    if (now && (isSent(now) || isNews(elt))) return event.preventDefault();
    overtaken = Boolean(now);
    const control = triggeringEvent?.submitter || triggeringEvent?.target.closest('a, button');
    if (!control) return;
    unmarkTable();
    mark(control);
    say('');
  }

  // The page says for whom it was drawn: whoever reads it now may be somebody else.
  function sign(event) {
    const pulse = find('#pulse');
    if (pulse) event.detail.headers['X-Seat-Token'] = pulse.dataset.token;
  }

  // The listener is the element's own: by the time of the answer it may be out of the document.
  function sent(event) {
    now = event.detail;
    overtaken = false;
    event.target.addEventListener('htmx:beforeOnLoad', dropOld);
  }

  function dropOld(event) {
    if (overtaken || event.detail.xhr !== now?.xhr) event.preventDefault();
  }

  // A refusal comes as 409 with the present table, to be shown like any other answer; what has no table is none,
  // unless it says that there is nothing.
  function judge(event) {
    const about = event.detail, hasTable = about.serverResponse.includes('id="table"');
    if (about.xhr.status === 204) return;
    about.shouldSwap = hasTable && (about.shouldSwap || about.xhr.status === 409);
    about.isError = !about.shouldSwap;
  }

  // Where another page is on its way, all stays marked.
  function ended(event) {
    if (event.detail.xhr !== now?.xhr || event.detail.keepIndicators) return;
    now = null;
    document.querySelectorAll('#table form[data-sent]').forEach(free);
    unmarkTable();
  }

  // ------------------------------------------------------------------------------ sentences
  function say(sentence) {
    const status = find('#say');
    if (status) status.textContent = sentence;
  }

  function hush(kind) {
    document.querySelectorAll('[data-line="' + kind + '"]').forEach((said) => said.remove());
  }

  // In the turn panel, above its buttons; a page without one has it on top.
  function tell(kind, fill) {
    const words = find('#line-words').content.querySelector('[data-line="' + kind + '"]').cloneNode(true);
    if (fill) fill(words);
    document.querySelectorAll('[data-line]').forEach((said) => said.remove());
    const panel = find('#turn'), main = find('#main');
    if (panel) panel.insertBefore(words, panel.querySelector('.turn-acts'));
    else main.prepend(words);
    words.scrollIntoView({ block: 'nearest' });
    say(words.textContent);
  }

  function unreached(event) {
    if (!isNews(event.target) && !overtaken) tell('lost');
  }

  function refused(event) {
    const xhr = event.detail.xhr, isPlain = /^text\/plain/.test(xhr.getResponseHeader('Content-Type'));
    if (isNews(event.target)) return;
    if (xhr.status === 429) tell('often');
    else tell('broken', isPlain && ((words) => { words.querySelector('span').textContent = xhr.responseText; }));
  }

  // A sentence on what was pressed stays: it says more.
  function away(event) {
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' });
    if (find('[data-line]')) return;
    tell('away', (words) => { words.querySelector('time').textContent = time.format(event.detail); });
  }

  document.addEventListener('submit', guard, true);
  document.addEventListener('htmx:confirm', asked);
  document.addEventListener('htmx:configRequest', sign);
  document.addEventListener('htmx:beforeSend', sent);
  document.addEventListener('htmx:beforeSwap', judge);
  document.addEventListener('htmx:afterRequest', ended);
  document.addEventListener('htmx:sendError', unreached);
  document.addEventListener('htmx:timeout', unreached);
  document.addEventListener('htmx:responseError', refused);
  document.addEventListener('line:away', away);
  document.addEventListener('line:back', function () { hush('away'); });
  window.addEventListener('pageshow', function () {
    now = null;
    document.querySelectorAll('form[data-sent]').forEach(free);
  });
})();
