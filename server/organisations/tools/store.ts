import type { Db, Trx } from '../../database/database.ts';
import { refuseDuplicate } from '../../database/failures.ts';
import { toClientKey } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import type { Tool } from '../contract.ts';

function toTool(row: Row<'organisation_tools'>): Tool {
  const { organisation_id: _organisation, name_key: _key, data_components_json, retired, ...tool } = row;
  return { ...tool, data_components: JSON.parse(data_components_json), retired: retired === 1 };
}

/** Every tool of an organisation, by name. */
export async function listTools(db: Db, organisationId: string): Promise<Tool[]> {
  const rows = await db
    .selectFrom('organisation_tools')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('name_key')
    .execute();
  return rows.map(toTool);
}

export async function findTool(db: Db, organisationId: string, id: string): Promise<Tool | null> {
  const row = await db
    .selectFrom('organisation_tools')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toTool(row);
}

const taken = 'A tool of this organisation has this name already';
function toColumns({ data_components, retired, ...tool }: Tool) {
  return {
    ...tool,
    name_key: toClientKey(tool.name),
    data_components_json: JSON.stringify(data_components),
    retired: retired ? (1 as const) : (0 as const),
  };
}

/** Refuses (`duplicate`) a name that another tool of the organisation has in any case. */
export async function insertTool(trx: Trx, organisationId: string, tool: Tool): Promise<void> {
  const values = { ...toColumns(tool), organisation_id: organisationId };
  await refuseDuplicate('name', taken, () => trx.insertInto('organisation_tools').values(values).execute());
}

/** Refuses (`duplicate`) a name that another tool of the organisation has in any case. */
export async function updateTool(trx: Trx, tool: Tool): Promise<void> {
  await refuseDuplicate('name', taken, () =>
    trx.updateTable('organisation_tools').set(toColumns(tool)).where('id', '=', tool.id).execute(),
  );
}

export async function deleteTool(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('organisation_tools').where('id', '=', id).execute();
}

/** Gives another organisation the tools of this one but for those that it has by name. */
export async function moveTools(trx: Trx, from: string, into: string): Promise<void> {
  await trx
    .updateTable('organisation_tools')
    .set({ organisation_id: into })
    .where('organisation_id', '=', from)
    .where('name_key', 'not in', ({ selectFrom }) =>
      selectFrom('organisation_tools').select('name_key').where('organisation_id', '=', into),
    )
    .execute();
}
