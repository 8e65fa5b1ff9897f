import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toNameKey } from './names.ts';

const same: [string, string][] = [
  ['CN=Red,DC=example,DC=org', 'cn=red, dc=Example ,dc=ORG'],
  ['cn=a\\,b,dc=x', 'cn=a\\2Cb,dc=x'],
  ['cn=Zo\\C3\\AB,dc=x', 'cn=Zoë,dc=x'],
  ['cn=a+sn=b,dc=x', 'SN=b + CN=a,dc=x'],
  ['cn=a\\ ,dc=x', 'cn=a\\20,dc=x'],
];
const apart: [string, string][] = [
  ['cn=a\\,dc=x', 'cn=a,dc=x'],
  ['cn=red,ou=one,dc=x', 'cn=red,ou=two,dc=x'],
  ['cn=a\\ ,dc=x', 'cn=a,dc=x'],
  ['cn=a\\+sn=b,dc=x', 'cn=a+sn=b,dc=x'],
];

describe('the key of a distinguished name', () => {
  for (const [one, other] of same) {
    it(`is the same for ${one} and ${other}`, () => {
      assert.notEqual(toNameKey(one), null);
      assert.equal(toNameKey(one), toNameKey(other));
    });
  }
  for (const [one, other] of apart) {
    it(`differs for ${one} and ${other}`, () => assert.notEqual(toNameKey(one), toNameKey(other)));
  }
  for (const text of ['', 'red', 'cn=a,,dc=x', '=a', ',']) {
    it(`is none for "${text}"`, () => assert.equal(toNameKey(text), null));
  }
});
