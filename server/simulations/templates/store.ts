import { sql } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { contains } from '../../database/search.ts';
import { sortTerms } from '../../database/sorting.ts';
import { isUniqueViolation } from '../../database/storage-errors.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import { DomainError } from '../../errors.ts';
import type { Found } from '../../paging.ts';
import type { SimulationTemplateQuery } from '../contract.ts';
import type { TaggedTechnique, Tags } from '../store.ts';

export type StoredTemplate = Omit<Row<'simulation_templates'>, 'name_key'> & Tags;

const columns = [
  'id',
  'name',
  'description',
  'objective',
  'command',
  'expected_detection',
  'created_at',
  'updated_at',
] as const;

const sortColumns = { name: sql.ref('name_key'), updated_at: sql.ref('updated_at') };

/** A page of the templates that pass every filter, by default newest first. */
export async function listTemplates(db: Db, filter: SimulationTemplateQuery): Promise<Found<StoredTemplate>> {
  let query = db.selectFrom('simulation_templates');
  if (filter.q) {
    const { q } = filter;
    query = query.where(contains(q, 'simulation_templates.name', 'simulation_templates.description'));
  }
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const page = query.select(columns).limit(filter.limit).offset(filter.offset);
  const terms = sortTerms(sortColumns, 'id', filter);
  const sorted =
    terms.length === 0 ? page.orderBy('id', 'desc') : terms.reduce((list, term) => list.orderBy(term), page);
  const rows = await sorted.execute();
  return { items: await withTags(db, rows), total: Number(n) };
}

export async function findTemplate(db: Db, id: string): Promise<StoredTemplate | null> {
  const rows = await db.selectFrom('simulation_templates').select(columns).where('id', '=', id).execute();
  return (await withTags(db, rows))[0] ?? null;
}

/** Time of the last write to the template, or null when there is none. */
export async function readTemplateUpdatedAt(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('simulation_templates')
    .select('updated_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}

async function withTags(
  db: Db,
  rows: readonly Omit<StoredTemplate, keyof Tags>[],
): Promise<StoredTemplate[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const techniques = await db
    .selectFrom('simulation_template_techniques')
    .selectAll()
    .where('template_id', 'in', ids)
    .orderBy('position')
    .execute();
  const tactics = await db
    .selectFrom('simulation_template_tactics')
    .selectAll()
    .where('template_id', 'in', ids)
    .orderBy('position')
    .execute();
  const techniquesOf = Map.groupBy(techniques, (row) => row.template_id);
  const tacticsOf = Map.groupBy(tactics, (row) => row.template_id);
  return rows.map((row) => ({
    ...row,
    techniques: (techniquesOf.get(row.id) ?? []).map(({ external_id, name }) => ({ id: external_id, name })),
    tactic_ids: (tacticsOf.get(row.id) ?? []).map(({ tactic_id }) => tactic_id),
  }));
}

/** Refuses (`duplicate`) a name that another template has, in any case. */
export async function insertTemplate(
  trx: Trx,
  row: Omit<NewRow<'simulation_templates'>, 'name_key'>,
): Promise<void> {
  await refuseTakenName(
    trx
      .insertInto('simulation_templates')
      .values({ ...row, name_key: row.name.toLowerCase() })
      .execute(),
  );
}

type Change = {
  [K in 'name' | 'description' | 'objective' | 'command' | 'expected_detection']?:
    | Row<'simulation_templates'>[K]
    | undefined;
};

/** Refuses (`duplicate`) a name that another template has, in any case. */
export async function updateTemplate(
  trx: Trx,
  id: string,
  change: Change & { updated_at: string },
): Promise<void> {
  await refuseTakenName(
    trx
      .updateTable('simulation_templates')
      .set({ ...change, name_key: change.name?.toLowerCase() })
      .where('id', '=', id)
      .execute(),
  );
}

async function refuseTakenName(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'Another template has this name';
    throw new DomainError('duplicate', message, { errors: [{ path: 'name', message }] });
  }
}

/** Replaces the techniques, in the given order. */
export async function setTechniques(
  trx: Trx,
  id: string,
  techniques: readonly TaggedTechnique[],
): Promise<void> {
  await trx.deleteFrom('simulation_template_techniques').where('template_id', '=', id).execute();
  if (techniques.length === 0) return;
  const rows = techniques.map((technique, position) => ({
    template_id: id,
    external_id: technique.id,
    name: technique.name,
    position,
  }));
  await trx.insertInto('simulation_template_techniques').values(rows).execute();
}

/** Replaces the tactics, in the given order. */
export async function setTactics(trx: Trx, id: string, tacticIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('simulation_template_tactics').where('template_id', '=', id).execute();
  if (tacticIds.length === 0) return;
  const rows = tacticIds.map((tactic_id, position) => ({ template_id: id, tactic_id, position }));
  await trx.insertInto('simulation_template_tactics').values(rows).execute();
}

/** Simulations made from the template stay. */
export async function deleteTemplate(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('simulation_templates').where('id', '=', id).execute();
}
