import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openBlobStore } from '../../../blobs/place.ts';
import type { BlobKey, BlobStore } from '../../../blobs/store.ts';
import { newId } from '../../../ids.ts';
import { measurePicture } from '../../../reports/content/pictures.ts';
import { type MadePreview, ScaledPictures } from './scaled-pictures.ts';
import { derivePreviewKey, sealPreview } from './seal.ts';

/** 1600 × 900. */
const screen = readFileSync(new URL('../../../../docs/guide/images/report.png', import.meta.url));
const icon = readFileSync(new URL('../../../../resources/icons/linux/256x256.png', import.meta.url));
/** One that can't be decoded. */
const broken = screen.subarray(0, 70_000);
const key = derivePreviewKey('the secret of this installation');

describe('scaled pictures', () => {
  let folder: string;
  let store: BlobStore;
  let made: MadePreview[];
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'damson-scaled-'));
    store = openBlobStore({ folder, bucket: null });
    await store.prepare();
    made = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = () => new ScaledPictures({ store, key, onMade: (preview) => made.push(preview) });
  async function put(bytes: Buffer): Promise<BlobKey> {
    const writer = await store.stage(bytes.length, bytes.length);
    await writer.write(Buffer.from(bytes));
    const of = { folder: `${newId()}/${newId()}`, sha256: createHash('sha256').update(bytes).digest('hex') };
    await store.put(await writer.finish(), of.folder);
    return of;
  }
  const keep = ({ of, sealed }: MadePreview) => store.keepPreview(of, Buffer.from(sealed));

  it('are scaled once, and then come from their preview', async () => {
    const of = await put(screen);
    const scaled = await open().scale(screen, of);
    assert.equal(measurePicture(scaled)?.width, 987);
    await keep(made[0] as MadePreview);
    assert.deepEqual(await open().scale(screen, of), scaled);
    assert.equal(made.length, 1);
    await store.keepPreview(of, sealPreview(key, of.sha256, icon));
    assert.deepEqual(await open().scale(screen, of), icon);
  });

  it('include those that are shown as they are', async () => {
    const of = await put(broken);
    assert.equal(await open().scale(broken, of), broken);
    await keep(made[0] as MadePreview);
    assert.equal(await open().scale(broken, of), broken);
    assert.equal(made.length, 1);
    assert.equal(await open().scale(icon, await put(icon)), icon);
    assert.equal(made.length, 1);
  });

  it('are scaled anew where the preview is not the one that was made of them', async () => {
    const of = await put(screen);
    const scaled = await open().scale(screen, of);
    const sealed = Buffer.from((made[0] as MadePreview).sealed);
    const flipped = Buffer.from(sealed);
    flipped[1000] = (flipped[1000] ?? 0) ^ 1;
    const forged = [
      Buffer.alloc(0),
      icon,
      flipped,
      sealed.subarray(0, 2000),
      sealPreview(key, 'b'.repeat(64), icon),
      sealPreview(derivePreviewKey('of another installation'), of.sha256, icon),
    ];
    for (const bytes of forged) {
      await store.keepPreview(of, bytes);
      assert.deepEqual(await open().scale(screen, of), scaled);
    }
    assert.equal(made.length, 1 + forged.length);
    for (const preview of made) assert.deepEqual(Buffer.from(preview.sealed), sealed);
  });

  it('are scaled without a place, with one that can’t be read, and several at once', async () => {
    const of = await put(screen);
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const unreadable = openBlobStore({ folder: file, bucket: null });
    for (const place of [null, { store: unreadable, key, onMade: () => {} }]) {
      const pictures = new ScaledPictures(place);
      const all = await Promise.all(Array.from({ length: 8 }, () => pictures.scale(screen, of)));
      for (const one of all) assert.equal(measurePicture(one)?.width, 987);
    }
    assert.deepEqual(readdirSync(path.join(folder, of.folder)), [of.sha256]);
  });
});
