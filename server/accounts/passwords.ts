import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type Argon2 from '@node-rs/argon2';

// Loaded with the first password: the server can start without.
const require = createRequire(import.meta.url);
const argon2 = (): typeof Argon2 => require('@node-rs/argon2');

/** argon2id with OWASP's second recommended setting: 19 MiB, two passes, one lane. */
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const atOnce = 4;

let running = 0;
const waiting: (() => void)[] = [];

/** Never more than four at a time: each takes 19 MiB and a thread of the pool that file access needs too. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2().hash(password.normalize('NFC'), settings));
}

/** A hash that no password has: checking an unknown account takes as long as checking a wrong password. */
const nobody = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=1$${base64(16)}$${base64(32)}`;

function base64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}

/** Whether `password` belongs to `stored`; takes as long when there is no stored hash. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => argon2().verify(stored ?? nobody, password.normalize('NFC')));
  return stored !== null && matches;
}
