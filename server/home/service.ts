import { readDetection } from '../../domain/recorded-detections.ts';
import { sides } from '../../domain/sides.ts';
import { hasCompany } from '../accounts/users/service.ts';
import { isCatalogueLoaded } from '../catalogue/service.ts';
import type { Db } from '../database/database.ts';
import { dropRepeated } from '../drop-repeated.ts';
import { nameEngagements } from '../engagements/service.ts';
import { type EntryHead, type RecentHistory, readBriefChanges } from '../history/recent/service.ts';
import { listReadSightings } from '../missions/sightings/service.ts';
import {
  listWaitingTests,
  nameTests,
  nameVisibleMissions,
  seesAnyMission,
} from '../missions/waiting/service.ts';
import type { Found } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import { listWaitingSimulations, nameSimulations } from '../simulations/waiting/service.ts';
import { starterSize } from '../templates/starter/service.ts';
import { hasTestTemplates } from '../templates/test-templates/service.ts';
import {
  type Deed,
  type FirstSteps,
  firstSteps,
  type Stream,
  type StreamQuery,
  type WaitingItem,
  type WaitingQuery,
} from './contract.ts';
import { foldDoings, listSimulationSides, listTestSides, mayTake, mergeWaiting } from './rules.ts';

type Waiting = { kind: WaitingItem['kind']; side: WaitingItem['side']; id: string; since: string | null };

/** A page of the items waiting for this user in running missions and open engagements, with their number. Refuses nothing. */
export async function listWaiting(
  db: Db,
  user: Principal,
  { side, scope, mission_id: mission, limit, offset }: WaitingQuery,
): Promise<Found<WaitingItem>> {
  const most = offset + limit;
  const isWholeMission = mission !== undefined && scope === 'all' && user.permissions.has('mission.read');
  const isAsked = (one: WaitingItem['side']) => side === undefined || side === one;
  const lists: Waiting[][] = [];
  let total = 0;
  for (const one of (isWholeMission ? sides : listTestSides(user)).filter(isAsked)) {
    const found = await listWaitingTests(db, user, { side: one, isMine: scope === 'mine', most, mission });
    lists.push(found.items.map((key) => ({ ...key, kind: 'test', side: one })));
    total += found.total;
  }
  for (const one of mission === undefined ? listSimulationSides(user).filter(isAsked) : []) {
    const found = await listWaitingSimulations(db, user, { side: one, most });
    lists.push(found.items.map((key) => ({ ...key, kind: 'simulation', side: one })));
    total += found.total;
  }
  return { items: await nameWaiting(db, mergeWaiting(lists).slice(offset, most)), total };
}

async function nameWaiting(db: Db, waiting: readonly Waiting[]): Promise<WaitingItem[]> {
  const idsOf = (kind: Waiting['kind']) => waiting.filter((one) => one.kind === kind).map(({ id }) => id);
  const tests = await nameTests(db, idsOf('test'));
  const simulations = await nameSimulations(db, idsOf('simulation'));
  return waiting.flatMap(({ kind, id, side, since }): WaitingItem[] => {
    if (kind === 'test') {
      const found = tests.get(id);
      if (found === undefined) return [];
      const { mission, ...test } = found;
      return [{ kind, ...test, side, since, place: { kind: 'mission', ...mission } }];
    }
    const found = simulations.get(id);
    if (found === undefined) return [];
    const { engagement, techniques, ...simulation } = found;
    const catalog_tags = techniques.map((technique) => ({
      kind: technique.id.includes('.') ? ('subtechnique' as const) : ('technique' as const),
      external_id: technique.id,
      name: technique.name,
    }));
    const place = { kind: 'engagement' as const, ...engagement };
    return [{ kind, ...simulation, catalog_tags, side, since, place, assignee: null }];
  });
}

/** Limit of actions shown per group. */
const mostTold = 10;

