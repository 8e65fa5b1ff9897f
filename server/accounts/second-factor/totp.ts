import { DomainError } from '../../errors.ts';
import { createSealer } from '../../sealing.ts';
import type { SealingKeys } from '../../secrets.ts';
import { stepMilliseconds, stepsEachWay } from './rules.ts';

/** Defaults of authenticator apps. */
const settings = { issuer: 'Damson', algorithm: 'SHA1', digits: 6, period: stepMilliseconds / 1000 } as const;
const secretBytes = 20;
const purpose = 'totp secret';

// Imported lazily: not needed at start.
const load = () => import('otpauth');

/** A new secret as base32 text, and the address for an app's QR code. */
export async function makeTotp(email: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await load();
  const secret = new Secret({ size: secretBytes });
  return { secret: secret.base32, uri: new TOTP({ ...settings, label: email, secret }).toString() };
}

/** The time step of a six-digit code, at most one step early or late; null when none matches. */
export async function findStep(secret: string, code: string, now: number): Promise<number | null> {
  const { Secret, TOTP } = await load();
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: stepsEachWay });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

export function sealTotp(keys: SealingKeys, secret: string, userId: string): string {
  return createSealer(keys.forSealing(), purpose).seal(secret, userId);
}

/** Whether the key that sealed this is available. */
export function canOpenTotp(keys: SealingKeys, sealed: string): boolean {
  return keys.known().some((key) => sealed.startsWith(`v1.${createSealer(key, purpose).keyId}.`));
}

/** Refuses (`encryption_key_changed`) a value sealed with a lost key, and a damaged one. */
export function openTotp(keys: SealingKeys, sealed: string, userId: string): string {
  for (const key of keys.known()) {
    const opened = createSealer(key, purpose).open(sealed, userId);
    if ('text' in opened) return opened.text;
  }
  throw new DomainError(
    'encryption_key_changed',
    'The secret of the authenticator app can’t be read: the key it was encrypted with is not here. ' +
      'Use a recovery code or a passkey, or have an administrator reset the second factor',
  );
}
