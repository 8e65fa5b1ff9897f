import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFingerprint, readJoinFingerprint, toFingerprintRows, toJoinLink } from './fingerprints.ts';

const digits = '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9';
const pairs = digits.match(/../g) as string[];

describe('a fingerprint', () => {
  const spellings: [string, string | null][] = [
    [digits, digits],
    [pairs.join(':').toUpperCase(), digits],
    [pairs.join(' '), digits],
    [`${pairs.join(':')}\n`, digits],
    [digits.slice(2), null],
    [`${digits}00`, null],
    [digits.replace('0', 'g'), null],
    ['', null],
  ];
  for (const [text, expected] of spellings) {
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(readFingerprint(text), expected));
  }

  it('is shown in four rows of eight pairs, from each spelling', () => {
    const rows = toFingerprintRows(pairs.join(':').toUpperCase());
    assert.deepEqual(rows, toFingerprintRows(digits));
    assert.equal(rows.length, 4);
    assert.equal(rows[0], '0A 1B 2C 3D 4E 5F 60 71');
    assert.equal(readFingerprint(rows.join(' ')), digits);
  });
});

describe('the link to join by', () => {
  const url = 'https://192.168.7.10:4780';

  it('has the fingerprint after the # and is parsed back', () => {
    const link = toJoinLink(url, pairs.join(':').toUpperCase());
    assert.equal(link, `${url}/sign-in#cert=sha256:${digits}`);
    assert.equal(readJoinFingerprint(new URL(link).hash), digits);
  });

  it('is only the address if the connection is not encrypted', () => {
    assert.equal(toJoinLink('http://192.168.7.10:4780', null), 'http://192.168.7.10:4780');
  });

  for (const hash of [
    '',
    '#',
    '#token',
    `#cert=sha256:${digits}0`,
    `#cert=sha1:${digits}`,
    `#x=1&cert=sha256:${digits}`,
  ]) {
    it(`has none in "${hash.slice(0, 20)}"`, () => assert.equal(readJoinFingerprint(hash), null));
  }
});
