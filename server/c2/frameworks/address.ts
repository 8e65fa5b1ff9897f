import { isIP } from 'node:net';
import { normaliseAddress, plainFingerprint } from '../../../domain/c2.ts';
import { invalid } from '../../errors.ts';
import { forbiddenKinds, isForbiddenAddress } from '../../forbidden-addresses.ts';

/**
 * A framework's address in canonical form, without a trailing slash. Refuses (`invalid`) anything but a plain http or https URL,
 * and addresses to which Damson never connects.
 */
export function normaliseBaseUrl(text: string): string {
  const address = normaliseAddress(text);
  if (address === null) {
    throw invalid(
      'base_url',
      'must be http:// or https:// with a host, without user name, password, query or fragment',
    );
  }
  const host = readHost(new URL(address));
  if (isIP(host) !== 0 && isForbiddenAddress(host)) {
    throw invalid('base_url', `names an address that is ${forbiddenKinds}`);
  }
  return address;
}

/** A certificate's SHA-256 as 64 lowercase hex digits. Accepts colons between them; refuses (`invalid`) anything else. */
export function normaliseFingerprint(text: string): string {
  const fingerprint = plainFingerprint(text);
  if (fingerprint === null) {
    throw invalid('tls_fingerprint', 'must be the SHA-256 of the certificate, as 64 hex digits');
  }
  return fingerprint;
}

/** Whether a token can be sent in a header: printable ASCII without spaces. */
export function isSendableToken(token: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(token);
}

export function readHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
