import {
  figureSightings,
  listSighted,
  mostSightings,
  readsSightings,
  type SightingFigures,
} from '../../../domain/sightings.ts';
import { existingUserIds } from '../../accounts/users/service.ts';
import { isoTime, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { refuseStale } from '../../entity-tag.ts';
import { DomainError, type FieldError, invalid, refuseFields } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type { Matches } from '../alerts/match-job.ts';
import { readTests } from '../alerts/store.ts';
import { openPlan } from '../doors.ts';
import { readsSightingsOf } from '../visibility.ts';
import type {
  NewSighting,
  Sighting,
  SightingFiguresAnswer,
  SightingPatch,
  SightingsQuery,
  SuggestedSighting,
} from './contract.ts';
import { recordSighting, refuseDecided, requireSighting, type SightingPlace, undecided } from './record.ts';
import * as store from './store.ts';

/** A marker that changes with any sighting of a mission, for those who read them. */
export async function readSightingsSign(
  db: Db,
  user: Principal,
  missionId: string,
): Promise<{ sightings: number; sightings_changed_at: string | null }> {
  if (!(await readsSightingsOf(db, user, missionId))) return { sightings: 0, sightings_changed_at: null };
  const { sightings, changed_at } = await store.readSightingsSign(db, missionId);
  return { sightings, sightings_changed_at: changed_at };
}

/** The missions among these whose sightings this user reads. */
export async function listReadSightings(
  db: Db,
  user: Principal,
  missionIds: readonly string[],
): Promise<Set<string>> {
  if (readsSightings(user.permissions, false)) return new Set(missionIds);
  return store.listShownToRed(db, missionIds);
}

/** A page of the sightings of a mission, the latest first. The caller has checked access. */
export function listSightings(
  { db }: Pick<Services, 'db'>,
  missionId: string,
  query: SightingsQuery,
): Promise<Found<Sighting>> {
  return inSnapshot(db, (trx) => store.listSightings(trx, missionId, query));
}

/**
 * Undecided sightings with suggested tests, those with the best suggestions first. The caller has checked access. Refuses what
 * matching refuses.
 */
export async function suggestTests(
  { db }: Pick<Services, 'db'>,
  matches: Matches,
  missionId: string,
  paging: Paging,
): Promise<Found<SuggestedSighting>> {
  // Starting a thread for nothing would be the most of the work.
  if ((await store.countUndecided(db, missionId)) === 0) return { items: [], total: 0 };
  const matched = await matches.page(db, missionId, paging);
  return inSnapshot(db, async (trx) => {
    const matchOf = new Map(matched.items.map((item) => [item.alert_id, item.suggestions]));
    const tests = matched.items.flatMap(({ suggestions }) => suggestions.map(({ test_id }) => test_id));
    const known = await readTests(trx, missionId, [...new Set(tests)]);
    const sightings = await store.readSightings(trx, missionId, [...matchOf.keys()]);
    const items = sightings
      // Decided while the others were matched.
      .filter(({ status }) => status !== 'matched' && status !== 'not_ours')
      .map((sighting) => ({
        ...sighting,
        suggestions: (matchOf.get(sighting.id) ?? []).flatMap((suggestion) => {
          const test = known.get(suggestion.test_id);
          if (test === undefined) return [];
          return { ...suggestion, test_name: test.name, is_current: test.run === suggestion.run };
        }),
      }));
    return { items, total: matched.total };
  });
}

/** Figures of what blue noticed before it knew, with the tests that they count. The caller has checked access. */
export function readSightingFigures(
  { db }: Pick<Services, 'db'>,
  missionId: string,
): Promise<SightingFiguresAnswer> {
  return inSnapshot(db, async (trx) => {
    const tests = await store.listSightedTests(trx, missionId);
    const sightings = await store.listAllSightings(trx, missionId);
    return { ...figureSightings(tests, sightings), tests: listSighted(tests, sightings) };
  });
}

/** The figures alone, in the caller's snapshot. */
export async function figureSightingsOf(db: Db, missionId: string): Promise<SightingFigures> {
  return figureSightings(
    await store.listSightedTests(db, missionId),
    await store.listAllSightings(db, missionId),
  );
}

/**
 * Adds a sighting: by default of now, by the caller. Refuses `not_found`, `invalid` an end before its time, an alert of another
 * mission, an unknown analyst, and more sightings than a mission may have, `archived`, `locked`.
 */
export function addSighting(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  input: NewSighting,
): Promise<Sighting> {
  return inTransaction(db, async (trx) => {
    const at = isoTime(now());
    const given = { ...input, at: input.at ?? at };
    const { mission } = await openPlan(trx, user, missionId, () => refuseUnknown(trx, missionId, given));
    const present = await store.countSightings(trx, missionId);
    if (present >= mostSightings)
      throw invalid('title', `there are already ${mostSightings} sightings, which is the limit`);
    const id = newId();
    await store.insertSighting(trx, mission, {
      ...undecided,
      id,
      mission_id: missionId,
      at_until: null,
      kind: 'other',
      tool: null,
      rule_name: null,
      rule_id: null,
      alert_id: null,
      severity: null,
      hosts_json: '[]',
      users_json: '[]',
      techniques_json: '[]',
      note: null,
      judgement: 'open',
      declared_to: null,
      declared_at: null,
      analyst_id: user.id,
      created_by: user.id,
      created_at: at,
      updated_by: user.id,
      updated_at: at,
      ...toColumns(given),
      at: given.at,
      title: input.title,
    });
    const made = await requireSighting(trx, { mission_id: missionId, sighting_id: id });
    await recordSighting(trx, { at, by: user, verb: 'created' }, null, made);
    return made;
  });
}

/**
 * Changes the given fields; an empty change writes nothing. Refuses `not_found`, what adding refuses, and `stale` when `ifMatch`
 * does not name the current version.
 */
export function changeSighting(
  { db, now }: Services,
  user: Principal,
  place: SightingPlace,
  patch: SightingPatch,
  ifMatch: string | undefined,
): Promise<Sighting> {
  return inTransaction(db, async (trx) => {
    const { mission, judged: before } = await openPlan(trx, user, place.mission_id, async () => {
      const present = await requireSighting(trx, place);
      const { at, at_until, alert_id, analyst } = present;
      await refuseUnknown(trx, place.mission_id, { at, at_until, ...patch }, { alert_id, analyst });
      return present;
    });
    refuseStale(ifMatch, before.updated_at);
    if (Object.keys(patch).length === 0) return before;
    const at = timeAfter(before.updated_at, now);
    const change = { ...toColumns(patch), updated_by: user.id, updated_at: at };
    await store.updateSighting(trx, mission, before.id, change);
    const after = await requireSighting(trx, place);
    await recordSighting(trx, { at, by: user, verb: 'changed' }, before, after);
    return after;
  });
}

/**
 * Deletes a sighting. Refuses `not_found`, `archived`, `locked`, `illegal_transition` one that was decided, and `in_use` one with
 * files.
 */
export async function removeSighting(
  { db, now }: Services,
  user: Principal,
  place: SightingPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { mission } = await openPlan(trx, user, place.mission_id);
    const before = await requireSighting(trx, place);
    refuseDecided(before);
    if (before.evidence.length > 0)
      throw new DomainError('in_use', 'The sighting has files: delete those first');
    await store.deleteSighting(trx, mission, before.id);
    await recordSighting(trx, { at: isoTime(now()), by: user, verb: 'deleted' }, before, null);
  });
}

