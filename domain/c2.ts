export const frameworks = ['mythic', 'caldera', 'fake'] as const;
export type Framework = (typeof frameworks)[number];

/** Ways to trust a framework's certificate. */
export const tlsModes = ['verify', 'pin', 'insecure'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** `discarded` is final, like `completed`; the other states may change. */
export const taskStatuses = [
  'submitted',
  'processing',
  'completed',
  'error',
  'blocked',
  'discarded',
  'unknown',
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** The `error` of a linked task that is never polled again: its configuration is gone, or its framework lost it. */
export const lostTasks = ['disconnected', 'gone'] as const;
export type LostTask = (typeof lostTasks)[number];

/** The fake framework is built in: it has no address and needs no token. */
export function isBuiltIn(framework: Framework): boolean {
  return framework === 'fake';
}

export const longestAddress = 2000;

/**
 * A framework's address in canonical form, without a trailing slash; null for anything but a plain http or https URL with a host
 * and without user name, password, query or fragment.
 */
export function normaliseAddress(text: string): string | null {
  if (text.length > longestAddress || !/^https?:\/\/[^\s\\?#@]+$/i.test(text)) return null;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** A certificate's SHA-256 in canonical form, 64 lower-case hex digits; null for anything else. Colons are removed. */
export function plainFingerprint(text: string): string | null {
  const bare = text.replaceAll(':', '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(bare) ? bare : null;
}

/** Destination of a token, and how Damson verifies it. */
type Destination = {
  framework: Framework;
  base_url: string;
  tls: TlsMode;
  /** Used when `tls` is `pin`. */
  tls_fingerprint: string | null;
};

/** Source of a configuration's tasks; a linked task exists only there. */
type Subject = { framework: Framework; base_url: string; operation: string | null };

/** Whether a stored token may be kept: it never goes to a destination it was not given for. */
export function keepsToken(
  before: (Destination & { has_token: boolean }) | null,
  after: Destination,
): boolean {
  if (before === null || !before.has_token) return false;
  if (before.framework !== after.framework || before.tls !== after.tls) return false;
  if (before.tls === 'pin' && fingerprintOf(before) !== fingerprintOf(after)) return false;
  return toPlain(before.base_url) === toPlain(after.base_url);
}

/** Whether linked tasks are still polled: another framework, address or operation does not have them. */
export function isSameConfiguration(before: Subject | null, after: Subject): boolean {
  return (
    before !== null &&
    before.framework === after.framework &&
    toPlain(before.base_url) === toPlain(after.base_url) &&
    before.operation === after.operation
  );
}

/** The built-in framework has no address. */
function toPlain(address: string): string {
  return normaliseAddress(address.trim()) ?? '';
}

function fingerprintOf({ tls_fingerprint }: Destination): string | null {
  return plainFingerprint(tls_fingerprint?.trim() ?? '');
}
