// Checks the chance of an ended game in the reader's own browser, from what the page shows (formats.md 1):
// the commitment is the SHA-256 of the server seed, the game seed is its HMAC of the words, and every shuffle follows.
(function () {
  'use strict';
  const text = new TextEncoder(), bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

  async function hmac(seed) {
    const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return (message) => crypto.subtle.sign('HMAC', key, text.encode(message));
  }

  async function* numbers(sign, label) {
    for (let block = 0; ; block += 1) {
      const view = new DataView(await sign(label + '/' + block));
      for (let at = 0; at < 32; at += 8) yield view.getBigUint64(at);
    }
  }

  async function below(stream, limit) {
    const k = BigInt(limit), fair = (2n ** 64n / k) * k;
    for (;;) {
      const { value } = await stream.next();
      if (value < fair) return Number(value % k);
    }
  }

  async function shuffled(items, sign, label) {
    const all = items.slice(), stream = numbers(sign, label);
    for (let last = all.length - 1; last > 0; last -= 1) {
      const chosen = await below(stream, last + 1);
      [all[last], all[chosen]] = [all[chosen], all[last]];
    }
    return all;
  }

  // ------------------------------------------------------------------ what the page shows
  const shown = (part, name) => part.querySelector('[data-' + name + ']').textContent.trim();
  const words = (part) => Array.from(part.querySelectorAll('[data-word]'), (word) => word.textContent);

  function dealt(part, label) {
    const lists = part.querySelectorAll('[data-shuffle="' + label + '"] [data-dealt]');
    return JSON.parse('[' + Array.from(lists, (list) => list.textContent).filter(Boolean).join() + ']');
  }

  async function holds(part, label, items, sign) {
    try {
      const found = dealt(part, label), right = await shuffled(items, sign, label);
      return JSON.stringify(found) === JSON.stringify(right.slice(0, found.length)) && found.length > 0;
    } catch (error) {
      return false; // not even a list
    }
  }

  async function check(part) {
    const server = bytes(shown(part, 'server')), seed = shown(part, 'seed');
    const mixed = await (await hmac(server))(words(part).join('\n')), sign = await hmac(bytes(seed));
    const facts = {
      commitment: hex(await crypto.subtle.digest('SHA-256', server)) === shown(part, 'commitment'),
      seed: hex(mixed) === seed,
      deal: true,
    };
    for (const [label, items] of Object.entries(JSON.parse(part.dataset.before))) {
      const right = await holds(part, label, items, sign);
      if (label === 'seats') facts.seats = right;
      else facts.deal = facts.deal && right;
    }
    return facts;
  }

  function tell(part, facts) {
    for (const [fact, right] of Object.entries(facts)) {
      part.querySelector('[data-fact="' + fact + '"]').dataset.is = right ? 'right' : 'wrong';
    }
    const said = part.querySelector('[data-right]'), all = Object.values(facts).every(Boolean);
    said.dataset.is = all ? 'right' : 'wrong';
    said.textContent = all ? said.dataset.right : said.dataset.wrong;
  }

  const part = document.querySelector('[data-check]');
  if (!part || !window.crypto || !crypto.subtle) return;
  const button = part.querySelector('[data-check-now]');
  button.hidden = false;
  part.querySelector('[data-check-else]').hidden = true;
  button.addEventListener('click', async function () {
    try {
      tell(part, await check(part));
    } catch (error) {
      tell(part, { commitment: false, seed: false, deal: false }); // the values are not even hexadecimal
    }
  });
})();
