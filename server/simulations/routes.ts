import type { ServerResponse } from 'node:http';
import { redRoles } from '../../domain/sides.ts';
import { requireEngagement } from '../engagements/service.ts';
import { type Route, route } from '../http/route.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import { listFieldRoles } from './rules.ts';
import * as service from './service.ts';

const writers = { roles: redRoles };

/** Simulations: list, create, read, write either side's fields, move, delete. */
export function simulationRoutes(simulations: service.Simulations): Route[] {
  const { db } = simulations;
  return [
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/simulations',
      summary: 'Simulations of an engagement, newest first, without output',
      access: 'user',
      programs: ['mission.read'],
      subject: ({ user, params }) => requireEngagement(db, user, params.engagement_id),
      query: contract.simulationListQuery,
      response: contract.simulationList,
      handle: async ({ user, params, query }) =>
        toPage(
          await service.listSimulations(db, user, { ...query, engagement: params.engagement_id }),
          query,
        ),
    }),
    route({
      method: 'POST',
      path: '/engagements/:engagement_id/simulations',
      summary: 'Create a simulation, from a template or from scratch',
      access: writers,
      programs: ['mission.write_red_fields'],
      subject: ({ user, params }) => requireEngagement(db, user, params.engagement_id),
      body: contract.newSimulationBody,
      response: contract.simulationSchema,
      status: 201,
      handle: async ({ user, params, body, response }) =>
        setTag(response, await service.createSimulation(simulations, user, params.engagement_id, body)),
    }),
    route({
      method: 'GET',
      path: '/simulations',
      summary: 'Simulations of all engagements that the caller may see, newest first, without output',
      access: 'user',
      programs: ['mission.read'],
      query: contract.allSimulationsQuery,
      response: contract.simulationList,
      handle: async ({ user, query }) => toPage(await service.listSimulations(db, user, query), query),
    }),
    route({
      method: 'GET',
      path: '/simulations/:simulation_id',
      summary: 'A simulation',
      access: 'user',
      programs: ['mission.read'],
      response: contract.simulationSchema,
      handle: async ({ user, params, response }) =>
        setTag(response, await service.readSimulation(db, user, params.simulation_id)),
    }),
    route({
      method: 'PATCH',
      path: '/simulations/:simulation_id',
      summary: 'Write the given fields, of the red or the SOC side',
      access: 'user',
      programs: 'side',
      // A finished simulation refuses writes from everyone, so its state is checked before the caller's role.
      subject: ({ user, params }) => service.openSimulation(db, user, params.simulation_id),
      alsoNeedsRole: listFieldRoles,
      body: contract.simulationPatchBody,
      listed: contract.simulationListItem,
      response: contract.simulationSchema,
      handle: async ({ user, params, body, isShown, request, response }) =>
        setTag(
          response,
          await service.changeSimulation(
            simulations,
            user,
            params.simulation_id,
            { patch: body, isShown },
            request.headers['if-match'],
          ),
        ),
    }),
    route({
      method: 'DELETE',
      path: '/simulations/:simulation_id',
      summary: 'Delete a simulation permanently',
      access: writers,
      programs: ['mission.write_red_fields'],
      handle: ({ user, params }) => service.deleteSimulation(simulations, user, params.simulation_id),
    }),
    route({
      method: 'POST',
      path: '/simulations/:simulation_id/transition',
      summary: 'Move a simulation to another status',
      access: 'user',
      programs: 'side',
      subject: ({ user, params }) => service.requireSimulation(db, user, params.simulation_id),
      body: contract.simulationTransitionBody,
      response: contract.simulationSchema,
      handle: async ({ user, params, body, response }) =>
        setTag(response, await service.moveSimulation(simulations, user, params.simulation_id, body.status)),
    }),
  ];
}

function setTag<T extends { updated_at: string }>(response: ServerResponse, simulation: T): T {
  response.setHeader('ETag', `"${simulation.updated_at}"`);
  return simulation;
}
