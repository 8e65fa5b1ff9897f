import assert from 'node:assert/strict';
import test from 'node:test';
import { DomainError } from '../../errors.ts';
import { normaliseBaseUrl, normaliseFingerprint } from './address.ts';
import { FrameworkHttp } from './http.ts';

test('base URLs', () => {
  const good: [given: string, normal: string][] = [
    ['http://127.0.0.1:8888', 'http://127.0.0.1:8888'],
    ['HTTPS://Mythic.Orchard.Example:7443/', 'https://mythic.orchard.example:7443'],
    ['https://mythic.orchard.example:443', 'https://mythic.orchard.example'],
    ['http://[::1]:8888/caldera//', 'http://[::1]:8888/caldera'],
    ['http://10.0.0.7', 'http://10.0.0.7'],
  ];
  for (const [given, normal] of good) assert.equal(normaliseBaseUrl(given), normal);

  const bad = [
    '',
    'mythic.orchard.example',
    'ftp://mythic.orchard.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http:mythic.orchard.example',
    'http://',
    'http://user:secret@mythic.orchard.example',
    'http://user@mythic.orchard.example',
    'http://mythic.orchard.example/?a=1',
    'http://mythic.orchard.example/?',
    'http://mythic.orchard.example/#x',
    'http://mythic.orchard.example\\@elsewhere',
    'http://mythic.orchard.example/a b',
    'http://mythic.orch\nard.example',
    'http://mythic.orchard.example:99999',
    'http://169.254.169.254/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://0.0.0.0:8888',
    'http://0/',
    'http://[::]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    `http://${'a'.repeat(2_100)}/`,
  ];
  for (const given of bad) {
    assert.throws(
      () => normaliseBaseUrl(given),
      (error) => error instanceof DomainError && error.code === 'invalid',
      given,
    );
  }
});

test('fingerprints and tokens that are refused', () => {
  assert.equal(normaliseFingerprint(`${'AB:'.repeat(31)}AB`), 'ab'.repeat(32));
  const invalid = (error: unknown) => error instanceof DomainError && error.code === 'invalid';
  for (const given of ['', 'ab', 'g'.repeat(64), 'ab'.repeat(33)]) {
    assert.throws(() => normaliseFingerprint(given), invalid);
  }
  const tokens = ['', 'two words', 'line\r\nKEY: other', 'tök', 'x'.repeat(4_097)];
  for (const given of tokens) {
    const make = () =>
      new FrameworkHttp({ baseUrl: 'http://127.0.0.1', tls: { mode: 'verify' }, token: given }, 'KEY');
    assert.throws(
      make,
      (error) => invalid(error) && (given === '' || !(error as Error).message.includes(given)),
    );
  }
});
