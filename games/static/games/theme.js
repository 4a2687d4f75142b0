// The light and dark switch. The server writes data-theme from the cookie that this sets.
(function () {
  'use strict';
  const root = document.documentElement;
  document.addEventListener('click', function (event) {
    if (!event.target.closest('[data-theme-toggle]')) return;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = 'theme=' + root.dataset.theme + '; Path=/; Max-Age=31536000; SameSite=Lax' + secure;
  });
})();
