import type { Entry } from 'ldapts';

/** Attributes that tell a disabled account in Active Directory and in others. */
export const stateAttributes = [
  'userAccountControl',
  'accountExpires',
  'nsAccountLock',
  'loginDisabled',
  'pwdAccountLockedTime',
  'shadowExpire',
] as const;

/** The values of an attribute, whatever its case in the answer. */
export function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? undefined : entry[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

export function textOf(entry: Entry, attribute: string): string | null {
  const [value] = valuesOf(entry, attribute);
  const text = Buffer.isBuffer(value) ? value.toString('utf8') : value;
  return text === undefined || text.trim() === '' || text.length > 1000 ? null : text.trim();
}

/** The text of an identifier: a GUID is binary. */
export function subjectOf(entry: Entry, attribute: string): string | null {
  const [value] = valuesOf(entry, attribute);
  if (value === undefined || value.length === 0 || value.length > 200) return null;
  if (!Buffer.isBuffer(value)) return value;
  return isBinary(attribute) ? value.toString('hex') : value.toString('utf8');
}

export function toSubjectValue(subject: string, attribute: string): string | Buffer {
  return isBinary(attribute) ? Buffer.from(subject, 'hex') : subject;
}

function isBinary(attribute: string): boolean {
  return /^(?:objectGUID|objectSid|GUID)$/i.test(attribute);
}

const dayMilliseconds = 24 * 60 * 60_000;
/** Active Directory counts tenths of microseconds since 1601. */
const since1601 = 11_644_473_600_000;

/** Whether the directory no longer lets this person in. */
export function isDisabled(entry: Entry, now: number): boolean {
  const numberOf = (attribute: string) => Number(textOf(entry, attribute) ?? 'none');
  const expires = numberOf('accountExpires');
  const shadow = numberOf('shadowExpire');
  return (
    (numberOf('userAccountControl') & 2) !== 0 ||
    (expires > 0 && expires < 9e18 && expires / 10_000 - since1601 < now) ||
    (shadow >= 0 && shadow * dayMilliseconds < now) ||
    ['nsAccountLock', 'loginDisabled'].some((name) => /^true$/i.test(textOf(entry, name) ?? '')) ||
    // For good, and not for a while after failures.
    (textOf(entry, 'pwdAccountLockedTime') ?? '').startsWith('000001')
  );
}
