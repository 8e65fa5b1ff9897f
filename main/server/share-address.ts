import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { t } from '../words.ts';

/** A certificate with its key (PEM), its names, and its displayed details. */
export type Certificate = {
  cert: string;
  key: string;
  names: string[];
  subject: string;
  expiresAt: string;
};

/** A certificate with its key and its names, or a sentence describing its fault. */
export function readCertificate(cert: string | null, key: string | null, now: number): Certificate | string {
  let x509: X509Certificate;
  try {
    x509 = new X509Certificate(cert ?? '');
  } catch {
    return t('shell.own_certificate.none');
  }
  try {
    if (!x509.checkPrivateKey(createPrivateKey(key ?? ''))) return t('shell.own_certificate.other_key');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE'
      ? t('shell.own_certificate.passphrase')
      : t('shell.own_certificate.no_key');
  }
  if (x509.validToDate.getTime() <= now)
    return t('shell.own_certificate.expired', { day: x509.validToDate.toISOString().slice(0, 10) });
  return {
    cert: cert as string,
    key: key as string,
    names: readNames(x509),
    subject: x509.subject?.split('\n').join(', ') || readNames(x509).join(', ') || 'unnamed',
    expiresAt: x509.validToDate.toISOString(),
  };
}

function readNames(x509: X509Certificate): string[] {
  return [...(x509.subjectAltName ?? '').matchAll(/(?:DNS|IP Address):([^,\s"]+)/g)]
    .map(([, name]) => (name as string).toLowerCase())
    .filter((name) => !name.includes('*') && (isIP(name) !== 0 || /^[a-z0-9._-]+$/.test(name)));
}

/** Builds the address that others type: the host, or a name of the chosen certificate if it lacks the host. */
export function makeSharedUrl(
  scheme: 'http' | 'https',
  address: string,
  port: number,
  chosen: Certificate | null,
): string {
  const isFor = chosen === null || new X509Certificate(chosen.cert).checkIP(address) !== undefined;
  const name = isFor ? address : (chosen.names.find((candidate) => isIP(candidate) === 0) ?? address);
  return `${scheme}://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}
