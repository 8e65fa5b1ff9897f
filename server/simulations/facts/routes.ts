import { socRoles } from '../../../domain/sides.ts';
import type { Services } from '../../database/services.ts';
import { factListSchema, factPatchBody, factSchema, newFactBody } from '../../facts/contract.ts';
import { type Route, route } from '../../http/route.ts';
import { openSimulation } from '../service.ts';
import { simulationFacts } from './service.ts';

const writers = { roles: socRoles };

/** Facts of simulations. */
export function simulationFactRoutes(simulations: Services): Route[] {
  const { db } = simulations;
  return [
    route({
      method: 'GET',
      path: '/simulations/:simulation_id/facts',
      summary: 'Detections of a simulation, oldest first',
      access: 'user',
      programs: ['mission.read'],
      response: factListSchema,
      handle: ({ user, params }) => simulationFacts.list(db, user, params),
    }),
    route({
      method: 'POST',
      path: '/simulations/:simulation_id/facts',
      summary: 'Add a detection; the detection level follows unless a person has set it',
      access: writers,
      programs: ['mission.write_blue_fields'],
      subject: ({ user, params }) => openSimulation(db, user, params.simulation_id),
      body: newFactBody,
      response: factSchema,
      status: 201,
      version: (fact) => fact.updated_at,
      handle: ({ user, params, body }) => simulationFacts.add(simulations, user, params, body),
    }),
    route({
      method: 'GET',
      path: '/simulations/:simulation_id/facts/:fact_id',
      summary: 'A detection of a simulation',
      access: 'user',
      programs: ['mission.read'],
      response: factSchema,
      version: (fact) => fact.updated_at,
      handle: ({ user, params }) => simulationFacts.read(db, user, params),
    }),
    route({
      method: 'PATCH',
      path: '/simulations/:simulation_id/facts/:fact_id',
      summary: 'Change a detection',
      access: writers,
      programs: ['mission.write_blue_fields'],
      subject: ({ user, params }) => openSimulation(db, user, params.simulation_id),
      body: factPatchBody,
      response: factSchema,
      version: (fact) => fact.updated_at,
      handle: ({ user, params, body, request }) =>
        simulationFacts.change(simulations, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'DELETE',
      path: '/simulations/:simulation_id/facts/:fact_id',
      summary: 'Delete a detection',
      access: writers,
      programs: ['mission.write_blue_fields'],
      handle: ({ user, params }) => simulationFacts.remove(simulations, user, params),
    }),
  ];
}
