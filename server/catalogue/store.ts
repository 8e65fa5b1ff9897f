import { type Db, prepare } from '../database/database.ts';
import { contains } from '../database/search.ts';
import type { Row } from '../database/tables.ts';
import type { Found } from '../paging.ts';
import type {
  Counts,
  NamedTag,
  Subtechnique,
  SubtechniqueFilter,
  Tactic,
  Technique,
  TechniqueFilter,
  TechniqueRef,
} from './contract.ts';
import type { StoredEntry } from './rules.ts';

type NamedEntry = { external_id: string; name: string };
type EntryRow = Row<'catalogue_entries'>;

export type SyncRecord = {
  version: string | null;
  source_url: string;
  sha256: string;
  verified: boolean;
  synced_at: string;
  threats_version: string | null;
  /** Null without threats. */
  threats_synced_at: string | null;
};

/** In matrix order; tactics no longer in the matrix come last. */
export async function listTactics(db: Db, page: { limit: number; offset: number }): Promise<Found<Tactic>> {
  const query = db.selectFrom('catalogue_entries').where('kind', '=', 'tactic');
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('deprecated')
    .orderBy('position')
    .orderBy('external_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items: rows.map((row) => ({ kind: 'tactic', ...toEntryFields(row) })), total: Number(n) };
}

export async function listTechniques(db: Db, filter: TechniqueFilter): Promise<Found<Technique>> {
  let query = db.selectFrom('catalogue_entries').where('kind', '=', 'technique');
  if (filter.q) query = query.where(contains(filter.q, 'external_id', 'name'));
  if (filter.tactic !== undefined) {
    const tacticId = await findTacticId(db, filter.tactic);
    if (tacticId === null) return { items: [], total: 0 };
    query = query.where(
      'external_id',
      'in',
      db.selectFrom('catalogue_entry_tactics').select('external_id').where('tactic_id', '=', tacticId),
    );
  }
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('external_id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const tactics = await listTacticsOf(db, rows);
  return {
    items: rows.map((row) => ({
      kind: 'technique',
      ...toEntryFields(row),
      tactics: tactics.get(row.external_id) ?? [],
    })),
    total: Number(n),
  };
}

export async function listSubtechniques(db: Db, filter: SubtechniqueFilter): Promise<Found<Subtechnique>> {
  let query = db.selectFrom('catalogue_entries').where('kind', '=', 'subtechnique');
  if (filter.q) query = query.where(contains(filter.q, 'external_id', 'name'));
  if (filter.technique !== undefined) query = query.where('parent_id', '=', filter.technique);
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('external_id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const tactics = await listTacticsOf(db, rows);
  const parents = await findEntries(db, new Set(rows.map((row) => row.parent_id!)));
  return {
    items: rows.map((row) => ({
      kind: 'subtechnique',
      ...toEntryFields(row),
      technique: { external_id: row.parent_id!, name: parents.get(row.parent_id!)!.name },
      tactics: tactics.get(row.external_id) ?? [],
    })),
    total: Number(n),
  };
}

function toEntryFields(row: EntryRow) {
  return {
    external_id: row.external_id,
    name: row.name,
    description: row.description,
    url: row.url,
    deprecated: row.deprecated === 1,
  };
}

/** The tactic with this external id or short name; short names may move from one tactic to another. */
async function findTacticId(db: Db, tactic: string): Promise<string | null> {
  const row = await db
    .selectFrom('catalogue_entries')
    .select('external_id')
    .where('kind', '=', 'tactic')
    .where(({ eb, or }) => or([eb('external_id', '=', tactic), eb('short_name', '=', tactic)]))
    .orderBy('deprecated')
    .orderBy('external_id')
    .executeTakeFirst();
  return row?.external_id ?? null;
}

/** The tactics of each entry, in matrix order. */
async function listTacticsOf(
  db: Db,
  rows: readonly Pick<EntryRow, 'external_id'>[],
): Promise<Map<string, NamedEntry[]>> {
  const tactics = new Map<string, NamedEntry[]>();
  if (rows.length === 0) return tactics;
  const found = await db
    .selectFrom('catalogue_entry_tactics as link')
    .innerJoin('catalogue_entries as tactic', 'tactic.external_id', 'link.tactic_id')
    .select(['link.external_id as entry_id', 'tactic.external_id', 'tactic.name'])
    .where(
      'link.external_id',
      'in',
      rows.map((row) => row.external_id),
    )
    .orderBy('tactic.deprecated')
    .orderBy('tactic.position')
    .orderBy('tactic.external_id')
    .execute();
  for (const { entry_id, external_id, name } of found) {
    const known = tactics.get(entry_id) ?? [];
    known.push({ external_id, name });
    tactics.set(entry_id, known);
  }
  return tactics;
}

export async function findEntries(db: Db, externalIds: ReadonlySet<string>): Promise<Map<string, NamedTag>> {
  if (externalIds.size === 0) return new Map();
  const rows = await db
    .selectFrom('catalogue_entries')
    .select(['external_id', 'kind', 'name'])
    .where('external_id', 'in', [...externalIds])
    .execute();
  return new Map(rows.map(({ external_id, kind, name }) => [external_id, { kind, external_id, name }]));
}

/** The techniques and sub-techniques with these external ids, with their tactics in matrix order. */
export async function findTechniques(
  db: Db,
  externalIds: ReadonlySet<string>,
): Promise<Map<string, TechniqueRef>> {
  if (externalIds.size === 0) return new Map();
  const rows = await db
    .selectFrom('catalogue_entries')
    .select(['external_id', 'name'])
    .where('external_id', 'in', [...externalIds])
    .where('kind', '!=', 'tactic')
    .execute();
  const tactics = await listTacticsOf(db, rows);
  return new Map(
    rows.map(({ external_id, name }) => [
      external_id,
      {
        id: external_id,
        name,
        tactics: (tactics.get(external_id) ?? []).map((tactic) => ({
          id: tactic.external_id,
          name: tactic.name,
        })),
      },
    ]),
  );
}

/** Number of entries of each kind that are not deprecated. */
export async function countEntries(db: Db): Promise<Counts> {
  const rows = await db
    .selectFrom('catalogue_entries')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('n')])
    .where('deprecated', '=', 0)
    .groupBy('kind')
    .execute();
  const count = (kind: EntryRow['kind']) => Number(rows.find((row) => row.kind === kind)?.n ?? 0);
  return {
    tactics: count('tactic'),
    techniques: count('technique'),
    subtechniques: count('subtechnique'),
  };
}

export async function findLastSync(db: Db): Promise<SyncRecord | null> {
  const row = await db
    .selectFrom('catalogue_syncs')
    .select([
      'version',
      'source_url',
      'sha256',
      'verified',
      'synced_at',
      'threats_version',
      'threats_synced_at',
    ])
    .orderBy('synced_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, verified: row.verified === 1 } : null;
}

const findLastSyncId = prepare<Record<never, never>, { id: string }>((db) =>
  db.selectFrom('catalogue_syncs').select('id').orderBy('synced_at', 'desc').limit(1),
);

/** The sync that made the catalogue: a different id means a different catalogue. Null while it is empty. */
export async function lastSyncId(db: Db): Promise<string | null> {
  return (await findLastSyncId(db, {}))[0]?.id ?? null;
}

export async function listEntries(db: Db): Promise<StoredEntry[]> {
  const rows = await db.selectFrom('catalogue_entries').selectAll().execute();
  const links = await db.selectFrom('catalogue_entry_tactics').selectAll().execute();
  const tactics = new Map<string, string[]>();
  for (const { external_id, tactic_id } of links) {
    const known = tactics.get(external_id);
    if (known === undefined) tactics.set(external_id, [tactic_id]);
    else known.push(tactic_id);
  }
  return rows.map(({ platforms_json, deprecated, ...row }) => ({
    ...row,
    tactic_ids: tactics.get(row.external_id) ?? [],
    platforms: JSON.parse(platforms_json) as string[],
    deprecated: deprecated === 1,
  }));
}

/** External ids of an entry of this kind and of everything below it; none when there is no such entry. */
export async function listIdsBelow(db: Db, kind: EntryRow['kind'], entry: string): Promise<string[]> {
  const id = kind === 'tactic' ? await findTacticId(db, entry) : entry;
  if (id === null || (await findEntries(db, new Set([id]))).get(id)?.kind !== kind) return [];
  const below =
    kind === 'tactic'
      ? db.selectFrom('catalogue_entry_tactics').select('external_id').where('tactic_id', '=', id)
      : db.selectFrom('catalogue_entries').select('external_id').where('parent_id', '=', id);
  return [id, ...(await below.execute()).map((row) => row.external_id)];
}

/** Every entry by name only, with the external ids of its tactics in matrix order. */
export async function listKnownEntries(
  db: Db,
): Promise<(Pick<EntryRow, 'external_id' | 'kind' | 'name'> & { deprecated: boolean; tactics: string[] })[]> {
  const entries = await db
    .selectFrom('catalogue_entries')
    .select(['external_id', 'kind', 'name', 'deprecated'])
    .orderBy('external_id')
    .execute();
  const links = await db
    .selectFrom('catalogue_entry_tactics as link')
    .innerJoin('catalogue_entries as tactic', 'tactic.external_id', 'link.tactic_id')
    .select(['link.external_id', 'link.tactic_id'])
    .orderBy('tactic.position')
    .execute();
  const tacticsOf = Map.groupBy(links, (link) => link.external_id);
  return entries.map(({ deprecated, ...entry }) => ({
    ...entry,
    deprecated: deprecated === 1,
    tactics: (tacticsOf.get(entry.external_id) ?? []).map(({ tactic_id }) => tactic_id),
  }));
}
