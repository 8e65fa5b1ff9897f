import { mostClockAlerts } from '../../../domain/alerts.ts';
import type { Db, Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { toPerson } from '../../person.ts';
import type { Alert } from '../alerts/read.ts';
import type { OpenMission } from '../heads.ts';
import type { ClocksSign, ConfirmedClock, RecordedClock } from './contract.ts';
import type { Pair } from './rules.ts';

/** The confirmed clocks of a mission by host. */
export async function readConfirmed(db: Db, missionId: string): Promise<Map<string, ConfirmedClock>> {
  const rows = await db
    .selectFrom('mission_clocks')
    .leftJoin('users', 'users.id', 'mission_clocks.set_by')
    .select(['host', 'seconds', 'pairs', 'spread', 'set_by', 'set_at', 'users.display_name'])
    .where('mission_id', '=', missionId)
    .orderBy('host')
    .execute();
  return new Map(
    rows.map(({ host, set_by, display_name, ...clock }) => [
      host,
      { ...clock, set_by: toPerson(set_by, display_name) },
    ]),
  );
}

/** The same for exports and reports. */
export function listRecordedClocks(db: Db, missionId: string): Promise<RecordedClock[]> {
  return db
    .selectFrom('mission_clocks')
    .select(['host', 'seconds', 'pairs', 'spread'])
    .where('mission_id', '=', missionId)
    .orderBy('host')
    .execute();
}

export async function setClock(
  trx: Trx,
  { id: mission_id }: Pick<OpenMission, 'id'>,
  { host, ...clock }: Omit<Row<'mission_clocks'>, 'mission_id'>,
): Promise<void> {
  await trx
    .insertInto('mission_clocks')
    .values({ mission_id, host, ...clock })
    .onConflict((conflict) => conflict.columns(['mission_id', 'host']).doUpdateSet(clock))
    .execute();
}

export async function removeClock(trx: Trx, { id }: Pick<OpenMission, 'id'>, host: string): Promise<void> {
  await trx.deleteFrom('mission_clocks').where('mission_id', '=', id).where('host', '=', host).execute();
}

/** The accepted alerts of a mission with a time of their own, and the runs that they belong to. */
export async function listPairs(db: Db, missionId: string): Promise<Pair[]> {
  const rows = await db
    .selectFrom('mission_alerts as alert')
    .innerJoin('mission_tests as test', 'test.id', 'alert.test_id')
    .leftJoin('test_runs as closed', (join) =>
      join.onRef('closed.test_id', '=', 'alert.test_id').onRef('closed.number', '=', 'alert.run'),
    )
    .select([
      'alert.alert_json',
      'alert.test_id',
      'alert.run',
      'test.run_number',
      'test.started_at',
      'test.executed_at',
      'test.ended_at',
      'closed.attack_started_at as closed_started_at',
      'closed.executed_at as closed_executed_at',
      'closed.attack_ended_at as closed_ended_at',
    ])
    .where('alert.mission_id', '=', missionId)
    .where('alert.state', '=', 'accepted')
    .orderBy('alert.decided_at', 'desc')
    .orderBy('alert.id')
    .limit(mostClockAlerts)
    .execute();
  return rows.flatMap((row): Pair[] => {
    const { hosts, occurred_at } = JSON.parse(row.alert_json) as Alert;
    const isCurrent = row.run === row.run_number;
    const start = isCurrent
      ? (row.started_at ?? row.executed_at)
      : (row.closed_started_at ?? row.closed_executed_at);
    const end = isCurrent ? row.ended_at : row.closed_ended_at;
    if (occurred_at === null || start === null || row.run === null) return [];
    return [
      {
        hosts,
        at: Date.parse(occurred_at),
        test_id: row.test_id as string,
        run: row.run,
        start: Date.parse(start),
        end: end === null ? null : Date.parse(end),
      },
    ];
  });
}

export async function readSign(db: Db, missionId: string): Promise<ClocksSign> {
  const { n, at } = await db
    .selectFrom('mission_clocks')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max('set_at').as('at')])
    .where('mission_id', '=', missionId)
    .executeTakeFirstOrThrow();
  return { confirmed: Number(n), changed_at: at };
}
