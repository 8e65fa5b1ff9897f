import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../../ids.ts';
import { measurePicture } from '../../../reports/content/pictures.ts';
import { shrinkPicture } from '../../../reports/shrink-picture.ts';

/** Kept for this long after their last use. */
const keptMilliseconds = 30 * 60_000;
const keptBytes = 256 * 1024 * 1024;
const kept = 5000;
/** Scaled at the same time; a larger picture is scaled alone. */
const pixelsAtOnce = 25_000_000;

/**
 * Scaled pictures in a folder, by the digest of their original, so that another rendering scales none of them again. The folder is
 * created on first use and may be removed at any time.
 */
export class ScaledPictures {
  readonly #folder: string | null;
  readonly #waiting: (() => void)[] = [];
  #pixels = 0;

  /** Without a folder, none is kept. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** Takes a picture and its digest, returns it as a page shows it; the same bytes for one that is shown as it is. */
  async scale(bytes: Buffer, sha256: string): Promise<Buffer> {
    const scale = () => this.#inTurn(bytes, () => shrinkPicture(bytes));
    if (this.#folder === null) return scale();
    const place = path.join(this.#folder, sha256);
    const known = await readUsed(place);
    if (known !== null) return known.length === 0 ? bytes : known;
    const scaled = await scale();
    await keep(place, scaled === bytes ? Buffer.alloc(0) : scaled);
    return scaled;
  }

  async #inTurn(bytes: Buffer, scale: () => Promise<Buffer>): Promise<Buffer> {
    const { width, height } = measurePicture(bytes) ?? { width: 0, height: 0 };
    const pixels = width * height;
    while (this.#pixels > 0 && this.#pixels + pixels > pixelsAtOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#pixels += pixels;
    try {
      return await scale();
    } finally {
      this.#pixels -= pixels;
      for (const go of this.#waiting.splice(0)) go();
    }
  }
}

/** Stores a file; a full disk keeps nothing, and the picture is shown all the same. */
async function keep(place: string, scaled: Buffer): Promise<void> {
  const unfinished = `${place}.${newId()}`;
  try {
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    await writeFile(unfinished, scaled, { mode: 0o600 });
    await rename(unfinished, place);
  } catch {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** The bytes of a kept file, whose last use is now; null without it. */
async function readUsed(place: string): Promise<Buffer | null> {
  try {
    const now = new Date();
    await utimes(place, now, now);
    return await readFile(place);
  } catch {
    return null;
  }
}

/** Removes the pictures of a folder that have not been used for long, and the oldest ones beyond the limits. */
export async function tidyScaledPictures(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const place = path.join(folder, name);
      const facts = await stat(place).catch(() => null);
      return facts === null ? [] : [{ place, size: facts.size, usedAt: facts.mtimeMs }];
    }),
  );
  let bytes = 0;
  for (const [index, { place, size, usedAt }] of files
    .flat()
    .sort((one, other) => other.usedAt - one.usedAt)
    .entries()) {
    bytes += size;
    const isOld = Date.now() - usedAt > keptMilliseconds;
    if (isOld || bytes > keptBytes || index >= kept) await rm(place, { force: true }).catch(() => {});
  }
}
