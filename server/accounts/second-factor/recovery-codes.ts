import { randomBytes } from 'node:crypto';
import { digestToken } from '../one-time-token.ts';
import { recoveryAlphabet, recoveryCodes, toPlainRecoveryCode } from './rules.ts';

/** New codes of 24 characters with 120 bits each; too many to guess, so a plain digest suffices. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const characters = [...randomBytes(24)].map((byte) => recoveryAlphabet[byte % 32]).join('');
    return characters.replace(/....(?=.)/g, '$&-');
  });
}

/** Stored form of a typed code. */
export function digestRecoveryCode(code: string): string {
  return digestToken(toPlainRecoveryCode(code));
}
