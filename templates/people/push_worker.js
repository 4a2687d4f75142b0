// Shows what the site tells on this device, and opens the table when it is pressed. It keeps no page and answers
// for none: nothing of a game stays here. `site` is filled in by the site.
'use strict';
const site = {% autoescape off %}{{ site }}{% endautoescape %};

// What was told; where that cannot be read, that there is something.
function told(event) {
  try {
    const read = event.data.json();
    if (read && read.title) return read;
  } catch (error) { /* nothing came with it, or nothing of ours */ }
  return { title: site.title, text: site.text, url: site.home, tag: 'news' };
}

function show(event) {
  const { title, text, url, tag } = told(event);
  const how = { body: text, tag: tag, renotify: true, icon: site.icon, data: { url: url } };
  return self.registration.showNotification(title, how);
}

// Only pages of this site are opened.
function address(url) {
  const home = new URL(site.home, location.origin);
  try {
    const wanted = new URL(url, location.origin);
    return wanted.origin === location.origin ? wanted : home;
  } catch (error) {
    return home;
  }
}

async function open(url) {
  const wanted = address(url), pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((it) => new URL(it.url).pathname === wanted.pathname);
  return page ? page.focus() : clients.openWindow(wanted.href);
}

// The browser has got another address for this device: the site is told, if its person is signed in here.
async function renew() {
  const how = { userVisibleOnly: true, applicationServerKey: site.key };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(how)).toJSON();
  const page = await (await fetch(site.devices)).text();
  const [, token] = page.match(/name="csrfmiddlewaretoken" value="(\w+)"/);
  const form = { form: 'renew', csrfmiddlewaretoken: token, address: endpoint, p256dh: keys.p256dh, auth: keys.auth };
  return fetch(site.devices, { method: 'POST', body: new URLSearchParams(form) });
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(event)));
self.addEventListener('notificationclick', function (event) {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew()));
