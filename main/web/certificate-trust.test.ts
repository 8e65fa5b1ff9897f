import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeFingerprint, readChromiumFingerprint, type Verdict } from './certificate-trust.ts';

describe('a certificate that no authority vouches for', () => {
  const cases: [string, string | null, string | null, string | null, Verdict][] = [
    ['is asked about the first time', 'a', null, null, 'ask'],
    ['is trusted once it was', 'a', 'a', null, 'trust'],
    ['is refused where another was trusted', 'b', 'a', null, 'changed'],
    ['is trusted when the link names it', 'a', null, 'a', 'trust'],
    ['is refused when the link names another', 'b', null, 'a', 'unexpected'],
    ['is refused when the link names another, though it was trusted', 'b', 'b', 'a', 'unexpected'],
    ['is trusted when a new link names it', 'b', 'a', 'b', 'trust'],
    ['is asked about without a fingerprint', null, null, null, 'ask'],
    ['is never trusted without one', null, 'a', null, 'changed'],
  ];
  for (const [name, shown, trusted, named, verdict] of cases) {
    it(name, () => assert.equal(judgeFingerprint(shown, trusted, named), verdict));
  }
});

describe('a fingerprint as Chromium hands it over', () => {
  const digest = Buffer.from('0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9', 'hex');
  const cases: [string, string | null][] = [
    [`sha256/${digest.toString('base64')}`, digest.toString('hex')],
    [`sha1/${digest.toString('base64')}`, null],
    [`sha256/${digest.subarray(1).toString('base64')}`, null],
    [digest.toString('hex'), null],
    ['', null],
  ];
  for (const [given, expected] of cases) {
    it(given, () => assert.equal(readChromiumFingerprint(given), expected));
  }
});
