import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DomainError } from '../../errors.ts';
import type { C2ConfigInput } from './contract.ts';
import { type ConfigBefore, judgeConfig } from './rules.ts';

const input = (changes: Partial<C2ConfigInput>): C2ConfigInput => ({
  framework: 'mythic',
  base_url: 'https://mythic.example:7443',
  tls: 'verify',
  tls_fingerprint: null,
  operation: null,
  ...changes,
});
const stored: ConfigBefore = {
  framework: 'mythic',
  base_url: 'https://mythic.example:7443',
  tls: 'verify',
  tls_fingerprint: null,
  operation: null,
  sealed_token: 'v1.x.y',
};

const print = 'ab'.repeat(32);
const pinned: ConfigBefore = { ...stored, tls: 'pin', tls_fingerprint: print };

describe('whether a stored token goes on being used', () => {
  const cases: [string, Partial<C2ConfigInput>, ConfigBefore | null, kept: boolean | 'refused'][] = [
    ['nothing stored, none given', {}, null, 'refused'],
    ['nothing stored, one given', { token: 'new' }, null, false],
    ['the same framework and address', {}, stored, true],
    ['the same, and a new token', { token: 'new' }, stored, false],
    ['the same, but none is stored', {}, { ...stored, sealed_token: null }, 'refused'],
    ['another spelling of the address', { base_url: 'HTTPS://MYTHIC.EXAMPLE:7443/' }, stored, true],
    ['another host', { base_url: 'https://other.example:7443' }, stored, 'refused'],
    ['a longer host', { base_url: 'https://mythic.example.org:7443' }, stored, 'refused'],
    ['another port', { base_url: 'https://mythic.example' }, stored, 'refused'],
    ['another scheme', { base_url: 'http://mythic.example:7443' }, stored, 'refused'],
    ['another path', { base_url: 'https://mythic.example:7443/x' }, stored, 'refused'],
    ['another framework', { framework: 'caldera' }, stored, 'refused'],
    ['any certificate', { tls: 'insecure' }, stored, 'refused'],
    ['one certificate', { tls: 'pin', tls_fingerprint: print }, stored, 'refused'],
    ['the same one', { tls: 'pin', tls_fingerprint: print.toUpperCase() }, pinned, true],
    ['another one', { tls: 'pin', tls_fingerprint: 'cd'.repeat(32) }, pinned, 'refused'],
    ['no longer one', {}, pinned, 'refused'],
    ['another operation', { operation: 'Breakwater' }, stored, true],
    ['the fake needs none, and keeps none', { framework: 'fake' }, stored, false],
    ['the fake without an address', { framework: 'fake', base_url: undefined }, null, false],
  ];
  for (const [name, changes, before, expected] of cases) {
    it(`${name}: ${expected}`, () => {
      const judge = () => judgeConfig(input(changes), before);
      if (expected !== 'refused') assert.equal(judge().keepsToken, expected);
      else {
        assert.throws(judge, (error) => error instanceof DomainError && error.errors?.[0]?.path === 'token');
      }
    });
  }
});

describe('whether it is still the same configuration', () => {
  const cases: [string, Partial<C2ConfigInput>, isSame: boolean][] = [
    ['nothing changes', {}, true],
    ['another token', { token: 'new' }, true],
    ['another way to judge the certificate', { tls: 'insecure', token: 'new' }, true],
    ['another spelling of the address', { base_url: 'HTTPS://MYTHIC.EXAMPLE:7443/' }, true],
    ['another operation', { operation: 'Breakwater' }, false],
    ['another address', { base_url: 'https://other.example:7443', token: 'new' }, false],
    ['another framework', { framework: 'caldera', token: 'new' }, false],
  ];
  for (const [name, changes, isSame] of cases) {
    it(`${name}: ${isSame}`, () => assert.equal(judgeConfig(input(changes), stored).isSame, isSame));
  }

  it('the first configuration is a new one', () => {
    assert.equal(judgeConfig(input({ token: 'new' }), null).isSame, false);
  });
});
