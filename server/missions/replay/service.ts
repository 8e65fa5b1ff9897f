import { isReplayOpen } from '../../../domain/replay.ts';
import { isoTime, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { refuseStale } from '../../entity-tag.ts';
import { DomainError, notFound, refuseFields } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { openMission } from '../doors.ts';
import type { MissionHead } from '../heads.ts';
import { requireVisibleMission, type TestPlace } from '../visibility.ts';
import type { Replay, ReplayPatch, ReplayStep, StepPatch } from './contract.ts';
import * as store from './store.ts';

/** The last change of a replay; null for none. */
export const readReplaySign: (db: Db, missionId: string) => Promise<string | null> = store.readSign;

/** Version of a replay or a step, as in its entity tag. */
export function versionOf({ updated_at }: { updated_at: string | null }): string {
  return updated_at ?? 'none';
}

function isOpen({ status, replay_opened }: MissionHead): boolean {
  return isReplayOpen({ status, opened: replay_opened === 1 });
}

/** The replay of a mission; without its content until it is open. Refuses `not_found`. */
export function readReplay({ db }: Services, user: Principal, missionId: string): Promise<Replay> {
  return inSnapshot(db, async (trx) => show(trx, await requireVisibleMission(trx, user, missionId)));
}

async function show(db: Db, mission: MissionHead): Promise<Replay> {
  const { id } = mission;
  if (isOpen(mission)) {
    return { id, is_open: true, ...(await store.readReplay(db, id)), steps: await store.listSteps(db, id) };
  }
  const blank = { started_at: null, ended_at: null, attendees: [], summary: null, steps: [] };
  return { id, is_open: false, ...blank, updated_by: null, updated_at: null };
}

/**
 * Changes when a replay was, with whom, and its summary. Refuses `not_found`, `illegal_transition` one that is not open, `invalid`
 * an end before its start, `archived`, and `stale` when `ifMatch` does not name the current version.
 */
export function changeReplay(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  patch: ReplayPatch,
  ifMatch: string | undefined,
): Promise<Replay> {
  return inTransaction(db, async (trx) => {
    const { mission, judged: before } = await openMission(trx, user, missionId, async (head) => {
      refuseClosed(head);
      const present = await store.readReplay(trx, missionId);
      const { started_at, ended_at } = { ...present, ...patch };
      if (started_at && ended_at && ended_at < started_at)
        refuseFields([{ path: 'ended_at', message: 'must not be before started_at' }]);
      return present;
    });
    refuseStale(ifMatch, versionOf(before));
    if (Object.keys(patch).length > 0) {
      const at = timeAfter(before.updated_at, now);
      const { attendees, ...fields } = { ...before, ...(patch as Partial<Replay>) };
      await store.writeReplay(trx, mission, {
        started_at: fields.started_at,
        ended_at: fields.ended_at,
        summary: fields.summary,
        attendees_json: JSON.stringify(attendees),
        updated_by: user.id,
        updated_at: at,
      });
      await record(trx, { at, by: user }, missionId, { before, after: { ...before, ...patch } });
    }
    return show(trx, mission);
  });
}

/**
 * Changes the answers to a step. Refuses `not_found`, `illegal_transition` a replay that is not open, `archived`, and `stale` when
 * `ifMatch` does not name the current version. A locked mission takes answers, because they leave its record as it is.
 */
export function changeStep(
  { db, now }: Services,
  user: Principal,
  { mission_id, test_id }: TestPlace,
  { run, discussed, ...answers }: StepPatch,
  ifMatch: string | undefined,
): Promise<ReplayStep> {
  const find = async (trx: Trx) => {
    const steps = await store.listSteps(trx, mission_id);
    const found = steps.find((step) => step.id === test_id && step.run === run);
    if (found === undefined) throw notFound('Step');
    return found;
  };
  return inTransaction(db, async (trx) => {
    const { mission, judged: before } = await openMission(trx, user, mission_id, async (head) => {
      const found = await find(trx);
      refuseClosed(head);
      return found;
    });
    refuseStale(ifMatch, versionOf(before));
    const at = before.updated_at === null ? isoTime(now()) : timeAfter(before.updated_at, now);
    const after = {
      ...before,
      ...(answers as Partial<ReplayStep>),
      ...(discussed !== undefined && { discussed_at: discussed ? (before.discussed_at ?? at) : null }),
    };
    const { seen, should_have, why_not, decision, note, discussed_at } = after;
    const said = { seen, should_have, why_not, decision, note, discussed_at };
    const written = await record(trx, { at, by: user }, mission_id, { before, after, test_id });
    if (written) {
      await store.writeStep(trx, mission, {
        mission_id,
        test_id,
        run: before.run,
        ...said,
        updated_by: user.id,
        updated_at: at,
      });
    }
    return find(trx);
  });
}

function refuseClosed(mission: MissionHead): void {
  if (isOpen(mission)) return;
  throw new DomainError('illegal_transition', 'The replay is not open yet');
}

async function record(
  trx: Trx,
  write: { at: string; by: Principal },
  mission_id: string,
  { before, after, test_id }: { before: object; after: object; test_id?: string },
): Promise<boolean> {
  const pick = (fields: object) => {
    const { updated_at, updated_by, ...kept } = fields as Record<string, unknown>;
    return kept;
  };
  const place = { mission_id, ...(test_id !== undefined && { test_id }) };
  const about = { object: 'replay', id: test_id ?? mission_id, place } as const;
  return recordWrite(trx, { ...write, verb: 'changed', ...about, before: pick(before), after: pick(after) });
}
