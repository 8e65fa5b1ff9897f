import { DomainError } from '../../errors.ts';
import { forbiddenKinds } from '../../forbidden-addresses.ts';
import { C2Error } from './adapter.ts';

/** Returns a framework's answer. Refuses `c2_error` when the framework fails. */
export async function refuseC2Error<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof C2Error) throw new DomainError('c2_error', error.message);
    throw error;
  }
}

/** Failure for a status; `isJson` distinguishes the framework's own answer from that of a proxy in front of it. */
export function judgeStatus(status: number, isJson: boolean): C2Error | null {
  if (status === 200) return null;
  if (status === 401) return unauthorized();
  if (status === 403) {
    return new C2Error('forbidden', 'The framework knows this token but does not let it read this');
  }
  if (status === 404 && isJson) return new C2Error('not_found', 'The framework has nothing at this address');
  if (status >= 300 && status < 400) {
    return new C2Error('refused', 'The framework answered with a redirect, and Damson follows none');
  }
  return new C2Error('refused', `The framework answered with status ${status}`);
}

/** Failure for an error of the HTTP client; other errors are returned unchanged. */
export function toC2Error(error: unknown): unknown {
  const { code, name } = (error ?? {}) as NodeJS.ErrnoException;
  if (name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new C2Error('protocol', 'The framework does not speak HTTP at this address');
  }
  if (code === undefined) return error;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new C2Error('timeout', 'Connecting to the framework took too long');
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return noAnswer();
  if (code === 'UND_ERR_BODY_TIMEOUT') {
    return new C2Error('timeout', 'The framework stopped in the middle of its answer');
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return new C2Error('tls', `The framework and Damson found no common TLS (${code})`);
  }
  if (code === 'ECONNREFUSED') return new C2Error('unreachable', 'The framework refuses connections');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new C2Error('unreachable', "The framework's host name is not known");
  }
  if (isBrokenOff(code) || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return brokenOff();
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return closedError();
  return new C2Error('unreachable', `The framework can't be reached (${code})`);
}

/** Whether a code means that an open connection was closed. */
export function isBrokenOff(code: unknown): boolean {
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

export function unauthorized(): C2Error {
  return new C2Error('unauthorized', 'The framework does not accept the token');
}

export function noAnswer(): C2Error {
  return new C2Error('timeout', 'The framework did not answer in time');
}

export function forbiddenAddress(): C2Error {
  return new C2Error('forbidden_address', `The address is ${forbiddenKinds}: Damson does not connect to it`);
}

export function closedError(): C2Error {
  return new C2Error('unreachable', 'The connection to the framework was closed');
}

function brokenOff(): C2Error {
  return new C2Error('unreachable', 'The framework broke off the connection');
}
