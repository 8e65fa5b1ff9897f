import { AnswerRefused, DirectoryFailed, toFailure } from '../person.ts';

const unusable = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/**
 * Tells a provider or settings that don't work (`DirectoryFailed`) from an answer that can't be trusted (`AnswerRefused`). Neither
 * repeats a text of the provider.
 */
export function judgeFailure(error: unknown, host: string): DirectoryFailed | AnswerRefused {
  if (error instanceof AnswerRefused || error instanceof DirectoryFailed) return error;
  if (!(error instanceof Error)) return new AnswerRefused('invalid');
  const known = findCause(error);
  if (known !== null) return known;
  const { code, error: word, status } = error as Error & { code?: string; error?: string; status?: number };
  switch (code) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return new AnswerRefused(word === 'access_denied' ? 'denied' : 'invalid');
    case 'OAUTH_RESPONSE_BODY_ERROR':
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
      if (word === 'invalid_grant') return new AnswerRefused('used');
      return (status ?? 0) >= 500
        ? new DirectoryFailed('http_status', String(status))
        : new DirectoryFailed('client_refused', host);
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return new AnswerRefused('clock');
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return new DirectoryFailed('timed_out', host);
    case 'OAUTH_MISSING_SERVER_METADATA':
    case 'OAUTH_INVALID_SERVER_METADATA':
      return new DirectoryFailed('endpoint_missing', host);
  }
  if (code !== undefined && unusable.has(code)) return new DirectoryFailed('not_json', host);
  if (code === undefined && error instanceof TypeError && error.cause !== undefined)
    return toFailure(error, host);
  return new AnswerRefused('invalid');
}

/** The library wraps what a request has thrown. */
function findCause(error: Error): DirectoryFailed | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    if (at instanceof DirectoryFailed) return at;
  }
  return null;
}

/** Whether a discovery document names another issuer than its address. */
export function isOtherIssuer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
}
