import type { ImportedKind, ImportFormat } from '../../../domain/interchange.ts';
import type { Db, Trx } from '../../database/database.ts';
import type { NewRow, Row } from '../../database/tables.ts';

/** Source of an object at the time of its import. */
export type Source = Row<'import_sources'>;

const mostParameters = 500;

/** Earlier results of these source ids, by source id. */
export async function findSources(
  db: Db,
  of: { format: ImportFormat; kind: ImportedKind; scope: string },
  sourceIds: readonly string[],
): Promise<Map<string, Source>> {
  const found = new Map<string, Source>();
  for (let start = 0; start < sourceIds.length; start += mostParameters) {
    const rows = await db
      .selectFrom('import_sources')
      .selectAll()
      .where('format', '=', of.format)
      .where('kind', '=', of.kind)
      .where('scope', '=', of.scope)
      .where('source_id', 'in', sourceIds.slice(start, start + mostParameters))
      .execute();
    for (const row of rows) found.set(row.source_id, row);
  }
  return found;
}

/** Sources of objects, by their ids: the identifier in their tool, and unmapped values. */
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

export async function keepSource(trx: Trx, source: NewRow<'import_sources'>): Promise<void> {
  const { format: _f, kind: _k, scope: _s, source_id: _i, ...change } = source;
  await trx
    .insertInto('import_sources')
    .values(source)
    .onConflict((conflict) => conflict.columns(['format', 'kind', 'scope', 'source_id']).doUpdateSet(change))
    .execute();
}

/** Sources of these objects, a few hundred at most, that an import wrote last, by object. */
export async function listSourcesOf(
  db: Db,
  importId: string,
  objectIds: readonly string[],
): Promise<Map<string, Source>> {
  if (objectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_sources')
    .selectAll()
    .where('object_id', 'in', objectIds)
    .where('import_id', '=', importId)
    .execute();
  return new Map(rows.map((row) => [row.object_id, row]));
}

export async function forgetSources(trx: Trx, importId: string, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  await trx
    .deleteFrom('import_sources')
    .where('object_id', 'in', objectIds)
    .where('import_id', '=', importId)
    .execute();
}
