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

/** Whether facts or expectations name it. */
export async function isNamed(db: Db, id: string): Promise<boolean> {
  const fact = db.selectFrom('facts').select('tool_id').where('tool_id', '=', id);
  const expected = db.selectFrom('expectation_tools').select('tool_id').where('tool_id', '=', id);
  return (await fact.unionAll(expected).limit(1).execute()).length > 0;
}

/**
 * Gives another organisation the tools of this one; facts and expectations of one that it has by name then name its own. Returns
 * those of its own that are named in place of others.
 */
export async function moveTools(trx: Trx, from: string, into: string): Promise<string[]> {
  const kept = await listTools(trx, into);
  const keptByName = new Map(kept.map((tool) => [toClientKey(tool.name), tool.id]));
  const replacing: string[] = [];
  for (const tool of await listTools(trx, from)) {
    const other = keptByName.get(toClientKey(tool.name));
    if (other === undefined) {
      await trx
        .updateTable('organisation_tools')
        .set({ organisation_id: into })
        .where('id', '=', tool.id)
        .execute();
    } else {
      await trx.updateTable('facts').set({ tool_id: other }).where('tool_id', '=', tool.id).execute();
      await replaceExpected(trx, tool.id, other);
      replacing.push(other);
    }
  }
  return replacing;
}

/** A test may expect both tools of one kind. */
async function replaceExpected(trx: Trx, from: string, into: string): Promise<void> {
  const rows = await trx
    .selectFrom('expectation_tools')
    .select(['test_id', 'kind'])
    .where('tool_id', '=', from)
    .execute();
  for (const row of rows) {
    await trx
      .insertInto('expectation_tools')
      .values({ ...row, tool_id: into })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await trx.deleteFrom('expectation_tools').where('tool_id', '=', from).execute();
}
