import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { listMethods, listOrigins, toPasskeyHost, toPlainRecoveryCode } from './rules.ts';

describe('recovery codes', () => {
  it('are ten of 120 bits, each another', () => {
    const codes = makeRecoveryCodes();
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  const spellings = ['0123-ABCD-1QRS', '0123abcd1qrs', ' o123 ABCD lQRS ', 'O123-abcd-iqrs'];
  for (const typed of spellings) {
    it(`are the same however they are typed: “${typed}”`, () => {
      assert.equal(toPlainRecoveryCode(typed), '0123ABCD1QRS');
      assert.equal(digestRecoveryCode(typed), digestRecoveryCode('0123ABCD1QRS'));
    });
  }
});

describe('the name that passkeys are made for', () => {
  const rows: [host: string, name: string | null, origins: string[]][] = [
    ['damson.lan', 'damson.lan', ['https://damson.lan']],
    ['Damson.lan:8443', 'damson.lan', ['https://damson.lan:8443']],
    ['damson.lan:443', 'damson.lan', ['https://damson.lan']],
    ['localhost:4780', 'localhost', ['https://localhost:4780', 'http://localhost:4780']],
    ['damson.localhost', 'damson.localhost', ['https://damson.localhost', 'http://damson.localhost']],
    ['localhost.evil.test', 'localhost.evil.test', ['https://localhost.evil.test']],
    ['127.0.0.1:4780', null, ['https://127.0.0.1:4780']],
    ['192.168.1.7', null, ['https://192.168.1.7']],
    ['[::1]:4780', null, ['https://[::1]:4780']],
    ['', null, ['https://']],
  ];
  for (const [host, name, origins] of rows) {
    it(`at “${host}” is ${name ?? 'none'}`, () => {
      assert.equal(toPasskeyHost(host), name);
      assert.deepEqual(listOrigins(host), origins);
    });
  }
});

describe('rights that a person can give', () => {
  const rows: [Parameters<typeof listMethods>[0], ReturnType<typeof listMethods>][] = [
    [{ totp: false, passkeysHere: 0, recoveryCodes: 0 }, []],
    [{ totp: true, passkeysHere: 0, recoveryCodes: 3 }, ['totp', 'recovery_code']],
    [{ totp: true, passkeysHere: 2, recoveryCodes: 0 }, ['passkey', 'totp']],
    [{ totp: false, passkeysHere: 0, recoveryCodes: 1 }, ['recovery_code']],
  ];
  for (const [has, methods] of rows) {
    it(`${JSON.stringify(has)}: ${methods.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(listMethods(has), methods);
    });
  }
});
