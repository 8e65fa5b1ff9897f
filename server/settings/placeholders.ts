import type { AppEnv } from './app-env.ts';
import { SettingsError } from './settings-error.ts';

/**
 * Words used in placeholders, longer ones before shorter ones that they contain. Excludes words such as test or team: a long
 * secret with such a word is weak at worst, but not a placeholder.
 */
const placeholderWords = new RegExp(
  [
    'changeme change replaceme replace placeholder insert fixme todo example sample default dummy',
    'passphrase password passwd secret token key jwt hmac encryption encrypt signing sign session auth',
    'insecure unsafe secure super very really generated generate random openssl rand',
    'please enter your my own here this that with and or not for of at in on is be do to use goes must should',
    'least longer long minimum min characters chars bytes byte bits base64 hex string text value the an a me',
    'production development xxx it some 32',
  ]
    .join(' ')
    .split(' ')
    .sort((one, other) => other.length - one.length)
    .join('|'),
  'g',
);

/** Refuses a value made of placeholder words. */
export function refusePlaceholder(name: string, given: string | null): void {
  if (given === null) return;
  const text = given.toLowerCase().replace(/[^a-z0-9]/g, '');
  // A placeholder followed by a few digits is still one. A text without letters is not.
  if (text === '' || (/[a-z]{2}/.test(text) && /^\d{0,8}$/.test(text.replace(placeholderWords, '')))) {
    throw placeholder(name);
  }
}

/** One repeated byte is refused, too: a key of zeros protects nothing. */
export function isTrivial(bytes: Buffer): boolean {
  return new Set(bytes).size < 2;
}

/** Refuses a placeholder. */
export function placeholder(name: string): SettingsError {
  return new SettingsError(`${name} is set to a placeholder value: set a random one or leave it unset`);
}

/** Takes 32 bytes as base64 or hex, returns them; null for other values in development, which creates its own. */
export function parseEncryptionKey(given: string, appEnv: AppEnv): Buffer | null {
  const bytes = /^[0-9a-f]{64}$/i.test(given)
    ? Buffer.from(given, 'hex')
    : Buffer.from(/^[A-Za-z0-9+/_-]{43}=?$/.test(given) ? given : '', 'base64');
  if (bytes.length === 32) {
    if (appEnv === 'production' && isTrivial(bytes)) throw placeholder('SVC_ENCRYPTION_KEY');
    return bytes;
  }
  if (appEnv === 'development') return null;
  throw new SettingsError('SVC_ENCRYPTION_KEY must be 32 bytes, as 44 characters of base64 or 64 of hex');
}
