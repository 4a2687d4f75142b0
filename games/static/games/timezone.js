// Proposes the browser's time zone to somebody whose zone is not known. Nothing is sent unless they say yes.
(function () {
  'use strict';
  const form = document.querySelector('[data-timezone-proposal]');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!form || !zone || !/^[A-Za-z]+(\/[\w+-]+)+$/.test(zone)) return;
  form.elements.time_zone.value = zone;
  form.querySelector('[data-zone]').textContent = zone.replaceAll('_', ' ');
  form.querySelector('[data-zone-plain]').hidden = true;
  form.querySelector('[data-zone-said]').hidden = false;
})();
