import { isoTime } from '../../database/clock.ts';
import { inSnapshot, inTransaction } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { DomainError, notFound } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { openPlan } from '../doors.ts';
import { discardFile } from '../evidence/register.ts';
import type { Delivery, UndoneDelivery } from './contract.ts';
import { type AlertKeeping, takeBack } from './decisions.ts';
import * as delivered from './delivery-store.ts';
import * as store from './store.ts';

/** The deliveries of alerts to a mission, as files or by programs, the latest first. The caller has checked access. */
export function listDeliveries(
  { db }: Pick<Services, 'db'>,
  missionId: string,
  paging: Paging,
): Promise<Found<Delivery>> {
  return inSnapshot(db, async (trx) => {
    const { times, total } = await delivered.listDeliveryTimes(trx, missionId, paging);
    const counts = await delivered.countDelivered(trx, missionId, times);
    const items = times.map((received_at): Delivery => {
      const own = counts.filter((row) => row.received_at === received_at);
      const sum = (rows: typeof own) => rows.reduce((all, { n }) => all + n, 0);
      return {
        received_at,
        sources: [...new Set(own.map(({ source }) => source))],
        alerts: sum(own),
        accepted: sum(own.filter(({ state }) => state === 'accepted')),
      };
    });
    return { items, total };
  });
}

/** Limits of a slice: others write in between. */
const slice = { alerts: 200, milliseconds: 25 };
/** Alerts that stay, as told. */
const mostKept = 20;

/**
 * Removes the alerts of a delivery in slices, with what accepting them wrote. An alert stays whose detection was changed since, is
 * of a closed run, or has evidence in a finding. A cut leaves the rest of the delivery, to be undone again. Refuses `not_found`,
 * `archived`, `locked`.
 */
export async function undoDelivery(
  keeping: AlertKeeping,
  user: Principal,
  missionId: string,
  receivedAt: string,
): Promise<UndoneDelivery> {
  const ids = await inSnapshot(keeping.db, (trx) => delivered.listDelivered(trx, missionId, receivedAt));
  if (ids.length === 0) throw notFound('Delivery');
  const undone: UndoneDelivery = { removed: 0, kept: 0, reasons: [] };
  for (let next = 0; next < ids.length; )
    next += await removeSlice(keeping, user, missionId, ids.slice(next), undone);
  return undone;
}

/** Removes the first of these alerts, as far as a slice goes; returns how many it went through. */
async function removeSlice(
  keeping: AlertKeeping,
  user: Principal,
  missionId: string,
  ids: readonly string[],
  undone: UndoneDelivery,
): Promise<number> {
  const { db, now, register } = keeping;
  const { evidence, gone, kept, done } = await inTransaction(db, async (trx) => {
    const { mission } = await openPlan(trx, user, missionId);
    const began = performance.now();
    const found: Awaited<ReturnType<typeof takeBack>>[] = [];
    const removed: string[] = [];
    const stay: UndoneDelivery['reasons'] = [];
    let through = 0;
    for (const alert of await store.findAlerts(trx, missionId, ids.slice(0, slice.alerts))) {
      through += 1;
      if (alert === null) continue;
      const title = alert.alert.title ?? alert.alert.rule_name ?? alert.external_id;
      try {
        if (alert.state === 'accepted') found.push(await takeBack(trx, keeping, user, alert));
        removed.push(alert.id);
      } catch (error) {
        if (!(error instanceof DomainError && isObstacle.has(error.code))) throw error;
        stay.push({ id: alert.id, title, why: error.message });
      }
      if (performance.now() - began > slice.milliseconds) break;
    }
    if (removed.length > 0) {
      await delivered.deleteAlerts(trx, mission, removed);
      const place = { mission_id: missionId };
      const write = { at: isoTime(now()), by: user, verb: 'deleted', object: 'alert', id: null } as const;
      await recordWrite(trx, { ...write, place, before: { alerts: removed.length } });
    }
    return { evidence: found, gone: removed.length, kept: stay, done: through };
  });
  for (const file of evidence) if (file !== null) await discardFile(register, file);
  undone.removed += gone;
  undone.kept += kept.length;
  undone.reasons.push(...kept.slice(0, mostKept - undone.reasons.length));
  return done;
}

/** Why what accepting an alert wrote stays, found before anything is removed. */
const isObstacle: ReadonlySet<string> = new Set(['run_closed', 'illegal_transition', 'not_found']);
