import { fillCommand } from '../../../domain/variables.ts';
import type { Db } from '../../database/database.ts';
import { prepareInsert } from '../../database/insert.ts';
import { anyOf } from '../../database/search.ts';
import { readVariables } from '../variables/contract.ts';
import type { Candidate, Earlier } from './rules.ts';

/** The tests of a mission in order, in the form used for matching executions. */
export async function listCandidates(db: Db, missionId: string): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .innerJoin('scenarios', 'scenarios.id', 'test.scenario_id')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .select([
      'test.id',
      'test.name',
      'test.suggested_command',
      'test.catalog_tags_json',
      'test.status',
      'test.run_number',
      'test.target_host',
      'test.variables_json',
      'test.variable_defaults_json',
      'missions.variables_json as mission_variables_json',
    ])
    .where('test.mission_id', '=', missionId)
    .orderBy('scenarios.position')
    .orderBy('test.position')
    .execute();
  const guids = await listGuids(db, missionId);
  // Many tests of ten thousand have the same tags, and few have variables.
  const techniques = new Map<string, string[]>();
  return rows.map((row): Candidate => {
    const planned = row.suggested_command;
    const values = [row.variables_json, row.mission_variables_json, row.variable_defaults_json];
    const filled = planned?.includes('#{') ? fillCommand(planned, ...values.map(readVariables)).text : null;
    let named = techniques.get(row.catalog_tags_json);
    if (named === undefined) {
      named = (JSON.parse(row.catalog_tags_json) as { external_id: string }[]).map((tag) => tag.external_id);
      techniques.set(row.catalog_tags_json, named);
    }
    return {
      id: row.id,
      name: row.name,
      commands: [planned, filled].filter((command) => command !== null),
      techniques: named,
      guids: guids.get(row.id) ?? [],
      status: row.status,
      run: row.run_number,
      host: row.target_host,
    };
  });
}

/** The GUIDs of tests: that of the atomic test they were planned from, and those of executions they have taken. */
async function listGuids(db: Db, missionId: string): Promise<Map<string, string[]>> {
  const planned = await db
    .selectFrom('mission_tests as test')
    .innerJoin('import_sources as source', 'source.object_id', 'test.source_template_id')
    .select(['test.id', 'source.source_id as guid'])
    .where('test.mission_id', '=', missionId)
    .where('source.format', '=', 'atomic')
    .where('source.kind', '=', 'test_template')
    .execute();
  const taken = await db
    .selectFrom('mission_executions')
    .select(['test_id as id', 'guid'])
    .distinct()
    .where('mission_id', '=', missionId)
    .where('guid', 'is not', null)
    .where('test_id', 'is not', null)
    .$narrowType<{ id: string; guid: string }>()
    .execute();
  const guids = new Map<string, string[]>();
  for (const { id, guid } of [...planned, ...taken]) {
    const some = guids.get(id) ?? [];
    const lower = guid.toLowerCase();
    if (!some.includes(lower)) guids.set(id, [...some, lower]);
  }
  return guids;
}

/** The results of executions that were sent before, by id. */
export async function findEarlier(
  db: Db,
  missionId: string,
  externalIds: readonly string[],
): Promise<Map<string, Earlier>> {
  const rows = await db
    .selectFrom('mission_executions')
    .select(['external_id', 'digest', 'test_id', 'run', 'matched_by'])
    .where('mission_id', '=', missionId)
    .where('external_id', 'in', anyOf(JSON.stringify(externalIds)))
    .execute();
  return new Map(rows.map(({ external_id, ...earlier }) => [external_id, earlier]));
}

export const keepExecutions = prepareInsert('mission_executions', [
  'mission_id',
  'external_id',
  'digest',
  'guid',
  'test_id',
  'run',
  'matched_by',
  'recorded_at',
]);

/** The number of a test's current run, null without the test, and its files of all runs. */
export async function readFiles(
  db: Db,
  testId: string,
): Promise<{ current: number | null; files: { sha256: string; file_name: string }[] }> {
  const test = await db
    .selectFrom('mission_tests')
    .select('run_number')
    .where('id', '=', testId)
    .executeTakeFirst();
  const files = await db
    .selectFrom('evidence')
    .select(['sha256', 'file_name'])
    .where('test_id', '=', testId)
    .execute();
  return { current: test?.run_number ?? null, files };
}
