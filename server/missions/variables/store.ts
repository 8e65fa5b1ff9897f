import { type SqlBool, sql } from 'kysely';
import { listVariableTexts } from '../../../domain/variables.ts';
import type { Db } from '../../database/database.ts';
import { readVariables } from './contract.ts';
import type { Commands } from './rules.ts';

/** The values in a test that override its mission's. */
export async function readTestVariables(db: Db, testId: string): Promise<Record<string, string>> {
  const row = await db
    .selectFrom('mission_tests')
    .select('variables_json')
    .where('id', '=', testId)
    .executeTakeFirst();
  return readVariables(row?.variables_json ?? null);
}

/** The values of a mission. */
export async function readMissionVariables(db: Db, missionId: string): Promise<Record<string, string>> {
  const row = await db
    .selectFrom('missions')
    .select('variables_json')
    .where('id', '=', missionId)
    .executeTakeFirst();
  return readVariables(row?.variables_json ?? null);
}

/** The scenarios of a mission by their ids. */
export async function listScenarioIds(db: Db, missionId: string): Promise<string[]> {
  const rows = await db.selectFrom('scenarios').select('id').where('mission_id', '=', missionId).execute();
  return rows.map(({ id }) => id);
}

/** The commands and procedures of a scenario's tests that may have variables. */
export async function listCommands(db: Db, scenarioId: string): Promise<Commands[]> {
  const texts = ['suggested_command', 'cleanup_command', 'procedure'] as const;
  const hasSome = texts.map((text) => sql<SqlBool>`instr(coalesce(${sql.ref(text)}, ''), '#{') > 0`);
  const rows = await db
    .selectFrom('mission_tests')
    .select([...texts, 'variables_json', 'variable_defaults_json'])
    .where('scenario_id', '=', scenarioId)
    .where(({ or }) => or(hasSome))
    .execute();
  return rows.map((row) => ({
    texts: listVariableTexts(row),
    variables: { ...readVariables(row.variable_defaults_json), ...readVariables(row.variables_json) },
  }));
}
