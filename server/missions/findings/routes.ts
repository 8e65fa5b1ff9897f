import { missionWriters } from '../../../domain/permissions.ts';
import type { Services } from '../../database/services.ts';
import { entryList, findingHistoryQuery, wholeEntrySchema } from '../../history/contract.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import { requireVisibleMission } from '../visibility.ts';
import * as contract from './contract.ts';
import { listFindingHistory, readFindingEntry } from './history.ts';
import * as service from './service.ts';

/** Findings of missions, and suggested ones. */
export function findingRoutes(missions: Services): Route[] {
  const { db } = missions;
  return [
    route({
      method: 'GET',
      path: '/findings',
      summary: "Findings of the caller's missions, of the sides that they read",
      access: 'mission.read',
      query: contract.findingsQuery,
      response: contract.findingList,
      handle: async ({ user, query }) => toPage(await service.listFindings(missions, user, query), query),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/findings',
      summary: 'Findings of a mission, by number',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: contract.missionFindingsQuery,
      response: contract.findingList,
      handle: async ({ user, params, query }) =>
        toPage(await service.listFindings(missions, user, { ...query, ...params }), query),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/findings/suggestions',
      summary: 'Findings that the record suggests: gaps, and attacks that succeeded',
      access: missionWriters,
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      response: contract.suggestionList,
      handle: async ({ params }) => ({ items: await service.listSuggestions(missions, params.mission_id) }),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/findings/suggestions',
      summary: 'Merge a suggestion into a finding, or dismiss it with a reason',
      access: missionWriters,
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.decisionBody,
      handle: ({ user, params, body }) => service.decideSuggestion(missions, user, params.mission_id, body),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/findings',
      summary: 'Add a finding',
      access: missionWriters,
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.newFindingBody,
      response: contract.findingSchema,
      status: 201,
      version: (finding) => finding.updated_at,
      handle: ({ user, params, body }) => service.addFinding(missions, user, params.mission_id, body),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/findings/:finding_id',
      summary: 'A finding',
      access: 'mission.read',
      response: contract.findingSchema,
      version: (finding) => finding.updated_at,
      handle: ({ user, params }) => service.requireFinding(missions, user, params),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/findings/:finding_id/history',
      summary: 'History of a finding, newest first, from times when the caller could read its side',
      access: 'mission.read',
      query: findingHistoryQuery,
      response: entryList,
      handle: async ({ user, params, query }) =>
        toPage(
          await listFindingHistory(db, user, await service.requireFinding(missions, user, params), query),
          query,
        ),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/findings/:finding_id/history/:seq',
      summary: "An entry of a finding's history with the full texts it changed",
      access: 'mission.read',
      response: wholeEntrySchema,
      handle: async ({ user, params: { seq, ...place } }) =>
        readFindingEntry(db, user, await service.requireFinding(missions, user, place), Number(seq)),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/findings/:finding_id',
      summary: 'Change a finding, or move it to another status',
      access: missionWriters,
      subject: ({ user, params }) => service.requireFinding(missions, user, params),
      body: contract.findingPatchBody,
      response: contract.findingSchema,
      version: (finding) => finding.updated_at,
      handle: ({ user, params, body, request }) =>
        service.changeFinding(missions, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/findings/:finding_id',
      summary: 'Delete a finding',
      access: missionWriters,
      handle: ({ user, params }) => service.removeFinding(missions, user, params),
    }),
  ];
}
