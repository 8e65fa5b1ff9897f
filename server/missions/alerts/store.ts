import type { AlertState } from '../../../domain/alerts.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { prepareInsert } from '../../database/insert.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import type { Paging } from '../../paging.ts';
import { toPerson } from '../../person.ts';
import type { OpenMission } from '../heads.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { AlertRecord } from './contract.ts';
import type { Alert } from './read.ts';

type StoredAlert = Row<'mission_alerts'>;

const insertRows = prepareInsert('mission_alerts', [
  'id',
  'mission_id',
  'source',
  'external_id',
  'digest',
  'rule_key',
  'alert_json',
  'raw',
  'state',
  'whole_rule',
  'test_id',
  'run',
  'fact_id',
  'undo_json',
  'decided_by',
  'decided_at',
  'received_at',
]);

export function insertAlerts(trx: Trx, _mission: OpenMission, rows: readonly StoredAlert[]): Promise<void> {
  return insertRows(trx, rows);
}

/** Alerts received before with these sources and ids. */
export function findReceived(
  db: Db,
  missionId: string,
  externalIds: readonly string[],
): Promise<Pick<StoredAlert, 'id' | 'source' | 'external_id' | 'digest' | 'state'>[]> {
  return db
    .selectFrom('mission_alerts')
    .select(['id', 'source', 'external_id', 'digest', 'state'])
    .where('mission_id', '=', missionId)
    .where('external_id', 'in', anyOf(JSON.stringify(externalIds)))
    .execute();
}

/** The rules of which a person has said that their alerts have nothing to do with the exercise. */
export async function listNotOurs(
  db: Db,
  missionId: string,
): Promise<Pick<StoredAlert, 'source' | 'rule_key' | 'decided_by' | 'decided_at'>[]> {
  return db
    .selectFrom('mission_alerts')
    .select(['source', 'rule_key', 'decided_by', 'decided_at'])
    .where('mission_id', '=', missionId)
    .where('state', '=', 'not_ours')
    .where('whole_rule', '=', 1)
    .execute();
}

export async function countAlerts(db: Db, missionId: string, state?: AlertState): Promise<number> {
  const row = await db
    .selectFrom('mission_alerts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mission_id', '=', missionId)
    .$if(state !== undefined, (all) => all.where('state', '=', state as AlertState))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

const waitingIds = prepare<{ mission: string }, { id: string }>((db, parameter) =>
  db
    .selectFrom('mission_alerts')
    .select('id')
    .where('mission_id', '=', parameter('mission'))
    .where('state', '=', 'new')
    .orderBy('id'),
);

/** The ids of the alerts that wait, in order. */
export async function listWaiting(db: Db, missionId: string): Promise<string[]> {
  return (await waitingIds(db, { mission: missionId })).map(({ id }) => id);
}

/** An alert with its original, as kept. */
export type KeptAlert = Omit<StoredAlert, 'alert_json'> & { alert: Alert };

/** These alerts, in this order; null for each that is not there. */
export async function findAlerts(
  db: Db,
  missionId: string,
  ids: readonly string[],
): Promise<(KeptAlert | null)[]> {
  const rows = await db
    .selectFrom('mission_alerts')
    .selectAll()
    .where('mission_id', '=', missionId)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  const found = new Map(
    rows.map(({ alert_json, ...kept }) => [kept.id, { ...kept, alert: JSON.parse(alert_json) as Alert }]),
  );
  return ids.map((id) => found.get(id) ?? null);
}

function listRecords(db: Db, missionId: string) {
  return db
    .selectFrom('mission_alerts as alert')
    .leftJoin('users', 'users.id', 'alert.decided_by')
    .select([
      'alert.id',
      'alert.alert_json',
      'alert.state',
      'alert.test_id',
      'alert.run',
      'alert.fact_id',
      'alert.decided_by',
      'alert.decided_at',
      'alert.received_at',
      'users.display_name',
    ])
    .where('alert.mission_id', '=', missionId);
}
type RecordRow = Awaited<ReturnType<ReturnType<typeof listRecords>['execute']>>[number];

function toRecord({ alert_json, decided_by, display_name, ...row }: RecordRow): AlertRecord {
  return {
    ...(JSON.parse(alert_json) as Alert),
    ...row,
    decided_by: toPerson(decided_by, display_name),
  };
}

/** These alerts, in this order. */
export async function readAlerts(db: Db, missionId: string, ids: readonly string[]): Promise<AlertRecord[]> {
  const rows = await listRecords(db, missionId)
    .where('alert.id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  const found = new Map(rows.map((row) => [row.id, toRecord(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Decided alerts, the last decision first. */
export async function listDecided(
  db: Db,
  missionId: string,
  state: AlertState,
  { limit, offset }: Paging,
): Promise<AlertRecord[]> {
  const rows = await listRecords(db, missionId)
    .where('alert.state', '=', state)
    .orderBy('alert.decided_at', 'desc')
    .orderBy('alert.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toRecord);
}

export type Decision = Pick<
  StoredAlert,
  'state' | 'whole_rule' | 'test_id' | 'run' | 'fact_id' | 'undo_json' | 'decided_by' | 'decided_at'
>;

export async function decide(trx: Trx, id: string, decision: Decision): Promise<void> {
  await trx.updateTable('mission_alerts').set(decision).where('id', '=', id).execute();
}

/** Decides all alerts of a rule that wait; returns their ids. */
export async function decideRule(
  trx: Trx,
  { mission_id, source, rule_key }: Pick<StoredAlert, 'mission_id' | 'source' | 'rule_key'>,
  decision: Decision,
): Promise<string[]> {
  const rows = await trx
    .updateTable('mission_alerts')
    .set(decision)
    .where('mission_id', '=', mission_id)
    .where('source', '=', source)
    .where('rule_key', '=', rule_key)
    .where('state', '=', 'new')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes the decision on a whole rule back from all alerts that it decided, also later ones; returns their ids. */
export async function undoRule(
  trx: Trx,
  { mission_id, source, rule_key }: Pick<StoredAlert, 'mission_id' | 'source' | 'rule_key'>,
  decision: Decision,
): Promise<string[]> {
  const rows = await trx
    .updateTable('mission_alerts')
    .set(decision)
    .where('mission_id', '=', mission_id)
    .where('source', '=', source)
    .where('rule_key', '=', rule_key)
    .where('whole_rule', '=', 1)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Names and current runs of tests, by their ids. */
export async function readTests(
  db: Db,
  missionId: string,
  ids: readonly string[],
): Promise<Map<string, { name: string; run: number }>> {
  const rows = await db
    .selectFrom('mission_tests')
    .select(['id', 'name', 'run_number as run'])
    .where('mission_id', '=', missionId)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map(({ id, ...test }) => [id, test]));
}

/** The number of the current run of a test. */
export async function readRunNumber(trx: Trx, { id }: OpenTest): Promise<number> {
  const { run_number } = await trx
    .selectFrom('mission_tests')
    .select('run_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return run_number;
}
