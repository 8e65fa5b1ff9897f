import type { Db, Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { toPerson } from '../../person.ts';
import type { OpenMission } from '../heads.ts';
import type { Replay, ReplayStep } from './contract.ts';

type Head = Omit<Replay, 'id' | 'is_open' | 'steps'>;

/** When a replay was, and with whom; empty if nothing is recorded. */
export async function readReplay(db: Db, missionId: string): Promise<Head> {
  const row = await db
    .selectFrom('mission_replays as replay')
    .leftJoin('users as writer', 'writer.id', 'replay.updated_by')
    .selectAll('replay')
    .select('writer.display_name')
    .where('replay.mission_id', '=', missionId)
    .executeTakeFirst();
  if (row === undefined) {
    const nobody = { updated_by: null, updated_at: null };
    return { started_at: null, ended_at: null, attendees: [], summary: null, ...nobody };
  }
  return {
    started_at: row.started_at,
    ended_at: row.ended_at,
    attendees: JSON.parse(row.attendees_json),
    summary: row.summary,
    updated_by: toPerson(row.updated_by, row.display_name),
    updated_at: row.updated_at,
  };
}

export async function writeReplay(
  trx: Trx,
  { id }: OpenMission,
  row: Omit<Row<'mission_replays'>, 'mission_id'>,
): Promise<void> {
  await trx
    .insertInto('mission_replays')
    .values({ ...row, mission_id: id })
    .onConflict((conflict) => conflict.column('mission_id').doUpdateSet(row))
    .execute();
}

type Executed = Pick<
  ReplayStep,
  'id' | 'run' | 'test_name' | 'scenario' | 'executed_at' | 'ended_at' | 'target_host'
>;

/** The executed runs of a mission in order of time, with their answers. */
export async function listSteps(db: Db, missionId: string): Promise<ReplayStep[]> {
  const current = await db
    .selectFrom('mission_tests as test')
    .innerJoin('scenarios as scenario', 'scenario.id', 'test.scenario_id')
    .select([
      'test.id',
      'test.run_number as run',
      'test.name as test_name',
      'scenario.name as scenario',
      'test.executed_at',
      'test.ended_at',
      'test.target_host',
    ])
    .where('test.mission_id', '=', missionId)
    .where('test.executed_at', 'is not', null)
    .$narrowType<{ executed_at: string }>()
    .execute();
  const closed = await db
    .selectFrom('test_runs as run')
    .innerJoin('mission_tests as test', 'test.id', 'run.test_id')
    .innerJoin('scenarios as scenario', 'scenario.id', 'test.scenario_id')
    .select([
      'test.id',
      'run.number as run',
      'test.name as test_name',
      'scenario.name as scenario',
      'run.executed_at',
      'run.attack_ended_at as ended_at',
      'run.target_host',
    ])
    .where('test.mission_id', '=', missionId)
    .where('run.executed_at', 'is not', null)
    .$narrowType<{ executed_at: string }>()
    .execute();
  const answers = await db
    .selectFrom('replay_steps as step')
    .leftJoin('users as writer', 'writer.id', 'step.updated_by')
    .selectAll('step')
    .select('writer.display_name')
    .where('step.mission_id', '=', missionId)
    .execute();
  const known = new Map(answers.map((row) => [`${row.test_id} ${row.run}`, row]));
  const executed: Executed[] = [...closed, ...current];
  return executed
    .map((step) => toStep(step, known.get(`${step.id} ${step.run}`)))
    .sort((a, b) => compare(a.executed_at, b.executed_at) || compare(a.id, b.id));
}

function toStep(
  executed: Executed,
  row: (Row<'replay_steps'> & { display_name: string | null }) | undefined,
): ReplayStep {
  return {
    ...executed,
    seen: row?.seen ?? null,
    should_have: row?.should_have ?? null,
    why_not: row?.why_not ?? null,
    decision: row?.decision ?? null,
    note: row?.note ?? null,
    discussed_at: row?.discussed_at ?? null,
    updated_by: row === undefined ? null : toPerson(row.updated_by, row.display_name),
    updated_at: row?.updated_at ?? null,
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export async function writeStep(trx: Trx, _mission: OpenMission, row: Row<'replay_steps'>): Promise<void> {
  const { test_id: _test, run: _run, mission_id: _of, ...answers } = row;
  await trx
    .insertInto('replay_steps')
    .values(row)
    .onConflict((conflict) => conflict.columns(['test_id', 'run']).doUpdateSet(answers))
    .execute();
}

/** The last change of a replay; null for none. */
export async function readSign(db: Db, missionId: string): Promise<string | null> {
  const replay = await db
    .selectFrom('mission_replays')
    .select('updated_at')
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  const steps = await db
    .selectFrom('replay_steps')
    .select(({ fn }) => fn.max<string | null>('updated_at').as('updated_at'))
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  const times = [replay?.updated_at ?? null, steps?.updated_at ?? null].filter((at) => at !== null);
  return times.sort().at(-1) ?? null;
}

/** The day on which a replay ended; null if it has not. */
export async function readReplayDay(db: Db, missionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('mission_replays')
    .select('ended_at')
    .where('mission_id', '=', missionId)
    .executeTakeFirst();
  return row?.ended_at?.slice(0, 'YYYY-MM-DD'.length) ?? null;
}
