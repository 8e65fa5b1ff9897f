import { missionWriters } from '../../../domain/permissions.ts';
import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import { requireVisibleMission } from '../visibility.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Remediations of missions. */
export function remediationRoutes(missions: Services): Route[] {
  const { db } = missions;
  return [
    route({
      method: 'GET',
      path: '/remediations',
      summary: "Remediations of the caller's missions, earliest due first",
      access: 'mission.read',
      query: contract.remediationsQuery,
      response: contract.remediationList,
      handle: async ({ user, query }) => toPage(await service.listRemediations(missions, user, query), query),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/remediations',
      summary: 'Remediations of a mission, earliest due first',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: contract.missionRemediationsQuery,
      response: contract.remediationList,
      handle: async ({ user, params, query }) =>
        toPage(await service.listRemediations(missions, user, { ...query, ...params }), query),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/remediations',
      summary: 'Add a remediation',
      access: missionWriters,
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.newRemediationBody,
      response: contract.remediationSchema,
      status: 201,
      version: (remediation) => remediation.updated_at,
      handle: ({ user, params, body }) => service.addRemediation(missions, user, params.mission_id, body),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/remediations/:remediation_id',
      summary: 'A remediation',
      access: 'mission.read',
      response: contract.remediationSchema,
      version: (remediation) => remediation.updated_at,
      handle: ({ user, params }) => service.requireRemediation(missions, user, params),
    }),
    route({
      method: 'PATCH',
      path: '/missions/:mission_id/remediations/:remediation_id',
      summary: 'Change a remediation, or move it to another status',
      access: missionWriters,
      subject: ({ user, params }) => service.requireRemediation(missions, user, params),
      body: contract.remediationPatchBody,
      response: contract.remediationSchema,
      version: (remediation) => remediation.updated_at,
      handle: ({ user, params, body, request }) =>
        service.changeRemediation(missions, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'DELETE',
      path: '/missions/:mission_id/remediations/:remediation_id',
      summary: 'Delete a remediation',
      access: missionWriters,
      handle: ({ user, params }) => service.removeRemediation(missions, user, params),
    }),
  ];
}
