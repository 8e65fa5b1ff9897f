import type { ExpressionBuilder } from 'kysely';
import type { ImportAction, ImportedKind } from '../../domain/interchange.ts';
import type { Db, Trx } from '../database/database.ts';
import { inPieces } from '../database/insert.ts';
import { contains } from '../database/search.ts';
import type { NewRow, Row, Tables } from '../database/tables.ts';
import type { Found } from '../paging.ts';
import { toPerson } from '../person.ts';
import type { Import, ImportRow, RowFilter } from './contract.ts';
import { addUp, emptyTotals } from './rules.ts';

type Progress = Pick<
  Row<'imports'>,
  | 'state'
  | 'rows_done'
  | 'applied_at'
  | 'touched_at'
  | 'undone_at'
  | 'undone_by'
  | 'tries'
  | 'retry_at'
  | 'problem_json'
>;

/** Progress of an import being applied. */
export async function findProgress(
  db: Db,
  id: string,
): Promise<Pick<Progress, 'state' | 'rows_done' | 'tries' | 'retry_at' | 'undone_by'> | null> {
  const row = await db
    .selectFrom('imports')
    .select(['state', 'rows_done', 'tries', 'retry_at', 'undone_by'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function noteProgress(trx: Trx, id: string, change: Partial<Progress>): Promise<void> {
  await trx.updateTable('imports').set(change).where('id', '=', id).execute();
}

/** Imports waiting to be continued, oldest first. */
export function listUnfinished(
  db: Db,
): Promise<Pick<Row<'imports'>, 'id' | 'state' | 'touched_at' | 'created_by' | 'undone_by' | 'retry_at'>[]> {
  return db
    .selectFrom('imports')
    .select(['id', 'state', 'touched_at', 'created_by', 'undone_by', 'retry_at'])
    .where('state', 'in', ['applying', 'taken_back', 'undoing'])
    .orderBy('id')
    .execute();
}

/** A person as named in the history. */
export async function findAuthor(db: Db, id: string): Promise<{ id: string; displayName: string } | null> {
  const row = await db.selectFrom('users').select('display_name').where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : { id, displayName: row.display_name };
}

/** Result of a row. */
export type WrittenRow = Pick<
  Row<'import_rows'>,
  'number' | 'place' | 'name' | 'kind' | 'action' | 'why' | 'object_id' | 'mission_id'
>;

/** Results of the rows after the first `start`, by number. */
export async function listWrittenRows(
  db: Db,
  importId: string,
  start: number,
  count: number,
): Promise<Map<number, WrittenRow>> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['number', 'place', 'name', 'kind', 'action', 'why', 'object_id', 'mission_id'])
    .where('import_id', '=', importId)
    .where('number', '>', start)
    .where('number', '<=', start + count)
    .orderBy('number')
    .execute();
  return new Map(rows.map((row) => [row.number, row]));
}

/** The objects of these kinds created by an import. */
export async function listMade(
  db: Db,
  importId: string,
  kinds: readonly ImportedKind[],
): Promise<{ kind: ImportedKind; object_id: string }[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['kind', 'object_id'])
    .where('import_id', '=', importId)
    .where('kind', 'in', kinds)
    .where('action', '=', 'new')
    .where('object_id', 'is not', null)
    .execute();
  return rows as { kind: ImportedKind; object_id: string }[];
}

