import type { AlertState } from '../../../domain/alerts.ts';
import { alertStates } from '../../../domain/alerts.ts';
import type { Db, Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Paging } from '../../paging.ts';
import type { OpenMission } from '../heads.ts';

/** The time of the latest delivery of a mission; null before the first. */
export async function readLatestDelivery(db: Db, missionId: string): Promise<string | null> {
  let latest: string | null = null;
  for (const state of alertStates) {
    // The identifiers are by age, and the index of states has them.
    const row = await db
      .selectFrom('mission_alerts')
      .select('received_at')
      .where('mission_id', '=', missionId)
      .where('state', '=', state)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined && (latest === null || row.received_at > latest)) latest = row.received_at;
  }
  return latest;
}

/** The times of the deliveries of a mission, the latest first. */
export async function listDeliveryTimes(
  db: Db,
  missionId: string,
  { limit, offset }: Paging,
): Promise<{ times: string[]; total: number }> {
  const ofMission = db.selectFrom('mission_alerts').where('mission_id', '=', missionId);
  const rows = await ofMission
    .select('received_at')
    .groupBy('received_at')
    .orderBy('received_at', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await ofMission
    .select(({ fn }) => fn.count<number>('received_at').distinct().as('n'))
    .executeTakeFirstOrThrow();
  return { times: rows.map(({ received_at }) => received_at), total: Number(n) };
}

/** How many alerts of each source and state were received at these times. */
export async function countDelivered(
  db: Db,
  missionId: string,
  times: readonly string[],
): Promise<{ received_at: string; source: string; state: AlertState; n: number }[]> {
  const rows = await db
    .selectFrom('mission_alerts')
    .select(['received_at', 'source', 'state'])
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mission_id', '=', missionId)
    .where('received_at', 'in', anyOf(JSON.stringify(times)))
    .groupBy(['received_at', 'source', 'state'])
    .orderBy('source')
    .execute();
  return rows.map(({ n, ...row }) => ({ ...row, n: Number(n) }));
}

/** The alerts of a delivery, those with the latest decision first. */
export async function listDelivered(db: Db, missionId: string, receivedAt: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mission_alerts')
    .select(['id', 'decided_at'])
    .where('mission_id', '=', missionId)
    .where('received_at', '=', receivedAt)
    .execute();
  const age = ({ decided_at }: { decided_at: string | null }) => decided_at ?? '';
  return rows.sort((a, b) => (age(a) < age(b) ? 1 : -1)).map(({ id }) => id);
}

/** Deletes alerts; their detections have to be taken back before. */
export async function deleteAlerts(trx: Trx, { id }: OpenMission, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('mission_alerts')
    .where('mission_id', '=', id)
    .where('id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
}

/** Whether a finding names an evidence file. */
export async function isInFinding(db: Db, evidenceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('finding_evidence')
    .select('finding_id')
    .where('evidence_id', '=', evidenceId)
    .executeTakeFirst();
  return row !== undefined;
}
