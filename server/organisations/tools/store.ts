import type { Db, Trx } from '../../database/database.ts';
import { toClientKey } from '../../database/search.ts';
import { refuseDuplicate } from '../../database/storage-errors.ts';
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

const taken = 'A tool of this organisation already has this name';
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

/** Moves tools to another organisation that has none of their name. Returns those, and the others with their counterparts. */
export async function moveTools(
  trx: Trx,
  from: string,
  into: string,
): Promise<{ moved: Tool[]; replaced: { tool: Tool; other: Tool }[] }> {
  const kept = new Map((await listTools(trx, into)).map((tool) => [toClientKey(tool.name), tool]));
  const moved: Tool[] = [];
  const replaced: { tool: Tool; other: Tool }[] = [];
  for (const tool of await listTools(trx, from)) {
    const other = kept.get(toClientKey(tool.name));
    if (other !== undefined) {
      replaced.push({ tool, other });
      continue;
    }
    await trx
      .updateTable('organisation_tools')
      .set({ organisation_id: into })
      .where('id', '=', tool.id)
      .execute();
    moved.push(tool);
  }
  return { moved, replaced };
}

/** A fact with its place: a test of a mission, or a simulation of an engagement. */
export type FactPlace = { id: string } & (
  | { test_id: string; mission_id: string }
  | { simulation_id: string; engagement_id: string }
);

/** Replaces a tool in facts with another one, and returns the facts. */
export async function replaceInFacts(trx: Trx, from: string, into: string): Promise<FactPlace[]> {
  const ofTests = await trx
    .selectFrom('facts')
    .innerJoin('mission_tests as test', 'test.id', 'facts.test_id')
    .select(['facts.id', 'test.id as test_id', 'test.mission_id'])
    .where('facts.tool_id', '=', from)
    .orderBy('facts.id')
    .execute();
  const ofSimulations = await trx
    .selectFrom('facts')
    .innerJoin('simulations as simulation', 'simulation.id', 'facts.simulation_id')
    .select(['facts.id', 'simulation.id as simulation_id', 'simulation.engagement_id'])
    .where('facts.tool_id', '=', from)
    .orderBy('facts.id')
    .execute();
  await trx.updateTable('facts').set({ tool_id: into }).where('tool_id', '=', from).execute();
  return [...ofTests, ...ofSimulations];
}