/** Recent actions of others visible to this user, or of everyone in one mission, newest first. Refuses nothing. */
export async function readStream(
  { db, recent }: { db: Db; recent: RecentHistory },
  user: Principal,
  { limit, mission_id }: StreamQuery,
): Promise<Stream> {
  const me = mission_id === undefined ? user.id : null;
  const entries = (await recent.read(db)).filter(
    (entry) => entry.actor_id !== me && (mission_id === undefined || entry.mission_id === mission_id),
  );
  const missions = user.permissions.has('mission.read')
    ? await nameVisibleMissions(db, user, listIds(entries, 'mission_id'))
    : new Map<string, string>();
  const engagements = await nameEngagements(db, user, listIds(entries, 'engagement_id'));
  const findPlace = ({ mission_id, engagement_id }: EntryHead): Stream['items'][number]['place'] | null => {
    const mission = missions.get(mission_id ?? '');
    if (mission_id !== null && mission !== undefined)
      return { kind: 'mission', id: mission_id, name: mission };
    const engagement = engagements.get(engagement_id ?? '');
    if (engagement_id === null || engagement === undefined) return null;
    return { kind: 'engagement', id: engagement_id, name: engagement };
  };
  const sighted = listIds(
    entries.filter(({ object_type }) => object_type === 'sighting'),
    'mission_id',
  );
  const read = await listReadSightings(db, user, sighted);
  const isSeen = (entry: EntryHead) =>
    findPlace(entry) !== null && (entry.object_type !== 'sighting' || read.has(entry.mission_id ?? ''));
  const folds = foldDoings(entries, { me, isSeen, most: limit });
  const told = folds.flatMap((fold) => fold.slice(0, mostTold));
  const tests = await nameTests(db, listIds(told, 'test_id'));
  const simulations = await nameSimulations(db, listIds(told, 'simulation_id'));
  const changes = await readBriefChanges(
    db,
    told.map(({ seq }) => seq),
  );
  return {
    items: folds.flatMap(([newest, ...older]) => {
      const place = newest === undefined ? null : findPlace(newest);
      if (newest === undefined || place === null) return [];
      const test = tests.get(newest.test_id ?? '');
      const simulation = simulations.get(newest.simulation_id ?? '');
      return [
        {
          seq: newest.seq,
          at: newest.at,
          actor: { id: newest.actor_id ?? '', display_name: newest.actor_name ?? '' },
          place,
          test: test === undefined ? null : { id: test.id, name: test.name },
          simulation: simulation === undefined ? null : { id: simulation.id, name: simulation.name },
          deeds: tellDeeds([newest, ...older].slice(0, mostTold), changes),
        },
      ];
    }),
  };
}

function listIds(
  entries: readonly EntryHead[],
  name: 'mission_id' | 'test_id' | 'engagement_id' | 'simulation_id',
): string[] {
  return dropRepeated(entries.flatMap((entry) => entry[name] ?? []));
}

/** Several changes of one object are combined, with all fields. */
function tellDeeds(
  entries: readonly EntryHead[],
  changes: ReadonlyMap<number, Readonly<Record<string, unknown>>>,
): Deed[] {
  const deeds = new Map<string, Deed>();
  for (const { seq, object_type, verb } of entries) {
    const changed = changes.get(seq) ?? {};
    const fields = verb === 'changed' ? Object.keys(changed) : [];
    // Only a change of its status moves an engagement.
    const isMove = verb === 'moved' || (object_type === 'engagement' && fields.join() === 'status');
    const moved_to = isMove ? readNewValue(changed.status) : null;
    const detection = object_type === 'fact' ? readDetection(changed) : null;
    const key = [object_type, verb, moved_to, detection?.kind, detection?.result].join(' ');
    const known = deeds.get(key);
    if (known === undefined) deeds.set(key, { object_type, verb, moved_to, fields, detection });
    else known.fields = dropRepeated([...known.fields, ...fields]);
  }
  return [...deeds.values()];
}

function readNewValue(change: unknown): string | null {
  const value: unknown = Array.isArray(change) ? change[1] : null;
  return typeof value === 'string' ? value : null;
}

/** The steps to a first mission available to this user, and those done. Refuses nothing. */
export async function readFirstSteps(db: Db, user: Principal): Promise<FirstSteps> {
  const isDone = {
    catalogue: () => isCatalogueLoaded(db),
    library: () => hasTestTemplates(db),
    people: () => hasCompany(db, user.id),
    mission: () => seesAnyMission(db, user),
  };
  const steps: FirstSteps['steps'] = [];
  for (const step of firstSteps) {
    if (mayTake(user, step)) steps.push({ step, done: await isDone[step]() });
  }
  return { steps, starter_library: starterSize };
}
