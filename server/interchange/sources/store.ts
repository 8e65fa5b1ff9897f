import type { ImportedKind, ImportFormat } from '../../../domain/interchange.ts';
import type { Db, Trx } from '../../database/database.ts';
import { inPieces } from '../../database/insert.ts';
import type { NewRow, Row } from '../../database/tables.ts';

/** Source of an object at the time of its import. */
export type Source = Row<'import_sources'>;

const mostParameters = 500;

type Name = { format: ImportFormat; kind: ImportedKind; scope: string };
type SourceTable = 'import_sources' | 'import_sources_apart';

/** Whether visibility differs between people, so that several objects can share one source. */
function isSeenByPart({ kind, scope }: Pick<Name, 'kind' | 'scope'>): boolean {
  return scope === '' && (kind === 'mission' || kind === 'execution' || kind === 'selection');
}

/** Earlier results for these source ids among objects that everyone sees, by source id. */
export async function findSources(
  db: Db,
  of: Name,
  sourceIds: readonly string[],
): Promise<Map<string, Source>> {
  const rows = await listNamed(db, 'import_sources', of, sourceIds);
  return new Map(rows.map((row) => [row.source_id, row]));
}

/** Earlier results for these source ids by anyone, newest imports first. */
export async function listSources(db: Db, of: Name, sourceIds: readonly string[]): Promise<Source[]> {
  const rows = await listNamed(db, 'import_sources', of, sourceIds);
  if (!isSeenByPart(of)) return rows;
  const apart = await listNamed(db, 'import_sources_apart', of, sourceIds);
  return [...rows, ...apart].sort((a, b) => (a.import_id < b.import_id ? 1 : -1));
}

async function listNamed(
  db: Db,
  table: SourceTable,
  of: Name,
  sourceIds: readonly string[],
): Promise<Source[]> {
  const found: Source[] = [];
  for (let start = 0; start < sourceIds.length; start += mostParameters) {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where('format', '=', of.format)
      .where('kind', '=', of.kind)
      .where('scope', '=', of.scope)
      .where('source_id', 'in', sourceIds.slice(start, start + mostParameters))
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Sources of objects, by id: the identifier in their tool, and unmapped values. */
export async function listOrigins(
  db: Db,
  of: { format: ImportFormat; kind: ImportedKind },
  objectIds: readonly string[],
): Promise<Map<string, { sourceId: string; leftover: string[] }>> {
  const found = new Map<string, { sourceId: string; leftover: string[] }>();
  for (let start = 0; start < objectIds.length; start += mostParameters) {
    const rows = await db
      .selectFrom('import_sources as source')
      .leftJoin('import_rows as row', (join) =>
        join.onRef('row.import_id', '=', 'source.import_id').onRef('row.object_id', '=', 'source.object_id'),
      )
      .select(['source.object_id', 'source.source_id', 'row.leftover_json'])
      .where('source.format', '=', of.format)
      .where('source.kind', '=', of.kind)
      .where('source.object_id', 'in', objectIds.slice(start, start + mostParameters))
      .execute();
    for (const { object_id, source_id, leftover_json } of rows) {
      const leftover = leftover_json === null ? [] : (JSON.parse(leftover_json) as string[]);
      found.set(object_id, { sourceId: source_id, leftover });
    }
  }
  return found;
}

/** Saves the sources of these objects; when two share a source, the last wins. */
export async function keepSources(trx: Trx, sources: readonly NewRow<'import_sources'>[]): Promise<void> {
  const ofAll = new Map<string, NewRow<'import_sources'>>();
  for (const source of sources) {
    if (isSeenByPart(source)) await keepSource(trx, source);
    else ofAll.set(JSON.stringify([source.format, source.kind, source.scope, source.source_id]), source);
  }
  for (const some of inPieces([...ofAll.values()])) {
    await trx
      .insertInto('import_sources')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['format', 'kind', 'scope', 'source_id']).doUpdateSet(({ ref }) => ({
          object_id: ref('excluded.object_id'),
          import_id: ref('excluded.import_id'),
          digest: ref('excluded.digest'),
          object_version: ref('excluded.object_version'),
          made: ref('excluded.made'),
        })),
      )
      .execute();
  }
}

/** Saves the source of an object next to another object of the same source, visible to others. */
export async function keepSource(trx: Trx, source: NewRow<'import_sources'>): Promise<void> {
  const { format: _f, kind: _k, scope: _s, source_id: _i, ...change } = source;
  const name = ['format', 'kind', 'scope', 'source_id'] as const;
  const kept = await trx
    .insertInto('import_sources')
    .values(source)
    .onConflict((conflict) => {
      const put = conflict.columns(name).doUpdateSet(change);
      return isSeenByPart(source) ? put.where('import_sources.object_id', '=', source.object_id) : put;
    })
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows !== 0n) return;
  await trx
    .insertInto('import_sources_apart')
    .values(source)
    .onConflict((conflict) => conflict.columns([...name, 'object_id']).doUpdateSet(change))
    .execute();
}

/** Sources of these objects, at most a few hundred, last written by an import, by object. */
export async function listSourcesOf(
  db: Db,
  importId: string,
  objectIds: readonly string[],
): Promise<Map<string, Source>> {
  if (objectIds.length === 0) return new Map();
  const found = new Map<string, Source>();
  for (const table of ['import_sources', 'import_sources_apart'] as const) {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where('object_id', 'in', objectIds)
      .where('import_id', '=', importId)
      .execute();
    for (const row of rows) found.set(row.object_id, row);
  }
  return found;
}

export async function forgetSources(trx: Trx, importId: string, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  for (const table of ['import_sources', 'import_sources_apart'] as const) {
    await trx
      .deleteFrom(table)
      .where('object_id', 'in', objectIds)
      .where('import_id', '=', importId)
      .execute();
  }
}
