import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Framework, keepsToken, plainAddress } from './c2.ts';

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
    it(`${given.slice(0, 40)} is ${plain}`, () => assert.equal(plainAddress(given), plain));
  }
});

describe('a stored token goes on being used', () => {
  const stored = { framework: 'mythic' as Framework, base_url: 'https://c2.example:7443', has_token: true };
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
      assert.equal(keepsToken(stored, { framework, base_url }), kept);
      assert.equal(keepsToken({ ...stored, has_token: false }, { framework, base_url }), false);
      assert.equal(keepsToken(null, { framework, base_url }), false);
    });
  }
});
