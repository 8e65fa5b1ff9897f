import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { type Now, timeAfter } from '../database/clock.ts';
import { type Db, inLongTransaction, inSnapshot, type Trx } from '../database/database.ts';
import { invalid } from '../errors.ts';
import { type Author, recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import type { Found, Paging } from '../paging.ts';
import { bundledSha256, readBundledCatalogue } from './bundle/bundled.ts';
import { readBundleInWorker } from './bundle/reader.ts';
import { type BundleSource, type ReadLimits, readLimits } from './bundle/source.ts';
import type { CatalogueBundle } from './bundle/stix.ts';
import { sweepUploads, withUpload } from './bundle/upload.ts';
import type {
  CatalogueStatus,
  NamedTag,
  Subtechnique,
  SubtechniqueFilter,
  SyncResult,
  Tactic,
  Tag,
  Technique,
  TechniqueFilter,
  TechniqueRef,
} from './contract.ts';
import {
  chooseDigest,
  compareCatalogues,
  type Difference,
  type DigestRule,
  describeSource,
  judgeGone,
  type NamedSource,
  type PinnedSource,
  parseSource,
  pinnedSource,
  refuseOtherDigest,
  type Source,
} from './rules.ts';
import * as store from './store.ts';
import { SyncGate } from './sync-gate.ts';
import * as syncStore from './sync-store.ts';

export type Catalogue = {
  db: Db;
  now: Now;
  /** `<data>/catalog`: where files to synchronise from lie. */
  folder: string;
  gate: SyncGate;
  limits: ReadLimits;
  pinned: PinnedSource;
};

/**
 * The catalogue of a data folder, whose folder for bundles it makes; bounds and the pinned default can be given. Close its
 * `gate` before the database.
 */
export function openCatalogue(
  parts: { db: Db; now: Now; dataDir: string } & Partial<Pick<Catalogue, 'limits' | 'pinned'>>,
): Catalogue {
  const { db, now, dataDir, limits = readLimits, pinned = pinnedSource } = parts;
  const folder = path.join(dataDir, 'catalog');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { db, now, folder, gate: new SyncGate(), limits, pinned };
}

/** Removes uploads that an earlier process was still receiving; returns how many there were. */
export function sweepCatalogueUploads(catalogue: Pick<Catalogue, 'folder'>): Promise<number> {
  return sweepUploads(catalogue.folder);
}

// Answers that take several queries read one snapshot: a sync that ends in between must not show.

/** Tactics in the order of the matrix. */
export function listTactics(db: Db, page: Paging): Promise<Found<Tactic>> {
  return inSnapshot(db, (trx) => store.listTactics(trx, page));
}

/** Techniques by external id, of one tactic (external id or short name) or all; an unknown tactic has none. */
export function listTechniques(db: Db, filter: TechniqueFilter): Promise<Found<Technique>> {
  return inSnapshot(db, (trx) => store.listTechniques(trx, filter));
}

/** Sub-techniques by external id, of one technique or all; an unknown technique has none. */
export function listSubtechniques(db: Db, filter: SubtechniqueFilter): Promise<Found<Subtechnique>> {
  return inSnapshot(db, (trx) => store.listSubtechniques(trx, filter));
}

/** What the catalogue holds, and where it came from. */
export function readStatus({ db, pinned }: Catalogue): Promise<CatalogueStatus> {
  return inSnapshot(db, async (trx) => {
    const last = await store.findLastSync(trx);
    return {
      last_sync: last?.synced_at ?? null,
      version: last?.version ?? null,
      source_url: last?.source_url ?? null,
      default_url: pinned.url,
      default_version: pinned.version,
      counts: await store.countEntries(trx),
    };
  });
}

/** The version of ATT&CK in the catalogue; null while it is empty or of an unknown version. */
export async function readCatalogueVersion(db: Db): Promise<string | null> {
  return (await store.findLastSync(db))?.version ?? null;
}

/**
 * Synchronises from an address (the pinned one unless another is given), `bundled`, or a file in the catalogue folder.
 * Refuses `sync_running` while another one is under way, `too_large`, and `invalid` a source that can't be read, is no
 * ATT&CK bundle, or has another digest than it must have; the catalogue then stays as it was.
 */
export async function synchronise(
  catalogue: Catalogue,
  by: Author,
  input: DigestRule & { source?: string | undefined },
): Promise<SyncResult> {
  const source = parseSource(input.source, catalogue.pinned);
  const digest = requireDigest(catalogue, source, input);
  return catalogue.gate.run(async (stop) =>
    keep(catalogue, by, source, await read(catalogue, source, stop), digest),
  );
}

/** Synchronises from the catalogue that ships with the program. Refuses `sync_running`. */
export function synchroniseFromBundled(catalogue: Catalogue): Promise<SyncResult> {
  return synchronise(catalogue, 'server', { source: 'bundled', allow_unverified: false });
}

/**
 * Synchronises from a bundle in a request's body; `admit` judges the caller again when it has arrived. Refuses what
 * `synchronise` does, and a body of another media type, compressed or cut off.
 */
export async function importBundle(
  catalogue: Catalogue,
  request: IncomingMessage,
  input: DigestRule,
  admit: () => Promise<Author>,
): Promise<SyncResult> {
  const { folder, gate, limits } = catalogue;
  const source: Source = { kind: 'upload' };
  const digest = requireDigest(catalogue, source, input);
  gate.refuseWhileRunning();
  return withUpload(request, folder, limits.maxBytes, async (file) => {
    const by = await admit();
    return gate.run(async (stop) => {
      const bundle = await readBundleInWorker({ kind: 'file', path: file, name: '' }, limits, stop);
      return keep(catalogue, by, source, bundle, digest);
    });
  });
}

function requireDigest({ pinned }: Catalogue, source: Source, rule: DigestRule): string | null {
  return chooseDigest(source, rule, { default: pinned.sha256, bundled: bundledSha256 });
}

function read(catalogue: Catalogue, source: NamedSource, stop: AbortSignal): Promise<CatalogueBundle> {
  if (source.kind === 'bundled') return readBundledCatalogue();
  const from: BundleSource =
    source.kind === 'file'
      ? { kind: 'file', path: path.join(catalogue.folder, source.name), name: source.name }
      : { kind: 'url', url: source.url };
  return readBundleInWorker(from, catalogue.limits, stop);
}

/** Puts a bundle in the place of the catalogue, all or nothing; refuses another digest than the one it must have. */
async function keep(
  { db, now }: Catalogue,
  by: Author,
  source: Source,
  bundle: CatalogueBundle,
  digest: string | null,
): Promise<SyncResult> {
  refuseOtherDigest(bundle.sha256, digest);
  return inLongTransaction(db, async (trx, pause) => {
    const current = await store.listEntries(trx);
    await pause();
    const difference = compareCatalogues(current, bundle.entries);
    await pause();
    const { deprecated, removed } = judgeGone(difference.gone, await syncStore.listTaggedIds(trx));
    await pause();
    for (const write of syncStore.makeWrites(trx, difference)) {
      await trx.executeQuery(write);
      await pause();
    }
    await syncStore.markDeprecated(trx, deprecated);
    await syncStore.deleteEntries(trx, removed);
    await pause();
    const result = await record(trx, by, { source, bundle, digest, now, difference, deprecated });
    // The commit alone takes as long as a few of the statements.
    await pause();
    return result;
  });
}

async function record(
  trx: Trx,
  by: Author,
  sync: {
    source: Source;
    bundle: CatalogueBundle;
    digest: string | null;
    now: Now;
    difference: Difference;
    deprecated: readonly string[];
  },
): Promise<SyncResult> {
  const row = {
    version: sync.bundle.version,
    source_url: describeSource(sync.source),
    sha256: sync.bundle.sha256,
    verified: sync.digest !== null,
    synced_at: timeAfter((await store.findLastSync(trx))?.synced_at ?? null, sync.now),
  };
  await syncStore.insertSync(trx, newId(), row);
  const { synced_at, ...rest } = row;
  const changes = {
    added: sync.difference.added.length,
    updated: sync.difference.updated.length,
    deprecated: sync.deprecated.length,
  };
  await recordWrite(trx, {
    at: synced_at,
    by,
    verb: 'synchronised',
    object: 'catalogue',
    id: null,
    after: { ...rest, ...changes },
  });
  return { ...rest, counts: await store.countEntries(trx), changes, last_sync: synced_at };
}

/**
 * Takes tags in the order they were given and the path they were given at; returns them with their names, each once. Refuses
 * (`invalid` at `<path>.<index>`) the first that is no entry of its kind.
 */
export async function resolveTags(db: Db, tags: readonly Tag[], at: string): Promise<NamedTag[]> {
  const entries = await findEntryTags(
    db,
    tags.map((tag) => tag.external_id),
  );
  const resolved = new Map<string, NamedTag>();
  for (const [index, tag] of tags.entries()) {
    const entry = entries.get(tag.external_id);
    if (entry === undefined || entry.kind !== tag.kind) {
      throw invalid(`${at}.${index}`, `the catalogue has no ${tag.kind} ${tag.external_id}`);
    }
    resolved.set(tag.external_id, entry);
  }
  return [...resolved.values()];
}

/** Takes external ids, returns the tags of those that are in the catalogue. */
export function findEntryTags(db: Db, externalIds: Iterable<string>): Promise<Map<string, NamedTag>> {
  return store.findEntries(db, new Set(externalIds));
}

/**
 * Takes external ids, returns the techniques and sub-techniques among them that are in the catalogue, with their tactics.
 */
export function findTechniques(db: Db, externalIds: Iterable<string>): Promise<Map<string, TechniqueRef>> {
  return store.findTechniques(db, new Set(externalIds));
}

/**
 * Takes a kind and an external id (or a tactic's short name), returns the external ids of that entry and of everything below
 * it, for an `in` filter; none when there is no such entry.
 */
export const entryAndBelow = store.listIdsBelow;

/** Empties the catalogue. Refused by the database while templates are tagged. */
export const emptyCatalogue: (trx: Trx) => Promise<void> = syncStore.deleteCatalogue;
