import { missionWriters } from '../../../domain/permissions.ts';
import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { requireVisibleMission, requireVisibleTest } from '../visibility.ts';
import { replayPatchBody, replaySchema, replayStep, stepPatchBody } from './contract.ts';
import * as service from './service.ts';

/** Replays of attack and defence. */
export function replayRoutes(missions: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/replay',
      summary: 'The replay of a mission: its executions in order of time, with the answers of the room',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(missions.db, user, params.mission_id),
      response: replaySchema,
      version: service.versionOf,
      handle: ({ user, params }) => service.readReplay(missions, user, params.mission_id),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/replay',
      summary: 'Change when a replay was, with whom, and its summary',
      access: missionWriters,
      subject: ({ user, params }) => requireVisibleMission(missions.db, user, params.mission_id),
      body: replayPatchBody,
      response: replaySchema,
      version: service.versionOf,
      handle: ({ user, params, body, request }) =>
        service.changeReplay(missions, user, params.mission_id, body, request.headers['if-match']),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/replay/tests/:test_id',
      summary: 'Change the answers to a step of a replay',
      access: missionWriters,
      subject: ({ user, params }) => requireVisibleTest(missions.db, user, params),
      body: stepPatchBody,
      response: replayStep,
      version: service.versionOf,
      handle: ({ user, params, body, request }) =>
        service.changeStep(missions, user, params, body, request.headers['if-match']),
    }),
  ];
}
