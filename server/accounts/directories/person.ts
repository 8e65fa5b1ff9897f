import type { Fault } from '../../../domain/sign-in.ts';

/** Someone as their organisation knows them. */
export type DirectoryPerson = {
  /** Never changes and is never given to anyone else. */
  subject: string;
  /** The name they sign in with there. */
  login: string;
  displayName: string | null;
  /** Null when unknown or not verified. */
  email: string | null;
  groups: readonly string[];
};

/** The provider can't be used; `value` is a name, an address or a number to show, never a secret. */
export class DirectoryFailed extends Error {
  readonly fault: Fault;
  readonly value: string | null;

  constructor(fault: Fault, value: string | null = null) {
    super(value === null ? fault : `${fault}: ${value}`);
    this.fault = fault;
    this.value = value;
  }
}

/** The provider's answer is not one to trust. */
export class AnswerRefused extends Error {}

const ofCertificates: Readonly<Record<string, Fault>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timed_out',
  UND_ERR_CONNECT_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_TIMEOUT: 'timed_out',
  UND_ERR_BODY_TIMEOUT: 'timed_out',
};

/** The fault behind a failed connection to this place. */
export function toFailure(error: unknown, place: string): DirectoryFailed {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    if (at instanceof DirectoryFailed) return at;
    const { code } = at as NodeJS.ErrnoException;
    const fault = code === undefined ? undefined : ofCertificates[code];
    if (fault !== undefined) return new DirectoryFailed(fault, place);
    if (at.name === 'TimeoutError' || at.name === 'AbortError')
      return new DirectoryFailed('timed_out', place);
  }
  return new DirectoryFailed('unreachable', place);
}
