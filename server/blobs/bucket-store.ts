import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import type { Bucket } from '../bucket.ts';
import { DomainError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { BucketClient } from './bucket-client.ts';
import { noFollow, storageError } from './disk.ts';
import { isDigest, splitFolder, splitKey, toPreview } from './names.ts';
import { OpenedFile } from './opened-file.ts';
import { holdsNothing, isAnothers, ownerLimit, ownerName } from './owner.ts';
import { StagingFolder } from './staging-folder.ts';
import type { BlobFacts, BlobKey, BlobStore, BlobWriter, OpenedBlob, StagedBlob } from './store.ts';

const ownerOnly = 0o600;
/** From this number of blobs in a folder, they are listed instead of requested one by one. */
const worthAList = 4;

/** Blobs as objects, `<prefix>/<id>/<id>/<sha256>`; blobs in transfer are in a local folder. */
export class BucketBlobStore implements BlobStore {
  readonly #bucket: Bucket;
  readonly #staging: StagingFolder;
  #client: Promise<BucketClient> | undefined;

  constructor(bucket: Bucket, folder: string) {
    this.#bucket = bucket;
    this.#staging = new StagingFolder(folder);
  }

  prepare(): Promise<number> {
    return this.#staging.prepare();
  }

  async claim(owner: string, isOurs: () => Promise<boolean>): Promise<void> {
    const client = await this.#open();
    const writer = await this.stage(ownerLimit, 0);
    await writer.write(Buffer.from(owner));
    const staged = await writer.finish();
    try {
      if ((await this.#digestOf(ownerName)) === null) {
        if (!(await isOurs())) throw holdsNothing(`an object ${ownerName} with the text ${owner}`);
        // With two concurrent claims, one is written last, and both see the result.
        await client.put(ownerName, staged);
      }
      if ((await this.#digestOf(ownerName)) === staged.sha256) return;
    } finally {
      await this.discard(staged);
    }
    throw isAnothers(ownerName);
  }

  stage(limit: number, expected: number): Promise<BlobWriter> {
    return this.#staging.stage(limit, expected);
  }

  newPlace(): string {
    return this.#staging.newPlace();
  }

  async put(staged: StagedBlob, folder: string): Promise<void> {
    const name = splitKey({ folder, sha256: staged.sha256 }).join('/');
    const client = await this.#open();
    const isThere = (await client.head(name)) !== null && (await this.#digestOf(name)) === staged.sha256;
    if (!isThere) await putAndLook(client, name, staged);
    await this.#staging.discard(staged);
  }

  discard(staged: StagedBlob): Promise<void> {
    return this.#staging.discard(staged);
  }

  /** Serves a local copy, which nobody else can change after the comparison. */
  async open(key: BlobKey): Promise<OpenedBlob | null> {
    const name = splitKey(key).join('/');
    const client = await this.#open();
    const { handle, remove, close } = await this.#makeTemporary();
    let isKept = false;
    try {
      const found = await client.download(name, handle);
      if (found?.sha256 !== key.sha256) return null;
      isKept = true;
      return new OpenedFile(handle, found.size, remove);
    } finally {
      if (!isKept) await close();
    }
  }

  async read(key: BlobKey, limit: number): Promise<Buffer | null> {
    const found = await this.#fetch(splitKey(key).join('/'), limit);
    return found?.sha256 === key.sha256 ? found.bytes : null;
  }

  async keepPreview(key: BlobKey, bytes: Buffer): Promise<void> {
    const name = toPreview(splitKey(key).join('/'));
    await this.#staging.make();
    const place = this.#staging.newPlace();
    try {
      await writeFile(place, bytes, { flag: 'wx', mode: ownerOnly });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await (await this.#open()).put(name, { place, sha256, size: bytes.length });
    } finally {
      await rm(place, { force: true });
    }
  }

  async readPreview(key: BlobKey, limit: number): Promise<Buffer | null> {
    return (await this.#fetch(toPreview(splitKey(key).join('/')), limit))?.bytes ?? null;
  }

  async factsOf(key: BlobKey): Promise<BlobFacts | null> {
    const name = splitKey(key).join('/');
    const found = await (await this.#open()).head(name);
    return found && { size: found.size, writtenAt: found.writtenAt };
  }

  async isThere(key: BlobKey): Promise<boolean> {
    return (await this.factsOf(key)) !== null;
  }

  async factsOfAll(keys: readonly BlobKey[]): Promise<(BlobFacts | null)[]> {
    const groups = Map.groupBy(keys, ({ folder }) => splitFolder(folder)[0] ?? '');
    const listed = new Map<string, BlobFacts | null>();
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const names = group.map((key) => splitKey(key).join('/'));
        if (group.length >= worthAList) await this.#listInto(listed, names.sort());
        else
          for (const [index, key] of group.entries()) listed.set(names[index] ?? '', await this.factsOf(key));
      }),
    );
    return keys.map((key) => listed.get(splitKey(key).join('/')) ?? null);
  }

  async delete(key: BlobKey): Promise<void> {
    const name = splitKey(key).join('/');
    const client = await this.#open();
    // The blob last: a start sweeps what a crash leaves, by the blob.
    await client.delete(toPreview(name));
    await client.delete(name);
  }

  /** Ignores names not given by this program. */
  async *list(below?: string): AsyncGenerator<{ folder: string; digests: string[] }> {
    const begin = below === undefined ? '' : `${splitFolder(below).join('/')}/`;
    let found: { folder: string; digests: string[] } | null = null;
    for await (const { name } of (await this.#open()).list(begin)) {
      const key = readKey(name);
      if (key === null) continue;
      if (found !== null && found.folder !== key.folder) {
        yield found;
        found = null;
      }
      found ??= { folder: key.folder, digests: [] };
      found.digests.push(key.sha256);
    }
    if (found !== null) yield found;
  }

  /** A bucket has no folders, so none is empty. */
  async tidy(folder: string): Promise<void> {
    splitFolder(folder);
  }

  async wipe(): Promise<void> {
    const client = await this.#open();
    for await (const { name } of client.list('')) if (name !== ownerName) await client.delete(name);
    await this.prepare();
  }

  async check(): Promise<void> {
    await this.#staging.check();
    await (await this.#open()).probe();
  }

  /** The bytes of an object and their digest; null when there is none, or it has more than `limit`. */
  async #fetch(name: string, limit: number): Promise<{ bytes: Buffer; sha256: string } | null> {
    const client = await this.#open();
    const { handle, close } = await this.#makeTemporary();
    try {
      const found = await client.download(name, handle);
      if (found === null || found.size > limit) return null;
      const bytes = Buffer.alloc(found.size);
      await handle.read(bytes, 0, found.size, 0);
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    } finally {
      await close();
    }
  }

  /** The digest of an object; null when there is none. */
  async #digestOf(name: string): Promise<string | null> {
    const client = await this.#open();
    const { handle, close } = await this.#makeTemporary();
    try {
      return (await client.download(name, handle))?.sha256 ?? null;
    } finally {
      await close();
    }
  }

  /** An unnamed file, if open files can be removed: then even a killed process leaves nothing behind. */
  async #makeTemporary(): Promise<{
    handle: FileHandle;
    remove: () => Promise<void>;
    close: () => Promise<void>;
  }> {
    await this.#staging.make();
    const place = this.#staging.newPlace();
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | noFollow;
    const handle = await open(place, flags, ownerOnly).catch((error: unknown) => {
      throw storageError(error);
    });
    const remove = () => rm(place, { force: true }).catch(() => {});
    await remove();
    return { handle, remove, close: () => handle.close().finally(remove) };
  }

  /** The facts of blobs of one folder, given in order, by listing the range from first to last. */
  async #listInto(facts: Map<string, BlobFacts | null>, names: readonly string[]): Promise<void> {
    const [first = '', last = ''] = [names[0], names.at(-1)];
    const wanted = new Set(names);
    // A digest sorts after any prefix of itself.
    const before = first.slice(0, -1);
    for await (const { name, size, writtenAt } of (await this.#open()).list(
      `${first.split('/')[0]}/`,
      before,
    )) {
      if (name > last) return;
      if (wanted.has(name)) facts.set(name, { size, writtenAt });
    }
  }

  /** Loaded on first use: most installations have no bucket. */
  #open(): Promise<BucketClient> {
    this.#client ??= import('./bucket-client.ts').then(({ BucketClient }) => new BucketClient(this.#bucket));
    return this.#client;
  }
}

/** The stored object is compared before it counts as kept. */
async function putAndLook(client: BucketClient, name: string, staged: StagedBlob): Promise<void> {
  await client.put(name, staged);
  const found = await client.head(name);
  if (found?.size === staged.size && (found.sha256 ?? staged.sha256) === staged.sha256) return;
  throw new DomainError('unavailable', 'The file store did not keep what it was given: try again later');
}

function readKey(name: string): BlobKey | null {
  const [first = '', second = '', sha256 = '', ...more] = name.split('/');
  if (!isId(first) || !isId(second) || !isDigest(sha256) || more.length > 0) return null;
  return { folder: `${first}/${second}`, sha256 };
}
