import type { Db } from '../../database/database.ts';
import { invalid } from '../../errors.ts';
import { EventStream } from '../../http/event-stream.ts';
import { type Route, route } from '../../http/route.ts';
import type { Principal } from '../../permissions.ts';
import { position } from '../contract.ts';
import { presenceBody, presenceSchema } from '../presence/contract.ts';
import { requireVisibleMission, seesTest } from '../visibility.ts';
import { events, eventsQuery } from './contract.ts';
import type { LiveMissions } from './service.ts';

/** Live events of a mission. */
export function missionEventRoutes({ db, live }: { db: Db; live: LiveMissions }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/events',
      summary: 'Activity since a moment, then live',
      access: 'mission.read',
      takesTicket: true,
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: eventsQuery,
      streams:
        'Server-sent events; the id of an event is the `since` to continue from, also as Last-Event-ID',
      events,
      handle: async ({ user, params, query, ...call }) => {
        const since = readLastId(call.request.headers['last-event-id']) ?? query.since;
        live.follow(user, params.mission_id, since, (stallMs) => new EventStream(call, stallMs));
      },
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/presence',
      summary:
        "Announce the caller's place in a mission for twenty seconds, or leave, and see who else is there",
      access: 'mission.read',
      programs: 'never',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: presenceBody,
      response: presenceSchema,
      handle: async ({ user, params, body }) => {
        const test_id = await findPlace(db, user, params.mission_id, body.test_id);
        return live.meet(user, params.mission_id, { ...body, test_id });
      },
    }),
  ];
}

/** The test that someone has open, or null: someone else may have just removed it. */
async function findPlace(
  db: Db,
  user: Principal,
  missionId: string,
  testId: string | null | undefined,
): Promise<string | null> {
  if (!testId) return null;
  return (await seesTest(db, user, { mission_id: missionId, test_id: testId })) ? testId : null;
}

/** Position from which a browser reconnects. Refuses `invalid` anything but the id of an event. */
function readLastId(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  const read = position.safeParse(header);
  if (!read.success) throw invalid('Last-Event-ID', 'is not the id of an event');
  return read.data;
}