/** The imports among these that belong to a person. */
export async function findImportsOf(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('id', 'in', ids)
    .where('created_by', '=', userId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Removes these rows, at most a few hundred. */
export async function deleteRows(trx: Trx, importId: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await trx
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('number', 'in', numbers)
    .execute();
  await trx
    .deleteFrom('import_before')
    .where('import_id', '=', importId)
    .where('number', 'in', numbers)
    .execute();
}

/** The first rows of an import, and their total number. */
export async function listFirstRows(
  db: Db,
  importId: string,
  limit: number,
): Promise<{ rows: { place: string; name: string | null }[]; total: number }> {
  const of = db.selectFrom('import_rows').where('import_id', '=', importId);
  const { n } = await of.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await of.select(['place', 'name']).orderBy('number').limit(limit).execute();
  return { rows, total: Number(n) };
}

/** Removes a completely undone import. */
export async function deleteImport(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('imports').where('id', '=', id).execute();
}

/** Placeholder for the deletion time of a mission whose import is not finished. */
const hidden = '9999-12-31T23:59:59.999Z';

export async function hideMission(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('missions').set({ deleted_at: hidden }).where('id', '=', id).execute();
}

/** Whether a mission belongs to an unfinished import. */
export async function isHidden(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('missions')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', '=', hidden)
    .executeTakeFirst();
  return row !== undefined;
}

export async function showMission(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('missions')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '=', hidden)
    .execute();
}

/** Shows all missions created by an import. */
export async function showMissionsOf(trx: Trx, importId: string): Promise<void> {
  await trx
    .updateTable('missions')
    .set({ deleted_at: null })
    .where('deleted_at', '=', hidden)
    .where(({ eb, or, selectFrom }) => {
      const made = selectFrom('import_rows').where('import_id', '=', importId).where('action', '=', 'new');
      return or([
        eb('missions.id', 'in', made.where('kind', '=', 'mission').select('object_id')),
        eb('missions.id', 'in', made.where('kind', '=', 'execution').select('mission_id')),
      ]);
    })
    .execute();
}

export async function insertImport(
  trx: Trx,
  row: Omit<NewRow<'imports'>, 'undone_at' | 'tries' | 'retry_at' | 'problem_json'>,
): Promise<void> {
  await trx
    .insertInto('imports')
    .values({ ...row, undone_at: null, tries: 0, retry_at: null, problem_json: null })
    .execute();
}

export async function insertRows(trx: Trx, rows: readonly NewRow<'import_rows'>[]): Promise<void> {
  for (const some of inPieces(rows)) await trx.insertInto('import_rows').values(some).execute();
}

/** Before these states, an import is shown as waiting. */
const shownStates = ['applied', 'undoing', 'undone', 'failed'] as const;

/** An import rolled back after a failure is shown as being undone. */
function isShown(eb: ExpressionBuilder<Tables, 'imports'>) {
  return eb.or([
    eb('imports.state', 'in', shownStates),
    eb.and([eb('imports.state', '=', 'taken_back'), eb('imports.undone_by', 'is not', null)]),
  ]);
}

/** Null sees them all. */
export type Viewer = { id: string } | null;

function selectImports(db: Db, viewer: Viewer) {
  let query = db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.created_by')
    .where((eb) => isShown(eb as never));
  if (viewer !== null) query = query.where('imports.created_by', '=', viewer.id);
  return query.selectAll('imports').select('users.display_name');
}

/** Applied imports, newest first. */
export async function listImports(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found<Import>> {
  let counting = db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where((eb) => isShown(eb));
  if (viewer !== null) counting = counting.where('created_by', '=', viewer.id);
  const { n } = await counting.executeTakeFirstOrThrow();
  const rows = await selectImports(db, viewer)
    .orderBy('imports.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { items: await describe(db, rows), total: Number(n) };
}

export async function findImport(db: Db, viewer: Viewer, id: string): Promise<Import | null> {
  const rows = await selectImports(db, viewer).where('imports.id', '=', id).execute();
  return (await describe(db, rows))[0] ?? null;
}

type ImportedRow = Row<'imports'> & { display_name: string | null };
const mostMade = 100;

async function describe(db: Db, rows: readonly ImportedRow[]): Promise<Import[]> {
  const described: Import[] = [];
  for (const row of rows) {
    const counts = await db
      .selectFrom('import_rows')
      .select(['kind', 'action', ({ fn }) => fn.countAll<number>().as('n')])
      .where('import_id', '=', row.id)
      .groupBy(['kind', 'action'])
      .execute();
    const totals = emptyTotals();
    for (const { kind, action, n } of counts) addUp(totals, kind, action, Number(n));
    const made = await db
      .selectFrom('import_rows')
      .select(['kind', 'object_id', 'name'])
      .where('import_id', '=', row.id)
      .where('action', 'in', ['new', 'changed'])
      .where('object_id', 'is not', null)
      .where('kind', 'in', ['mission', 'scenario_template', 'test_template', 'selection'])
      .orderBy(({ eb }) => eb('kind', '=', 'mission'), 'desc')
      .orderBy('number')
      .limit(mostMade)
      .execute();
    const selections = await readTechniques(
      db,
      made.filter(({ kind }) => kind === 'selection').map(({ object_id }) => object_id as string),
    );
    described.push({
      id: row.id,
      format: row.format,
      version: row.version,
      status: row.state === 'taken_back' ? 'undoing' : (row.state as (typeof shownStates)[number]),
      progress: 1,
      file_name: row.file_name,
      size: row.size,
      by: toPerson(row.created_by, row.display_name),
      created_at: row.created_at,
      applied_at: row.applied_at,
      undone_at: row.undone_at,
      totals: totals.all,
      kinds: totals.list(),
      notes: JSON.parse(row.notes_json),
      choices: JSON.parse(row.choices_json),
      asks: null,
      problem: row.problem_json === null ? null : JSON.parse(row.problem_json),
      made: made.map(({ kind, object_id, name }) => ({
        what: kind as ImportedKind,
        id: object_id as string,
        name: name ?? '',
        techniques: selections.get(object_id as string) ?? [],
      })),
    });
  }
  return described;
}

/** The rows of an applied import that pass the filter, in file order. */
export async function listRows(db: Db, importId: string, filter: RowFilter): Promise<Found<ImportRow>> {
  let query = selectRows(db, importId, filter);
  if (filter.q)
    query = query.where(contains(filter.q, 'import_rows.name', 'import_rows.place', 'import_rows.why'));
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy('number').limit(filter.limit).offset(filter.offset).execute();
  return { items: rows.map(toRow), total: Number(n) };
}

function selectRows(
  db: Db,
  importId: string,
  { what, action, edited }: Pick<RowFilter, 'what' | 'action' | 'edited'>,
) {
  let query = db.selectFrom('import_rows').where('import_id', '=', importId);
  if (what !== undefined) query = query.where('kind', '=', what);
  if (action !== undefined) query = query.where('action', '=', action);
  if (edited !== undefined) query = query.where('edited', '=', 1);
  return query;
}

/** Searchable texts of rows that pass the other filters, in file order. */
export function listRowTexts(
  db: Db,
  importId: string,
  filter: Omit<RowFilter, 'q'>,
): Promise<{ number: number; name: string | null; row: string; why: string | null }[]> {
  return selectRows(db, importId, filter)
    .select(['number', 'name', 'place as row', 'why'])
    .orderBy('number')
    .execute();
}

/** The rows with these numbers, in file order. */
export async function readRows(db: Db, importId: string, numbers: readonly number[]): Promise<ImportRow[]> {
  const rows = await selectRows(db, importId, {})
    .where('number', 'in', numbers.length === 0 ? [0] : numbers)
    .selectAll()
    .orderBy('number')
    .execute();
  return rows.map(toRow);
}

function toRow(row: Row<'import_rows'>): ImportRow {
  return {
    number: row.number,
    row: row.place,
    what: row.kind,
    name: row.name,
    action: row.action as ImportAction,
    why: row.why,
    edited: row.edited === 1,
    leftover: JSON.parse(row.leftover_json),
    object: row.object_id === null ? null : { id: row.object_id, mission_id: row.mission_id },
  };
}

const mostTechniques = 800;

async function readTechniques(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('technique_selections')
    .select(['id', 'techniques_json'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, techniques_json }) => {
      const techniques: { id: string }[] = JSON.parse(techniques_json);
      return [id, techniques.slice(0, mostTechniques).map((technique) => technique.id)];
    }),
  );
}

/** The rows of an import that were refused or left unchanged here, in file order. */
export async function listLeft(
  db: Db,
  importId: string,
): Promise<{ row: string; name: string | null; why: string | null }[]> {
  return db
    .selectFrom('import_rows')
    .select(['place as row', 'name', 'why'])
    .where('import_id', '=', importId)
    .where('why', 'is not', null)
    .orderBy('number')
    .execute();
}
