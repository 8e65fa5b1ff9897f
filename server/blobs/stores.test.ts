import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isOtherStoreGiven, otherStoreAt, putBeside } from '../../test/support/servers/other-store.ts';
import { S3Store } from '../../test/support/servers/s3-store.ts';
import { type Bucket, readBucket } from '../bucket.ts';
import { newId } from '../ids.ts';
import { openBlobStore } from './place.ts';
import type { BlobKey, BlobStore } from './store.ts';

type World = {
  bucket: Bucket | null;
  /** Whether the store verifies uploads against their digest. */
  judges: boolean;
  /** Writes a file directly into the store's place. */
  plant: (place: string, bytes: string) => Promise<void>;
  close(): Promise<void>;
};

const readFrom = (environment: NodeJS.ProcessEnv): Bucket | null => readBucket((name) => environment[name]);

function plantBelow(root: string): World['plant'] {
  return async (place, bytes) => {
    mkdirSync(path.dirname(path.join(root, place)), { recursive: true });
    writeFileSync(path.join(root, place), bytes);
  };
}

async function openStrict(): Promise<World> {
  const s3 = await new S3Store().start();
  s3.pageSize = 2;
  const bucket = readFrom(s3.environment('some/where'));
  return {
    bucket,
    judges: true,
    plant: plantBelow(path.join(s3.folder, 'some/where')),
    close: () => s3.close(),
  };
}

async function openOther(): Promise<World> {
  const prefix = `damson-test-${newId()}`;
  return {
    bucket: readFrom(otherStoreAt(prefix)),
    judges: true,
    plant: (place, bytes) => putBeside(`${prefix}/${place}`, bytes),
    close: async () => {},
  };
}

const worlds: [name: string, open: (folder: string) => Promise<World>][] = [
  [
    'a folder',
    async (folder) => ({ bucket: null, judges: false, plant: plantBelow(folder), close: async () => {} }),
  ],
  ['a strict store', openStrict],
  ...(isOtherStoreGiven ? [['another store', openOther] satisfies (typeof worlds)[number]] : []),
];

