import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Now } from '../database/clock.ts';
import { type Db, inSnapshot, tryHoldName } from '../database/database.ts';
import { invalid } from '../errors.ts';
import type { Author } from '../history/service.ts';
import type { Found, Paging } from '../paging.ts';
import { bundledSha256 } from './bundle/bundled.ts';
import { type ReadLimits, readLimits } from './bundle/limits.ts';
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
  type DigestRule,
  describeSource,
  type NamedSource,
  type PinnedSource,
  parseSource,
  pinnedSource,
  type Source,
} from './rules.ts';
import * as store from './store.ts';
import { SyncGate } from './sync/gate.ts';
import { type BundleSource, runSync } from './sync/job.ts';
import { readThreatStatus } from './threats/service.ts';

export type Catalogue = {
  db: Db;
  now: Now;
  /** `<data>/catalog`: folder of files for synchronisation. */
  folder: string;
  gate: SyncGate;
  limits: ReadLimits;
  pinned: PinnedSource;
};

/**
 * The catalogue of a data folder; creates its folder for bundles. Limits and the pinned default are optional. Close its `gate`
 * before the database.
 */
export function openCatalogue(
  parts: { db: Db; now: Now; dataDir: string } & Partial<Pick<Catalogue, 'limits' | 'pinned'>>,
): Catalogue {
  const { db, now, dataDir, limits = readLimits, pinned = pinnedSource } = parts;
  const folder = path.join(dataDir, 'catalog');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { db, now, folder, gate: new SyncGate(() => tryHoldName(db, 'catalogue')), limits, pinned };
}

/** Removes partial uploads of an earlier process; returns their number. */
export function sweepCatalogueUploads(catalogue: Pick<Catalogue, 'folder'>): Promise<number> {
  return sweepUploads(catalogue.folder);
}

// Responses from several queries read one snapshot, so that a sync in between doesn't show.

/** Tactics in matrix order. */
export function listTactics(db: Db, page: Paging): Promise<Found<Tactic>> {
  return inSnapshot(db, (trx) => store.listTactics(trx, page));
}

/** Techniques by external id, of one tactic (external id or short name) or all; none for an unknown tactic. */
export function listTechniques(db: Db, filter: TechniqueFilter): Promise<Found<Technique>> {
  return inSnapshot(db, (trx) => store.listTechniques(trx, filter));
}

/** Sub-techniques by external id, of one technique or all; none for an unknown technique. */
export function listSubtechniques(db: Db, filter: SubtechniqueFilter): Promise<Found<Subtechnique>> {
  return inSnapshot(db, (trx) => store.listSubtechniques(trx, filter));
}

/** Content of the catalogue, and its source. */
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
      threats: await readThreatStatus(trx),
    };
  });
}

/** The ATT&CK version of the catalogue; null if it is empty or its version is unknown. */
export async function readCatalogueVersion(db: Db): Promise<string | null> {
  return (await store.findLastSync(db))?.version ?? null;
}

/** Whether there is a catalogue. */
export async function isCatalogueLoaded(db: Db): Promise<boolean> {
  return (await store.lastSyncId(db)) !== null;
}

/**
 * Synchronises from an address (by default the pinned one), `bundled`, or a file in the catalogue folder. Refuses `sync_running`
 * while another sync is running, `too_large`, and `invalid` a source that can't be read, is no ATT&CK bundle, or has the wrong
 * digest; the catalogue then stays unchanged.
 */
export async function synchronise(
  catalogue: Catalogue,
  by: Author,
  input: DigestRule & { source?: string | undefined },
): Promise<SyncResult> {
  const source = parseSource(input.source, catalogue.pinned);
  const digest = requireDigest(catalogue, source, input);
  return catalogue.gate.run((stop) =>
    run(catalogue, { by, source, digest, from: locate(catalogue, source) }, stop),
  );
}

/** Synchronises from the bundled catalogue. Refuses `sync_running`. */
export function synchroniseFromBundled(catalogue: Catalogue): Promise<SyncResult> {
  return synchronise(catalogue, 'server', { source: 'bundled', allow_unverified: false });
}

/**
 * Synchronises from a bundle in a request's body; `admit` checks the caller again once it has arrived. Refuses what `synchronise`
 * does, and a body of another media type, compressed or truncated.
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
    return gate.run((stop) =>
      run(catalogue, { by, source, digest, from: { kind: 'file', path: file, name: '' } }, stop),
    );
  });
}

function requireDigest({ pinned }: Catalogue, source: Source, rule: DigestRule): string | null {
  return chooseDigest(source, rule, { default: pinned.sha256, bundled: bundledSha256 });
}

function locate({ folder }: Catalogue, source: NamedSource): BundleSource {
  return source.kind === 'file' ? { ...source, path: path.join(folder, source.name) } : source;
}

function run(
  catalogue: Catalogue,
  { by, source, digest, from }: { by: Author; source: Source; digest: string | null; from: BundleSource },
  stop: AbortSignal,
): Promise<SyncResult> {
  // Only the recorded fields of a user are passed to another thread.
  const author = typeof by === 'string' ? by : { id: by.id, displayName: by.displayName, token: by.token };
  const task = { from, limits: catalogue.limits, digest, source: describeSource(source), by: author };
  return runSync(catalogue, task, stop);
}

/**
 * Takes tags in their given order and their path in the request; returns the distinct tags with their names. Refuses (`invalid`
 * at `<path>.<index>`) the first that is no entry of its kind.
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

/** All entries by name only, with their tactics, for reading and writing files. */
export const listKnownEntries: typeof store.listKnownEntries = store.listKnownEntries;

/**
 * Takes a kind and an external id (or a tactic's short name), returns the external ids of that entry and everything below it, for
 * an `in` filter; none if there is no such entry.
 */
export const entryAndBelow = store.listIdsBelow;
