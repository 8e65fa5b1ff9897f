import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id with OWASP's second recommended setting: 19 MiB, two passes, one lane. */
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Limits concurrent hashes: each takes 19 MiB and a thread of the pool that file access needs too. */
const inTurn = pLimit(4);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), settings));
}

/** A hash that no password matches, so that checking an unknown account takes as long as a wrong password. */
const nobody = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=1$${makeRandomBase64(16)}$${makeRandomBase64(32)}`;

function makeRandomBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}

/** Whether `password` matches `stored`; takes as long without a stored hash. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? nobody, password.normalize('NFC')));
  return stored !== null && matches;
}
