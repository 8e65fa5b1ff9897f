import { C2Error } from './adapter.ts';

export function failureOf(status: number): C2Error | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) {
    return new C2Error('unauthorized', 'The framework does not accept the token');
  }
  if (status === 404) return new C2Error('not_found', 'The framework has nothing there');
  if (status >= 300 && status < 400) {
    return new C2Error('refused', 'The framework answered with a redirect, and Damson follows none');
  }
  return new C2Error('refused', `The framework answered with status ${status}`);
}

export function c2ErrorOf(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === undefined) return error;
  if (code.startsWith('HPE_')) return new C2Error('protocol', 'The framework does not speak HTTP there');
  if (code === 'ECONNREFUSED') return new C2Error('unreachable', 'The framework refuses connections');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new C2Error('unreachable', "The framework's host name is not known");
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return brokenOff();
  }
  return new C2Error('unreachable', `The framework can not be reached (${code})`);
}

export function tlsError(error: Error): C2Error {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return code === 'ECONNRESET'
    ? brokenOff()
    : new C2Error('tls', `The framework and Damson found no common TLS${code ? ` (${code})` : ''}`);
}

export function brokenOff(): C2Error {
  return new C2Error('unreachable', 'The framework broke off the connection');
}

export function forbiddenAddress(): C2Error {
  return new C2Error(
    'forbidden_address',
    'The address is link-local, unspecified, multicast or broadcast: Damson does not connect to it',
  );
}

export function closedError(): C2Error {
  return new C2Error('unreachable', 'The connection to the framework was closed');
}