const plain = [
  'at',
  'at_until',
  'kind',
  'title',
  'tool',
  'rule_name',
  'rule_id',
  'alert_id',
  'severity',
  'note',
  'judgement',
] as const satisfies (keyof SightingPatch)[];

function toColumns(patch: SightingPatch): Partial<store.StoredSighting> {
  const { hosts, users, techniques, declared, analyst } = patch;
  return {
    ...Object.fromEntries(plain.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name]]]))),
    ...(hosts && { hosts_json: JSON.stringify(hosts) }),
    ...(users && { users_json: JSON.stringify(users) }),
    ...(techniques && { techniques_json: JSON.stringify(techniques) }),
    ...(declared !== undefined && {
      declared_to: declared?.to ?? null,
      declared_at: declared?.at ?? null,
    }),
    ...(analyst !== undefined && { analyst_id: analyst?.id ?? null }),
  };
}

/** References that a sighting already has may be sent again. */
async function refuseUnknown(
  trx: Trx,
  missionId: string,
  { at, at_until, alert_id, analyst }: SightingPatch,
  present: Pick<Sighting, 'alert_id' | 'analyst'> = { alert_id: null, analyst: null },
): Promise<void> {
  const errors: FieldError[] = [];
  if (at && at_until && at_until < at)
    errors.push({ path: 'at_until', message: 'must not be before its time' });
  if (alert_id && alert_id !== present.alert_id && !(await store.hasAlert(trx, missionId, alert_id)))
    errors.push({ path: 'alert_id', message: 'is not an alert of this mission' });
  if (analyst && analyst.id !== present.analyst?.id) {
    const known = await existingUserIds(trx, [analyst.id]);
    if (!known.has(analyst.id))
      errors.push({ path: 'analyst.id', message: `no user has the id ${analyst.id}` });
  }
  refuseFields(errors);
}
