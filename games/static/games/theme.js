// The light and dark switch is a form; this shows the change at once and sends the form behind it.
(function () {
  'use strict';
  const root = document.documentElement;
  document.addEventListener('submit', function (event) {
    const form = event.target;
    if (!form.matches('[data-theme-form]')) return;
    event.preventDefault();
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    const fields = new URLSearchParams(new FormData(form));
    fields.set('theme', root.dataset.theme);
    fetch(form.action, { method: 'POST', body: fields, redirect: 'manual', keepalive: true }).catch(() => {});
  }, true);
})();
