// Adds the device on which the page of devices is open, and removes it: what the browser has to be asked for is asked
// here, and only when a button is pressed; what the site keeps goes there by the forms of the page.
(function () {
  'use strict';
  const find = (selector) => document.querySelector(selector);
  const add = find('[data-device-add]'), SLOW = 20000;
  if (!add) return;
  const { worker, key } = add.dataset;

  // One sentence is shown at a time, and with some of them the button.
  function say(name) {
    document.querySelectorAll('[data-device-state]').forEach((it) => { it.hidden = it.dataset.deviceState !== name; });
    add.hidden = !['ready', 'failed', 'slow'].includes(name);
  }

  const isApple = () => /iPad|iPhone|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

  async function subscription() {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return registration ? registration.pushManager.getSubscription() : null;
  }

  const rows = () => Array.from(document.querySelectorAll('[data-device]'));
  const rowOf = (found) => found && rows().find((row) => row.dataset.device === found.endpoint);

  // What the browser knows of itself goes before what the site remembers.
  function mark(here) {
    rows().forEach(function (row) {
      row.querySelectorAll('[data-device-here]').forEach((it) => { it.hidden = row !== here; });
      row.querySelectorAll('[data-device-there]').forEach((it) => { it.hidden = row === here; });
    });
  }

  async function look() {
    if (!isAble()) return say(isApple() ? 'home-screen' : 'unable');
    if (Notification.permission === 'denied') return say('denied');
    const here = rowOf(await subscription());
    mark(here);
    return say(here && !('deviceStopped' in here.dataset) && Notification.permission === 'granted' ? 'on' : 'ready');
  }

  // One that was made for a former key of the site, or that its push service has given up, is of no use.
  async function subscribed() {
    await navigator.serviceWorker.register(worker, { scope: '/' });
    const { pushManager } = await navigator.serviceWorker.ready, old = await pushManager.getSubscription();
    if (old) await old.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  const inTime = (work) => Promise.race([work, new Promise((_, fail) => { setTimeout(fail, SLOW, new Error('slow')); })]);

  async function tell() {
    if (await Notification.requestPermission() !== 'granted') return look();
    say('asking');
    const { endpoint, keys } = (await inTime(subscribed())).toJSON();
    Object.assign(add.elements.address, { value: endpoint });
    Object.assign(add.elements.p256dh, { value: keys.p256dh });
    Object.assign(add.elements.auth, { value: keys.auth });
    return add.requestSubmit();
  }

  // The site is told in any case: then nothing comes, whatever the browser still has.
  async function stop(form) {
    const found = await subscription();
    if (rowOf(found)?.contains(form)) await found.unsubscribe();
  }

  add.querySelector('button').addEventListener('click', function () {
    tell().catch((error) => say(error.message === 'slow' ? 'slow' : 'failed'));
  });
  document.querySelectorAll('[data-device-forget]').forEach(function (form) {
    form.addEventListener('submit', function send(event) {
      event.preventDefault();
      form.removeEventListener('submit', send);
      delete form.dataset.sent;
      stop(form).catch(() => {}).finally(() => form.requestSubmit(event.submitter));
    });
  });
  say('');
  look().catch(() => say('ready'));
})();
