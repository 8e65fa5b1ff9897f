import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Framework, keepsToken, normaliseAddress, type TlsMode } from './c2.ts';

describe('the one spelling of an address', () => {
  const table: [given: string, plain: string | null][] = [
    ['https://c2.example', 'https://c2.example'],
    ['HTTPS://C2.Example:443//', 'https://c2.example'],
    ['http://c2.example:8888/api/', 'http://c2.example:8888/api'],
    ['http://[::1]:8888', 'http://[::1]:8888'],
    ['c2.example', null],
    ['ftp://c2.example', null],
    ['https://user@c2.example', null],
    ['https://c2.example/?q', null],
    ['https://c2.example/#part', null],
    ['https://[c2', null],
    [`https://c2.example/${'x'.repeat(2000)}`, null],
    ['', null],
  ];
  for (const [given, plain] of table) {
    it(`${given.slice(0, 40)} is ${plain}`, () => assert.equal(normaliseAddress(given), plain));
  }
});

describe('a stored token stays in use', () => {
  const print = 'ab'.repeat(32);
  const verified = { tls: 'verify' as TlsMode, tls_fingerprint: null };
  const stored = {
    framework: 'mythic' as Framework,
    base_url: 'https://c2.example:7443',
    has_token: true,
    ...verified,
  };
  const table: [base_url: string, framework: Framework, kept: boolean][] = [
    ['https://c2.example:7443', 'mythic', true],
    [' HTTPS://C2.EXAMPLE:7443/ ', 'mythic', true],
    ['https://c2.example:7443', 'caldera', false],
    ['https://c2.example', 'mythic', false],
    ['http://c2.example:7443', 'mythic', false],
    ['https://c2.example:7443/x', 'mythic', false],
    ['not an address', 'mythic', false],
    ['', 'mythic', false],
  ];
  for (const [base_url, framework, kept] of table) {
    it(`${framework} at ${JSON.stringify(base_url)}: ${kept}`, () => {
      const after = { framework, base_url, ...verified };
      assert.equal(keepsToken(stored, after), kept);
      assert.equal(keepsToken({ ...stored, has_token: false }, after), false);
      assert.equal(keepsToken(null, after), false);
    });
  }

  const certificates: [before: [TlsMode, string | null], after: [TlsMode, string | null], kept: boolean][] = [
    [['verify', null], ['verify', null], true],
    [['verify', null], ['insecure', null], false],
    [['verify', null], ['pin', print], false],
    [['insecure', null], ['insecure', null], true],
    [['insecure', null], ['verify', null], false],
    [['pin', print], ['pin', print], true],
    [['pin', print], ['pin', ` ${'AB:'.repeat(31)}AB `], true],
    [['pin', print], ['pin', 'cd'.repeat(32)], false],
    [['pin', print], ['pin', null], false],
    [['pin', print], ['pin', ''], false],
    [['pin', print], ['verify', print], false],
    [['pin', print], ['insecure', print], false],
    // With `verify` the fingerprint is unused, and any later use requires the token.
    [['verify', print], ['verify', null], true],
  ];
  for (const [before, after, kept] of certificates) {
    it(`from ${before.join(' ')} to ${after.join(' ')}: ${kept}`, () => {
      const [tls, tls_fingerprint] = after;
      const from = { ...stored, tls: before[0], tls_fingerprint: before[1] };
      assert.equal(keepsToken(from, { ...stored, tls, tls_fingerprint }), kept);
    });
  }
});
