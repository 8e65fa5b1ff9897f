import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { selfSignedCertificate } from '../../test/support/http/self-signed.ts';
import { createLog, type Log } from '../log.ts';
import { openOwnCertificate } from './own-certificate.ts';

const root = mkdtempSync(path.join(tmpdir(), 'damson-tls-'));
after(() => rmSync(root, { recursive: true, force: true }));

const day = 24 * 60 * 60_000;
const now = Date.now();
const host = '192.168.7.10';

/** A log that keeps its lines as text. */
function listen(): { log: Log; lines: () => string } {
  const lines: string[] = [];
  return {
    log: createLog('trace', (line) => lines.push(line)),
    lines: () => lines.join(''),
  };
}

let folders = 0;
function newFolder() {
  folders += 1;
  const folder = mkdtempSync(path.join(root, `${folders}-`));
  const { log, lines } = listen();
  return {
    folder,
    file: path.join(folder, 'certificates', `for-${host}.pem`),
    lines,
    open: (names: [string, ...string[]] = [host], at = now, computer = 'Ada-Laptop.corp.example') =>
      openOwnCertificate(folder, names, { now: at, log, computer }),
  };
}

describe('the certificate that an installation makes for itself', () => {
  it('is valid for the requested names and the computer, and only for serving', async () => {
    const { open } = newFolder();
    const { cert, key, names, fingerprint } = await open([host, 'fd00::7:10', 'damson.lan']);
    const x509 = new X509Certificate(cert);
    assert.ok(x509.checkPrivateKey(createPrivateKey(key)));
    assert.ok(x509.verify(x509.publicKey));
    assert.equal(x509.fingerprint256, fingerprint);
    assert.deepEqual(names, [host, 'fd00::7:10', 'damson.lan', 'ada-laptop']);
    assert.ok(x509.checkIP(host) && x509.checkIP('fd00::7:10'));
    assert.ok(x509.checkHost('damson.lan') && x509.checkHost('ada-laptop'));
    assert.equal(x509.checkHost('elsewhere.lan'), undefined);
    assert.equal(x509.subject, 'CN=Damson on ada-laptop');
    assert.deepEqual(x509.keyUsage, ['1.3.6.1.5.5.7.3.1']);
    assert.equal(x509.ca, false);
    assert.equal(x509.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
    assert.match(x509.serialNumber, /^[4-7][0-9A-F]{31}$/);
    assert.ok(x509.validFromDate.getTime() <= now - day && x509.validToDate.getTime() > now + 395 * day);
  });

  it('is stored in one file readable only by its owner, with its key in no log line', async () => {
    const { open, file, folder, lines } = newFolder();
    const { key, fingerprint } = await open();
    assert.deepEqual(readdirSync(folder), ['certificates']);
    assert.deepEqual(readdirSync(path.dirname(file)), [`for-${host}.pem`]);
    if (process.platform !== 'win32') {
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    }
    assert.ok(readFileSync(file, 'utf8').startsWith(key));
    assert.ok(lines().includes(fingerprint));
    for (const line of key.split('\n').filter((part) => part.length > 20))
      assert.ok(!lines().includes(line), line);
  });

  it('stays the same until it expires, also for fewer names and a renamed computer', async () => {
    const { open } = newFolder();
    const { fingerprint } = await open([host, 'damson.lan']);
    assert.equal((await open([host])).fingerprint, fingerprint);
    assert.equal((await open([host], now + 360 * day)).fingerprint, fingerprint);
    const renamed = await open([host], now, 'bobs-laptop');
    assert.equal(renamed.fingerprint, fingerprint);
    assert.deepEqual(renamed.names, [host]);
  });

  it('differs by address, without names of the previous network, and is reused on the way back', async () => {
    const { open } = newFolder();
    const first = await open(['10.1.2.3', 'customer.example']);
    const second = await open([host]);
    assert.equal((await open(['10.1.2.3', 'customer.example'])).fingerprint, first.fingerprint);
    assert.equal((await open([host])).fingerprint, second.fingerprint);
    assert.notEqual(second.fingerprint, first.fingerprint);
    assert.notEqual(second.key, first.key);
    assert.equal(new X509Certificate(second.cert).subjectAltName, `IP Address:${host}, DNS:ada-laptop`);
  });

  it('is created again for a further name and always stored in its folder', async () => {
    const { open, file } = newFolder();
    const { fingerprint } = await open([host]);
    assert.notEqual((await open([host, 'damson.lan'])).fingerprint, fingerprint);
    await open(['fd00::7:10']);
    await open(['../../NUL']);
    assert.deepEqual(readdirSync(path.dirname(file)).sort(), [
      'for-.._.._nul.pem',
      `for-${host}.pem`,
      'for-fd00__7_10.pem',
    ]);
  });

  it('is renewed before it expires', async () => {
    const { open } = newFolder();
    const { fingerprint } = await open();
    assert.notEqual((await open([host], now + 380 * day)).fingerprint, fingerprint);
  });

  it('stays complete if a write is cut off', async () => {
    const { open, file } = newFolder();
    const { fingerprint } = await open();
    writeFileSync(`${file}.partial`, '-----BEGIN PRIVATE');
    assert.equal((await open()).fingerprint, fingerprint);
    assert.notEqual((await open([host, 'damson.lan'])).fingerprint, fingerprint);
    assert.equal(existsSync(`${file}.partial`), false);
  });
});

describe('a damaged file is set aside, and the certificate is created again', () => {
  const one = selfSignedCertificate({ names: [host] });
  const damages: [string, string][] = [
    ['nothing in it', ''],
    ['other bytes', '\0\x01\x02'],
    ['a certificate alone', one.cert],
    ['a key alone', one.key],
    ['the key of another', selfSignedCertificate().key + one.cert],
    ['cut off', (one.key + one.cert).slice(0, -40)],
  ];
  for (const [name, content] of damages) {
    it(name, async () => {
      const { open, file, lines } = newFolder();
      mkdirSync(path.dirname(file));
      writeFileSync(file, content, { mode: 0o600 });
      const { fingerprint } = await open();
      const aside = readdirSync(path.dirname(file)).filter((other) =>
        /^for-192\.168\.7\.10\.pem\.unreadable-\d{8}T\d{6}$/.test(other),
      );
      assert.equal(aside.length, 1);
      assert.equal(readFileSync(path.join(path.dirname(file), aside[0] as string), 'utf8'), content);
      assert.match(lines(), /"certificate_set_aside"/);
      assert.equal((await open()).fingerprint, fingerprint);
    });
  }
});
