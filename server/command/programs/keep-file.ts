import { rename, writeFile } from 'node:fs/promises';

/** Writes a file whole, so that an interruption leaves the one before or this one. */
export async function keepFile(file: string, text: string): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, text, { mode: 0o600, flush: true });
  await rename(partial, file);
}
