import { webcrypto, X509Certificate } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { syncFolder } from '../database/files.ts';
import type { Log } from '../log.ts';
import { isGoodFor, pickComputerName, pickValidity } from './rules.ts';

/** A self-signed certificate made by Damson, with its key (PEM). */
export type OwnCertificate = {
  cert: string;
  key: string;
  /** Names that the certificate covers: the requested ones, and the computer's. */
  names: string[];
  /** SHA-256, in pairs of hexadecimal digits. */
  fingerprint: string;
};

/**
 * Returns the certificate of this installation for these names and addresses, stored with its key in the data folder, one for
 * each first name. Reuses it as long as it is valid, so that people need not compare its fingerprint again, even if the computer
 * was on another network in the meantime; otherwise makes a new one. Sets aside a damaged file. The caller holds the folder's
 * lock.
 */
export async function openOwnCertificate(
  dataDir: string,
  names: readonly [string, ...string[]],
  { now, log, computer = hostname() }: { now: number; log: Log; computer?: string },
): Promise<OwnCertificate> {
  const file = path.join(makeFolder(dataDir), toFileName(names[0]));
  const computerName = pickComputerName(computer);
  const kept = readKept(file);
  if (kept === 'damaged') {
    setAside(file, now);
    log.warn({ event: 'certificate_set_aside' });
  } else if (kept !== null && isGoodFor(kept.x509, names, now)) {
    return toOwn(kept, names, computerName);
  }
  const made = await makePem(names, computerName, now);
  writeWhole(file, made);
  const opened = readPem(made);
  const { validToDate, fingerprint256 } = opened.x509;
  log.info({ event: 'certificate_made', fingerprint: fingerprint256, until: validToDate.toISOString() });
  return toOwn(opened, names, computerName);
}

function makeFolder(dataDir: string): string {
  const folder = path.join(dataDir, 'certificates');
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) syncFolder(dataDir);
  return folder;
}

/** The prefix avoids the device names of Windows, which a computer may have as its name. */
function toFileName(name: string): string {
  return `for-${name.toLowerCase().replaceAll(/[^a-z0-9._-]/g, '_')}.pem`;
}

type Kept = { key: string; cert: string; x509: X509Certificate };

function toOwn(
  { key, cert, x509 }: Kept,
  names: readonly string[],
  computerName: string | null,
): OwnCertificate {
  // After a renaming, the certificate still covers the address on which the computer is shared.
  const isForComputer = computerName !== null && x509.checkHost(computerName) !== undefined;
  return {
    cert,
    key,
    names: isForComputer ? [...names, computerName] : [...names],
    fingerprint: x509.fingerprint256,
  };
}

function readKept(file: string): Kept | 'damaged' | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  try {
    return readPem(text);
  } catch {
    return 'damaged';
  }
}

/** Throws if the key or the certificate is invalid, or they don't match. */
function readPem(text: string): Kept {
  const [key = '', cert = ''] = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----\n/g) ?? [];
  createSecureContext({ key, cert });
  return { key, cert, x509: new X509Certificate(cert) };
}

function setAside(file: string, now: number): void {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\..*$/g, '');
  renameSync(file, `${file}.unreadable-${stamp}`);
}

/** The key and the certificate are in one file, so that neither ever exists without the other. */
async function makePem(names: readonly string[], computerName: string | null, now: number): Promise<string> {
  // Loaded on demand: that is nearly their whole cost, and most starts don't need them.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const named = new Set(computerName === null ? names : [...names, computerName]);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: makeSerial(),
      name: computerName === null ? 'CN=Damson' : `CN=Damson on ${computerName.slice(0, 50)}`,
      ...pickValidity(now),
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        // Systems that trust this certificate trust this server only, not anything signed with its key.
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          [...named].map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
        ),
      ],
    },
    webcrypto,
  );
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return toPem('PRIVATE KEY', key) + toPem('CERTIFICATE', Buffer.from(certificate.rawData));
}

/** 16 random bytes; the first one makes the number positive and full-length. */
function makeSerial(): string {
  const bytes = Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)));
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** Written completely or not at all, and durable before anyone learns the fingerprint. */
function writeWhole(file: string, text: string): void {
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  const handle = openSync(partial, 'wx', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
  syncFolder(path.dirname(file));
}
