import type { Services } from '../database/services.ts';
import { entryList, missionHistoryQuery, wholeEntrySchema } from '../history/contract.ts';
import { type Route, route } from '../http/route.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import { listMissionHistory, readMissionEntry } from './history.ts';
import { MembersMemory } from './members/memory.ts';
import { findMissionMovePermission } from './rules.ts';
import { addScenario } from './scenarios/service.ts';
import * as service from './service.ts';
import { TotalsMemory } from './totals.ts';
import { requireVisibleMission } from './visibility.ts';

/** Missions: list, create, read, change, append, members, transition, delete. */
export function missionRoutes(missions: Services): Route[] {
  const { db } = missions;
  const remembered = { db, totals: new TotalsMemory(), members: new MembersMemory() };
  return [
    route({
      method: 'GET',
      path: '/missions',
      summary: 'Missions that the caller may see, newest first',
      access: 'mission.read',
      query: contract.missionListQuery,
      response: contract.missionList,
      handle: async ({ user, query }) => toPage(await service.listMissions(remembered, user, query), query),
    }),
    route({
      method: 'POST',
      path: '/missions',
      summary: 'Create a mission from scenario templates',
      access: 'mission.create',
      body: contract.newMissionBody,
      response: contract.missionSchema,
      status: 201,
      handle: ({ user, body }) => service.createMission(missions, user, body),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id',
      summary: 'A mission with its scenarios and tests',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      response: contract.missionSchema,
      handle: ({ user, params }) => service.readMission(db, user, params.mission_id),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/history',
      summary: 'History of a mission, newest first',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: missionHistoryQuery,
      response: entryList,
      handle: async ({ user, params, query }) =>
        toPage(await listMissionHistory(db, user, { ...query, ...params }), query),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/history/:seq',
      summary: "An entry of a mission's history with the full texts it changed",
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      response: wholeEntrySchema,
      handle: ({ user, params: { seq, ...place } }) =>
        readMissionEntry(db, user, Number(seq), place.mission_id),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id',
      summary: 'Change a mission',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.missionPatchBody,
      response: contract.missionSchema,
      handle: ({ user, params, body }) => service.changeMission(missions, user, params.mission_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id',
      summary: 'Delete a mission with its tests and evidence',
      access: 'mission.archive',
      handle: ({ user, params }) => service.deleteMission(missions, user, params.mission_id),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/scenarios',
      summary: 'Append copies of scenario templates, or an empty scenario by name',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.newScenariosBody,
      response: contract.missionSchema,
      status: 201,
      handle: ({ user, params, body }) =>
        body.scenario_template_ids === undefined
          ? addScenario(missions, user, params.mission_id, body)
          : service.appendScenarios(missions, user, params.mission_id, body.scenario_template_ids),
    }),
    route({
      method: 'PUT',
      path: '/missions/:mission_id/members',
      logs: {
        event: 'members_changed',
        about: ({ params, body }) => ({
          object: params.mission_id,
          member_ids: body.members.map((member) => member.user_id),
        }),
      },
      summary: 'Replace the members',
      access: 'mission.update',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.membersBody,
      response: contract.missionSchema,
      handle: ({ user, params, body }) =>
        service.replaceMembers(missions, user, params.mission_id, body.members),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/transition',
      summary: 'Move a mission to another status',
      access: ['mission.update', 'mission.archive'],
      alsoNeeds: (body) => [findMissionMovePermission(body.status)],
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.missionTransitionBody,
      response: contract.missionSchema,
      handle: ({ user, params, body }) => service.moveMission(missions, user, params.mission_id, body),
    }),
  ];
}
