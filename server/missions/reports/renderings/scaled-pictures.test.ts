import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { measurePicture } from '../../../reports/content/pictures.ts';
import { ScaledPictures, tidyScaledPictures } from './scaled-pictures.ts';

/** 1600 × 900. */
const screen = readFileSync(new URL('../../../../docs/guide/images/report.png', import.meta.url));
const icon = readFileSync(new URL('../../../../resources/icons/linux/256x256.png', import.meta.url));
const digest = 'a'.repeat(64);

describe('scaled pictures', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'damson-scaled-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are scaled once for all renderings', async () => {
    const scaled = await new ScaledPictures(path.join(folder, 'new')).scale(screen, digest);
    assert.equal(measurePicture(scaled)?.width, 987);
    assert.deepEqual(readFileSync(path.join(folder, 'new', digest)), scaled);
    writeFileSync(path.join(folder, 'new', digest), icon);
    assert.deepEqual(await new ScaledPictures(path.join(folder, 'new')).scale(screen, digest), icon);
  });

  it('include those that are shown as they are', async () => {
    for (const _ of [1, 2]) assert.equal(await new ScaledPictures(folder).scale(icon, digest), icon);
    assert.equal(readFileSync(path.join(folder, digest)).length, 0);
  });

  it('are scaled without a folder, in one that can’t be written, and several at once', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    for (const place of [null, path.join(folder, 'file', 'below')]) {
      const pictures = new ScaledPictures(place);
      const all = await Promise.all(Array.from({ length: 8 }, () => pictures.scale(screen, digest)));
      for (const one of all) assert.equal(measurePicture(one)?.width, 987);
    }
    assert.deepEqual(readdirSync(folder), ['file']);
  });

  it('are removed half an hour after their last use', async () => {
    const pictures = new ScaledPictures(folder);
    for (const name of ['b', 'c']) await pictures.scale(icon, name.repeat(64));
    const before = new Date(Date.now() - 31 * 60_000);
    for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), before, before);
    await pictures.scale(icon, 'b'.repeat(64));
    await tidyScaledPictures(folder);
    assert.deepEqual(readdirSync(folder), ['b'.repeat(64)]);
    await tidyScaledPictures(path.join(folder, 'none'));
  });
});