for (const [name, open] of worlds) {
  describe(`blobs in ${name}`, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'damson-stores-'));
    let world: World;
    let store: BlobStore;
    before(async () => {
      world = await open(folder);
      store = openBlobStore({ folder, bucket: world.bucket });
      await store.prepare();
    });
    after(async () => {
      await store.wipe();
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const stage = async (bytes: string | Buffer) => {
      const writer = await store.stage(64 * 1024 * 1024, bytes.length);
      await writer.write(Buffer.from(bytes));
      return writer.finish();
    };
    const put = async (bytes: string | Buffer, where = `${newId()}/${newId()}`): Promise<BlobKey> => {
      const staged = await stage(bytes);
      await store.put(staged, where);
      return { folder: where, sha256: staged.sha256 };
    };
    const read = async (key: BlobKey, range?: { start: number; end: number }): Promise<Buffer | null> => {
      const opened = await store.open(key);
      if (opened === null) return null;
      try {
        return Buffer.concat(await Array.fromAsync(opened.stream(range)));
      } finally {
        await opened.close();
      }
    };
    const listed = async (below?: string) =>
      new Map(
        (await Array.fromAsync(store.list(below))).map((found) => [found.folder, found.digests.toSorted()]),
      );
    const temporary = () => readdirSync(path.join(folder, '.tmp'));

    it('are read as they were put, whole or in part, and leave nothing on the way', async () => {
      for (const bytes of [Buffer.alloc(0), Buffer.from('sixteen letters.'), Buffer.alloc(3_000_000, 'ab')]) {
        const key = await put(bytes);
        assert.equal(key.sha256, createHash('sha256').update(bytes).digest('hex'));
        assert.ok((await read(key))?.equals(bytes));
        if (bytes.length === 16) assert.equal(String(await read(key, { start: 8, end: 11 })), 'lett');
        const facts = await store.factsOf(key);
        assert.equal(facts?.size, bytes.length);
        assert.ok(Math.abs(Number(facts?.writtenAt) - Date.now()) < 60_000);
        await store.delete(key);
        assert.equal(await read(key), null);
        assert.equal(await store.factsOf(key), null);
        assert.deepEqual(temporary(), []);
      }
    });

    it('have a preview that no list shows, and that goes with them', async () => {
      const key = await put('a picture');
      assert.equal(await store.readPreview(key, 100), null);
      for (const preview of ['small', 'smaller', '']) {
        await store.keepPreview(key, Buffer.from(preview));
        assert.equal(String(await store.readPreview(key, preview.length)), preview);
      }
      await store.keepPreview(key, Buffer.from('small'));
      assert.equal(await store.readPreview(key, 4), null);
      assert.equal(String(await store.read(key, 9)), 'a picture');
      assert.equal(await store.read(key, 8), null);
      assert.deepEqual((await listed()).get(key.folder), [key.sha256]);
      assert.deepEqual(temporary(), []);
      await store.delete(key);
      assert.equal(await store.readPreview(key, 100), null);
      assert.equal((await listed()).has(key.folder), false);
    });

    it('can be put and removed twice', async () => {
      const where = `${newId()}/${newId()}`;
      const key = await put('twice', where);
      assert.deepEqual(await put('twice', where), key);
      assert.equal(String(await read(key)), 'twice');
      await store.delete(key);
      await store.delete(key);
      assert.deepEqual(temporary(), []);
    });

    it('are listed by folder, all or those below one', async () => {
      const [outer, inner, other] = [newId(), newId(), newId()];
      const keys = [];
      for (const where of [`${outer}/${inner}`, `${outer}/${other}`, `${other}/${inner}`]) {
        for (const text of ['first', 'second', 'third']) keys.push(await put(text, where));
      }
      const digests = keys.slice(0, 3).map(({ sha256 }) => sha256);
      const expect = (...folders: string[]) => new Map(folders.map((where) => [where, digests.toSorted()]));
      assert.deepEqual(await listed(), expect(`${outer}/${inner}`, `${outer}/${other}`, `${other}/${inner}`));
      assert.deepEqual(await listed(outer), expect(`${outer}/${inner}`, `${outer}/${other}`));
      assert.deepEqual(await listed(`${outer}/${other}`), expect(`${outer}/${other}`));
      assert.deepEqual([...(await listed(newId())).values()].flat(), []);

      const unknown = { folder: `${outer}/${newId()}`, sha256: 'a'.repeat(64) };
      const asked = [...keys.toReversed(), unknown, { ...unknown, folder: `${newId()}/${newId()}` }];
      const facts = await store.factsOfAll(asked);
      assert.deepEqual(
        facts.map((found) => found?.size),
        [5, 6, 5, 5, 6, 5, 5, 6, 5, undefined, undefined],
      );
      await store.wipe();
      assert.deepEqual(await listed(), new Map());
      assert.equal((await store.factsOfAll(asked)).filter(Boolean).length, 0);
    });

    it('are refused by the store if their bytes changed in transit', async (context) => {
      if (!world.judges) return context.skip('it does not compare them');
      const staged = await stage('the truth');
      writeFileSync(staged.place, 'the fraud');
      const where = `${newId()}/${newId()}`;
      await assert.rejects(store.put(staged, where), { code: 'unavailable' });
      assert.deepEqual(await listed(where), new Map());
      await store.discard(staged);
    });

    it('are never confused with others or with foreign files', async () => {
      const { plant } = world;
      const key = await put('the truth');
      await plant(`${key.folder}/${key.sha256}`, 'the fraud');
      assert.equal(await read(key), null);
      assert.equal(await store.read(key, 100), null);
      assert.deepEqual(temporary(), []);
      await put('the truth', key.folder);
      assert.equal(String(await read(key)), 'the truth');
      for (const odd of [
        'note.txt',
        `${newId()}/note.txt`,
        `${key.folder}/note.txt`,
        `${newId()}/${newId()}/x`,
      ])
        await plant(odd, 'none of ours');
      assert.deepEqual((await listed()).get(key.folder), [key.sha256]);
      assert.deepEqual([...(await listed()).values()].flat(), [key.sha256]);
    });

    it('accept only identifiers and a digest as a location', async () => {
      const sha256 = 'a'.repeat(64);
      const staged = await stage('x');
      for (const key of [
        { folder: `../${newId()}`, sha256 },
        { folder: `${newId()}/${newId()}/${newId()}`, sha256 },
        { folder: newId(), sha256 },
        { folder: `${newId()}/${newId()}`, sha256: '../../x' },
      ]) {
        await assert.rejects(store.open(key), /not the place/);
        await assert.rejects(store.factsOf(key), /not the place/);
        await assert.rejects(store.delete(key), /not the place/);
        await assert.rejects(store.put({ ...staged, sha256: key.sha256 }, key.folder), /not the place/);
      }
      for (const where of ['..', `${newId()}/..`, '']) {
        await assert.rejects(Array.fromAsync(store.list(where)), /not the place/);
        await assert.rejects(store.tidy(where), /not the place/);
      }
      await store.discard(staged);
      assert.deepEqual(temporary(), []);
    });

    it('accept no more than the limit', async () => {
      const writer = await store.stage(10, 0);
      await writer.write(Buffer.alloc(10));
      await assert.rejects(writer.write(Buffer.alloc(1)), { code: 'too_large' });
      await writer.discard();
      await assert.rejects(store.stage(10, Number.MAX_SAFE_INTEGER), { code: 'disk_full' });
      assert.deepEqual(temporary(), []);
    });

    it('are reported as present', () => store.check());
  });
}
