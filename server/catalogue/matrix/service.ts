import { createHash } from 'node:crypto';
import { type Db, inSnapshot } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import type { Found, Paging } from '../../paging.ts';
import type { FoundTechnique } from '../contract.ts';
import * as store from '../store.ts';
import { buildMatrix, listSearchableTechniques, rankTechniques, type SearchableTechnique } from './matrix.ts';

/** A cached response: its bytes and their entity tag. */
export type KeptAnswer = { bytes: Buffer; tag: string };

type Edition = {
  matrix: KeptAnswer | null;
  techniques: SearchableTechnique[];
  /** Recent results, because people typing names share the same beginnings. */
  found: Map<string, FoundTechnique[]>;
};
const foundCapacity = 500;

/** Derived data of the catalogue, built once per sync. */
export class CatalogueEditions {
  readonly #db: Db;
  #kept: { syncId: string; edition: Promise<Edition> } | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The edition of the newest sync; null while the catalogue is empty. */
  async current(): Promise<Edition | null> {
    const syncId = await store.lastSyncId(this.#db);
    if (syncId === null) {
      this.#kept = null;
      return null;
    }
    if (this.#kept?.syncId !== syncId) {
      const kept = { syncId, edition: makeEdition(this.#db) };
      this.#kept = kept;
      kept.edition.catch(() => {
        if (this.#kept === kept) this.#kept = null;
      });
    }
    return this.#kept.edition;
  }
}

function makeEdition(db: Db): Promise<Edition> {
  return inSnapshot(db, async (trx) => {
    const entries = await store.listEntries(trx);
    const matrix = buildMatrix((await store.findLastSync(trx))?.version ?? null, entries);
    return {
      matrix: matrix.tactics.length === 0 ? null : kept(matrix),
      techniques: listSearchableTechniques(entries),
      found: new Map(),
    };
  });
}

function kept(value: unknown): KeptAnswer {
  const bytes = Buffer.from(JSON.stringify(value));
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** The matrix as JSON. Refuses `catalogue_absent` while there is no catalogue. */
export async function readMatrix(editions: CatalogueEditions): Promise<KeptAnswer> {
  const matrix = (await editions.current())?.matrix;
  if (!matrix) throw new DomainError('catalogue_absent', 'The ATT&CK catalogue has not been loaded yet');
  return matrix;
}

/** A page of the matching techniques and sub-techniques, best first; none while there is no catalogue. */
export async function searchTechniques(
  editions: CatalogueEditions,
  { q, limit, offset }: { q: string } & Paging,
): Promise<Found<FoundTechnique>> {
  const edition = await editions.current();
  const found = edition === null ? [] : find(edition, q.toLowerCase());
  return { items: found.slice(offset, offset + limit), total: found.length };
}

function find({ techniques, found }: Edition, q: string): FoundTechnique[] {
  const known = found.get(q);
  if (known !== undefined) return known;
  const ranked = rankTechniques(techniques, q);
  if (found.size >= foundCapacity) found.clear();
  found.set(q, ranked);
  return ranked;
}
