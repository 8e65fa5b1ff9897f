import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** Reads a small file of the shell; null for a missing, truncated or invalid one. */
export function readKept<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Replaces such a file atomically. Returns whether it was saved; a failure, such as a full disk, only loses the value. */
export function writeKept(file: string, value: unknown): boolean {
  const partial = `${file}.partial`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(partial, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(partial, file);
    return true;
  } catch {
    return false;
  }
}
