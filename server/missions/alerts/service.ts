import { createHash } from 'node:crypto';
import { mostAlertsOfMission } from '../../../domain/alerts.ts';
import { toRuleKey } from '../../../domain/detection-rules.ts';
import { timeAfter } from '../../database/clock.ts';
import { inLongTransaction, inSnapshot, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { invalid } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import { openPlan } from '../doors.ts';
import type {
  AlertListQuery,
  AlertRecord,
  ListedAlert,
  ReceivedAlerts,
  SentAlert,
  WholeAlert,
} from './contract.ts';
import { type AlertPlace, requireAlert } from './decisions.ts';
import { readLatestDelivery } from './delivery-store.ts';
import type { Matches } from './match-job.ts';
import { type Alert, type ReadAlert, readAlert } from './read.ts';
import * as store from './store.ts';

/**
 * Receives alerts of other tools, all or none, each once by source and id; returns what became of each. Alerts of a rule that was
 * said to be not ours are so, too. Refuses `not_found`, `invalid` more alerts than a mission may have, `archived`,
 * `locked`.
 */
export function receiveAlerts(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  alerts: readonly SentAlert[],
): Promise<ReceivedAlerts> {
  const sent = alerts.map(readAlert);
  return inLongTransaction(db, async (trx, pause) => {
    const { mission } = await openPlan(trx, user, missionId);
    const at = timeAfter(await readLatestDelivery(trx, missionId), now);
    const ids = sent.map(({ alert }) => alert.external_id);
    const received = await store.findReceived(trx, missionId, ids);
    const known = new Map(received.map((row) => [toKey(row), row]));
    const notOurs = await store.listNotOurs(trx, missionId);
    const decisions = new Map(notOurs.map((row) => [toKey({ ...row, external_id: row.rule_key }), row]));
    const rows: Parameters<typeof store.insertAlerts>[2][number][] = [];
    const turn = new Turn();
    const became: ReceivedAlerts['alerts'] = [];
    for (const { alert, raw, ignored } of sent) {
      await turn.giveWay(pause);
      const digest = toDigest({ alert, raw });
      const key = toKey(alert);
      const { external_id } = alert;
      const before = known.get(key);
      if (before !== undefined) {
        const result = before.digest === digest ? 'same' : 'differs';
        became.push({ id: before.id, external_id, result, state: before.state, ignored });
        continue;
      }
      const rule_key = toRule(alert);
      const decision =
        rule_key === null ? undefined : decisions.get(toKey({ ...alert, external_id: rule_key }));
      const row = {
        id: newId(),
        mission_id: missionId,
        source: alert.source,
        external_id,
        digest,
        rule_key,
        alert_json: JSON.stringify(alert),
        raw,
        state: decision === undefined ? ('new' as const) : ('not_ours' as const),
        whole_rule: decision === undefined ? (0 as const) : (1 as const),
        test_id: null,
        run: null,
        fact_id: null,
        undo_json: null,
        decided_by: decision?.decided_by ?? null,
        decided_at: decision?.decided_at ?? null,
        received_at: at,
      };
      rows.push(row);
      known.set(key, row);
      became.push({ id: row.id, external_id, result: 'received', state: row.state, ignored });
    }
    if (rows.length > 0) {
      await refuseTooMany(trx, missionId, rows.length);
      await store.insertAlerts(trx, mission, rows);
      const sources = [...new Set(rows.map(({ source }) => source))];
      const after = { alerts: rows.length, sources };
      const place = { mission_id: missionId };
      await recordWrite(trx, { at, by: user, verb: 'created', object: 'alert', id: null, place, after });
    }
    return { received_at: rows.length > 0 ? at : null, alerts: became };
  });
}

/** The digest by which an alert is the same as one received before. */
function toDigest({ alert, raw }: Pick<ReadAlert, 'alert' | 'raw'>): string {
  return createHash('sha256').update(JSON.stringify(alert)).update(raw).digest('base64url');
}

export type ComparedAlert = { alert: Alert; result: ReceivedAlerts['alerts'][number]['result'] };

/**
 * Takes alerts as sent, returns them as they would be received, with what would become of each. The caller has checked access.
 * Refuses `invalid` more alerts than a mission may have.
 */
export function compareAlerts(
  { db }: Pick<Services, 'db'>,
  missionId: string,
  alerts: readonly SentAlert[],
): Promise<ComparedAlert[]> {
  const sent = alerts.map(readAlert);
  const ids = sent.map(({ alert }) => alert.external_id);
  return inSnapshot(db, async (trx) => {
    const received = await store.findReceived(trx, missionId, ids);
    const digests = new Map(received.map((row) => [toKey(row), row.digest]));
    const compared = sent.map(({ alert, raw }): ComparedAlert => {
      const [key, digest] = [toKey(alert), toDigest({ alert, raw })];
      const before = digests.get(key);
      if (before === undefined) digests.set(key, digest);
      return { alert, result: before === undefined ? 'received' : before === digest ? 'same' : 'differs' };
    });
    await refuseTooMany(trx, missionId, compared.filter(({ result }) => result === 'received').length);
    return compared;
  });
}

async function refuseTooMany(trx: Trx, missionId: string, added: number): Promise<void> {
  const present = await store.countAlerts(trx, missionId);
  if (present + added <= mostAlertsOfMission) return;
  throw invalid('alerts', `there would be ${present + added}; the limit is ${mostAlertsOfMission}`);
}

function toKey({ source, external_id }: { source: string; external_id: string | null }): string {
  return JSON.stringify([source, external_id]);
}

/** Key by which all alerts of a rule are found; null if the alert names none. */
function toRule({ rule_id, rule_name, title }: Alert): string | null {
  const rule = rule_id ?? rule_name ?? title;
  return rule === null ? null : toRuleKey(rule);
}

/**
 * Alerts of a mission: those that wait with suggested tests, the best first; decided ones by their decision, the last first; named
 * ones as they are. The caller has checked access. Refuses what matching refuses.
 */
export async function listAlerts(
  { db }: Pick<Services, 'db'>,
  matches: Matches,
  missionId: string,
  { state, ids, limit, offset }: AlertListQuery,
): Promise<Found<ListedAlert>> {
  const unmatched = (record: AlertRecord): ListedAlert => ({
    ...record,
    clock_seconds: null,
    suggestions: [],
  });
  if (ids !== undefined) {
    const records = await store.readAlerts(db, missionId, ids);
    return { items: records.slice(offset, offset + limit).map(unmatched), total: records.length };
  }
  if (state !== 'new') {
    return inSnapshot(db, async (trx) => {
      const records = await store.listDecided(trx, missionId, state, { limit, offset });
      const total = await store.countAlerts(trx, missionId, state);
      return { items: records.map(unmatched), total };
    });
  }
  // Starting a thread for nothing would be the most of the work.
  if ((await store.countAlerts(db, missionId, 'new')) === 0) return { items: [], total: 0 };
  const matched = await matches.page(db, missionId, { limit, offset });
  return inSnapshot(db, async (trx) => {
    const matchOf = new Map(matched.items.map((item) => [item.alert_id, item]));
    const tests = matched.items.flatMap(({ suggestions }) => suggestions.map(({ test_id }) => test_id));
    const known = await store.readTests(trx, missionId, [...new Set(tests)]);
    const records = await store.readAlerts(trx, missionId, [...matchOf.keys()]);
    const items = records
      // Decided while the others were matched.
      .filter((record) => record.state === 'new')
      .map((record) => ({
        ...record,
        clock_seconds: matchOf.get(record.id)?.clock ?? null,
        suggestions: (matchOf.get(record.id)?.suggestions ?? []).flatMap((suggestion) => {
          const test = known.get(suggestion.test_id);
          if (test === undefined) return [];
          return { ...suggestion, test_name: test.name, is_current: test.run === suggestion.run };
        }),
      }));
    return { items, total: matched.total };
  });
}

/** An alert with its original. The caller has checked access. Refuses `not_found`. */
export async function readAlertOf(
  { db }: Pick<Services, 'db'>,
  { mission_id, alert_id }: AlertPlace,
): Promise<WholeAlert> {
  return inSnapshot(db, async (trx) => {
    const { raw } = await requireAlert(trx, { mission_id, alert_id });
    const [record] = await store.readAlerts(trx, mission_id, [alert_id]);
    return { ...(record as AlertRecord), raw };
  });
}
