import { DomainError, invalid } from '../errors.ts';

/**
 * The query string of a request target as single values. Refuses with 400 anything but percent-encoded UTF-8, with 422 a repeated
 * parameter and NUL characters.
 */
export function readQuery(target: string): Record<string, string> {
  const start = target.indexOf('?');
  const values: Record<string, string> = Object.create(null);
  if (start === -1 || start === target.length - 1) return values;
  for (const pair of target.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name in values) throw invalid(name, 'given more than once');
    if (value.includes('\u0000')) throw invalid(name, 'must not contain a NUL character');
    values[name] = value;
  }
  return values;
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new DomainError('malformed_body', 'The query string is not percent-encoded UTF-8');
  }
}
