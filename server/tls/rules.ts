import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

const day = 24 * 60 * 60_000;

/**
 * Valid from yesterday, for clocks that are slow, for 397 days in all: some browsers refuse more than 398 days, and a stolen key
 * becomes useless.
 */
export function pickValidity(now: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - day), notAfter: new Date(now + 396 * day) };
}

/** Whether our own certificate can be used for these names: it covers all of them, and is valid for at least another 30 days. */
export function isGoodFor(
  certificate: Pick<X509Certificate, 'validFromDate' | 'validToDate' | 'checkIP' | 'checkHost'>,
  names: readonly string[],
  now: number,
): boolean {
  return (
    certificate.validFromDate.getTime() <= now &&
    certificate.validToDate.getTime() - now >= 30 * day &&
    names.every(
      (name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined,
    )
  );
}

/** Takes names and addresses as in Host headers, returns them as in certificates. */
export function toCertificateNames(hosts: Iterable<string>): string[] {
  const bare = [...hosts].map((host) => host.replace(/(?<=[^:]|\]):\d+$/, '').replace(/^\[(.*)\]$/, '$1'));
  return [...new Set(bare)];
}

/** Computer's name on its network, without the domain, which changes with the network; null without a name. */
export function pickComputerName(hostname: string): string | null {
  const [label = ''] = hostname.toLowerCase().split('.', 1);
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label) && label !== 'localhost' ? label : null;
}
