// Proposes the browser's time zone to somebody whose zone is not known. Nothing is sent unless they say yes; then
// only the proposal is replaced, so that what is being typed on the page stays. Where the settings have the zones to
// choose from, it is chosen there, and said that it is not kept yet.
(function () {
  'use strict';
  const form = document.querySelector('[data-timezone-proposal]');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!form || !zone || !/^[A-Za-z]+(\/[\w+-]+)+$/.test(zone)) return;

  function offer() {
    form.elements.time_zone.value = zone;
    form.querySelector('[data-zone]').textContent = zone.replaceAll('_', ' ');
    form.querySelector('[data-zone-plain]').hidden = true;
    form.querySelector('[data-zone-said]').hidden = false;
  }

  function choose() {
    const choice = document.querySelector('select[name=time_zone]');
    if (!choice || choice.value) return;
    const named = [...choice.options].find((option) => option.value === zone); // or by a name of old
    (named || choice.appendChild(new Option(zone.replaceAll('_', ' '), zone))).selected = true;
    document.querySelector('[data-zone-chosen]').hidden = false;
  }

  async function fetched(address, how) {
    const answer = await fetch(address, how), text = await answer.text();
    if (!answer.ok) throw new Error(answer.status);
    return new DOMParser().parseFromString(text, 'text/html');
  }

  async function keep() {
    const how = { method: 'POST', body: new URLSearchParams(new FormData(form)), headers: { 'HX-Request': 'true' } };
    const said = (await fetched(form.action, how)).querySelector('section.notices');
    if (!said) throw new Error('another page: the session has ended');
    form.replaceWith(said);
    said.querySelector('.notice').focus();
    const choice = document.getElementById('zone'); // the settings show the zone themselves
    if (choice) choice.replaceWith((await fetched(form.action)).getElementById('zone'));
  }

  // A second try goes the plain way, and leads to a page that tells what is wrong.
  function send(event) {
    event.preventDefault();
    keep().catch(function () {
      form.removeEventListener('submit', send);
      delete form.dataset.sent;
      form.querySelectorAll('[aria-busy]').forEach(function (button) {
        button.removeAttribute('aria-busy');
        button.classList.remove('is-busy');
      });
      form.querySelector('[data-zone-lost]').textContent = form.dataset.lost;
    });
  }

  offer();
  choose();
  form.addEventListener('submit', send);
})();
