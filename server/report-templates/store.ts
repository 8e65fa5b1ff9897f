import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import { toClientKey } from '../database/search.ts';
import { refuseDuplicate } from '../database/storage-errors.ts';
import type { Row } from '../database/tables.ts';
import type { Found, Paging } from '../paging.ts';
import { toPerson } from '../person.ts';
import type { ReportTemplate } from './contract.ts';

/** Viewer: determines the missions whose drafts count, and the permissions to change. */
export type Viewer = { id: string; seesAll: boolean; mayWrite: boolean; mayManage: boolean };

function select(db: Db, { id, seesAll }: Viewer) {
  const isSeen = seesAll
    ? sql`true`
    : sql`exists (select 1 from mission_members where mission_members.mission_id = missions.id
        and mission_members.user_id = ${id})`;
  return db
    .selectFrom('report_templates as template')
    .leftJoin('users as creator', 'creator.id', 'template.created_by')
    .leftJoin('users as writer', 'writer.id', 'template.updated_by')
    .select([
      'template.id',
      'template.name',
      'template.size',
      'template.sha256',
      'template.created_by',
      'template.created_at',
      'template.updated_by',
      'template.updated_at',
      'creator.display_name as creator_name',
      'writer.display_name as writer_name',
    ])
    .select(
      sql<number>`(select count(*) from reports join missions on missions.id = reports.mission_id
        where reports.template_id = template.id and reports.status = 'draft' and missions.deleted_at is null
          and ${isSeen})`.as('drafts'),
    );
}

type ShownRow = Omit<Row<'report_templates'>, 'content' | 'name_key'> & {
  creator_name: string | null;
  writer_name: string | null;
  drafts: number;
};

function toTemplate(viewer: Viewer, { creator_name, writer_name, ...row }: ShownRow): ReportTemplate {
  return {
    ...row,
    may_change: viewer.mayWrite && (viewer.mayManage || row.created_by === viewer.id),
    created_by: toPerson(row.created_by, creator_name),
    updated_by: toPerson(row.updated_by, writer_name),
  };
}

/** A page of the templates, by name. */
export async function listTemplates(
  db: Db,
  viewer: Viewer,
  { limit, offset }: Paging,
): Promise<Found<ReportTemplate>> {
  const rows = await select(db, viewer).orderBy('template.name_key').limit(limit).offset(offset).execute();
  return { items: rows.map((row) => toTemplate(viewer, row)), total: await countTemplates(db) };
}

export async function countTemplates(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('report_templates')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** A template, or null. */
export async function findTemplate(db: Db, viewer: Viewer, id: string): Promise<ReportTemplate | null> {
  const row = await select(db, viewer).where('template.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toTemplate(viewer, row);
}

export type TemplateHead = Pick<ReportTemplate, 'id' | 'name' | 'sha256'>;

/** Template and its file, or null. */
export async function findHead(db: Db, id: string): Promise<TemplateHead | null> {
  const row = await db
    .selectFrom('report_templates')
    .select(['id', 'name', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The bytes of a template, or null. */
export async function readContent(db: Db, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('report_templates')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content ?? null;
}

const taken = 'A template already has this name';

type File = Pick<Row<'report_templates'>, 'size' | 'sha256' | 'content'>;
type NewTemplate = File & { id: string; name: string; by: string; at: string };

/** Refuses (`duplicate`) a name that another template has, ignoring case. */
export async function insertTemplate(trx: Trx, { id, name, by, at, ...file }: NewTemplate): Promise<void> {
  const values = {
    id,
    name,
    name_key: toClientKey(name),
    created_by: by,
    created_at: at,
    updated_by: by,
    updated_at: at,
    ...file,
  };
  await refuseDuplicate('name', taken, () => trx.insertInto('report_templates').values(values).execute());
}

type Change = { by: string; at: string } & ({ name: string } | File);

/** Changes the name or the file of a template. Refuses (`duplicate`) a name that another template has, ignoring case. */
export async function updateTemplate(trx: Trx, id: string, { by, at, ...change }: Change): Promise<void> {
  const key = 'name' in change ? { name_key: toClientKey(change.name) } : {};
  await refuseDuplicate('name', taken, () =>
    trx
      .updateTable('report_templates')
      .set({ ...change, ...key, updated_by: by, updated_at: at })
      .where('id', '=', id)
      .execute(),
  );
}

export async function deleteTemplate(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('report_templates').where('id', '=', id).execute();
}
