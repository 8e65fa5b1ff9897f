import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { selfSignedCertificate } from '../../test/support/http/self-signed.ts';
import { isGoodFor, pickComputerName, pickValidity, toCertificateNames } from './rules.ts';

const day = 24 * 60 * 60_000;
const made = Date.parse('2026-11-20T09:30:00Z');
/** Valid for 365 days from `made`. */
const certificate = new X509Certificate(
  selfSignedCertificate({ names: ['192.168.7.10', 'damson.lan'], notBefore: new Date(made) }).cert,
);

describe('a certificate of our own is used', () => {
  const cases: [string, string[], number, boolean][] = [
    ['for its names', ['192.168.7.10', 'damson.lan'], made, true],
    ['for one of them', ['192.168.7.10'], made, true],
    ['in any case', ['Damson.LAN'], made, true],
    ['not for another address', ['192.168.7.11'], made, false],
    ['not for a name besides', ['192.168.7.10', 'other.lan'], made, false],
    ['not for what ends like its name', ['a.damson.lan'], made, false],
    ['not before its time', ['damson.lan'], made - 1000, false],
    ['until 30 days are left', ['damson.lan'], made + 335 * day, true],
    ['not in its last 30 days', ['damson.lan'], made + 335 * day + 1000, false],
    ['not after its end', ['damson.lan'], made + 400 * day, false],
  ];
  for (const [name, names, now, expected] of cases) {
    it(name, () => assert.equal(isGoodFor(certificate, names, now), expected));
  }
});

it('a certificate is valid for 397 days, one of them already past', () => {
  const { notBefore, notAfter } = pickValidity(made);
  assert.equal(notBefore.getTime(), made - day);
  assert.equal(notAfter.getTime() - notBefore.getTime(), 397 * day);
});

describe('the name of a computer', () => {
  const cases: [string, string | null][] = [
    ['Ada-Laptop', 'ada-laptop'],
    ['ada.corp.example', 'ada'],
    ['localhost', null],
    ['localhost.localdomain', null],
    ['', null],
    ['ада', null],
    ['ada_laptop', null],
    ['-ada', null],
    ['a'.repeat(63), 'a'.repeat(63)],
    ['a'.repeat(64), null],
  ];
  for (const [hostname, expected] of cases) {
    it(`"${hostname}"`, () => assert.equal(pickComputerName(hostname), expected));
  }
});

it('names are read from Host headers', () => {
  assert.deepEqual(
    toCertificateNames(['localhost', '127.0.0.1', '[::1]', '[fd00::1]:8443', 'a.example:443', 'a.example']),
    ['localhost', '127.0.0.1', '::1', 'fd00::1', 'a.example'],
  );
});
