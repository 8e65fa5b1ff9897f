import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { DeviceTokens, type TokenOwner } from './device-tokens.ts';

const day = 24 * 60 * 60_000;
const ada: TokenOwner = { key: 'ada@damson.test', passwordHash: 'hash of a password' };

describe('a token of a device', () => {
  let now: number;
  let tokens: DeviceTokens;
  beforeEach(() => {
    now = Date.UTC(2026, 10, 20, 9);
    tokens = new DeviceTokens('a secret of the test', () => now);
  });

  const toHeader = (cookies: readonly string[]): string =>
    cookies.map((cookie) => cookie.slice(0, cookie.indexOf(';'))).join('; ');

  it('stays with the device from one sign-in to the next, and is another one on another device', () => {
    const header = toHeader(tokens.give(undefined, ada, false));
    const device = tokens.find(header, ada);
    assert.match(device ?? '', /^[\w-]{22}$/);
    now += 60 * day;
    const renewed = toHeader(tokens.give(header, ada, false));
    now += 60 * day;
    assert.equal(tokens.find(renewed, ada), device);
    assert.equal(tokens.find(header, ada), null, '90 days are over');
    assert.notEqual(tokens.find(toHeader(tokens.give(undefined, ada, false)), ada), device);
  });

  const strangers: Record<string, (header: string) => [string | undefined, TokenOwner, DeviceTokens?]> = {
    'no cookie': () => [undefined, ada],
    'another account': (header) => [header, { ...ada, key: 'eve@damson.test' }],
    'another account under its name': (header) => {
      const eve = { ...ada, key: 'eve@damson.test' };
      const [name] = toHeader(tokens.give(undefined, eve, false)).split('=');
      return [`${name}=${header.slice(header.indexOf('=') + 1)}`, eve];
    },
    'another password': (header) => [header, { ...ada, passwordHash: 'hash of a new password' }],
    'another server': (header) => [header, ada, new DeviceTokens('another secret', () => now)],
    'a later end': (header) => [header.replace(/=\w+/, '=zzzzzzzz'), ada],
    'another device': (header) => [header.replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`), ada],
    'a shorter signature': (header) => [header.slice(0, -1), ada],
    'a clock set back': (header) => {
      now -= day;
      return [header, ada];
    },
  };
  for (const [title, change] of Object.entries(strangers)) {
    it(`is worthless with ${title}`, () => {
      const header = toHeader(tokens.give(undefined, ada, false));
      const [given, owner, others = tokens] = change(header);
      assert.equal(others.find(given, owner), null);
    });
  }

  it('is sent only to sign-in routes, and only encrypted if the sign-in was', () => {
    const [plain] = tokens.give(undefined, ada, false);
    assert.match(
      plain!,
      /^damson-device-[\w-]{12}=[\w.-]+; Max-Age=7776000; Path=\/api\/v1\/auth\/login; HttpOnly; SameSite=Strict$/,
    );
    assert.ok(tokens.give(undefined, ada, true)[0]!.endsWith('; SameSite=Strict; Secure'));
    assert.doesNotMatch(plain!, /ada|damson\.test/);
  });

  it('is kept for eight people per browser; the one who signed in longest ago is dropped', () => {
    let jar: string[] = [];
    const people = Array.from({ length: 9 }, (_, index) => ({ ...ada, key: `${index}@damson.test` }));
    for (const person of people) {
      now += 1000;
      const [own, ...gone] = tokens.give(`theme=dark; ${toHeader(jar)}`, person, false);
      const names = gone.map((cookie) => cookie.slice(0, cookie.indexOf('=')));
      for (const cookie of gone) assert.match(cookie, /^[\w-]+=; Max-Age=0; Path=/);
      jar = [...jar.filter((cookie) => !names.includes(cookie.slice(0, cookie.indexOf('=')))), own!];
    }
    assert.deepEqual(
      people.map((person) => tokens.find(toHeader(jar), person) !== null),
      [false, ...Array(8).fill(true)],
    );
  });
});
