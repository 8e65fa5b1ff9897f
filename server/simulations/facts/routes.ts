import { socRoles } from '../../../domain/sides.ts';
import { factListSchema, factPatchBody, factSchema, newFactBody } from '../../facts/contract.ts';
import { type Route, route } from '../../http/route.ts';
import { openSimulation, type Simulations } from '../service.ts';
import * as service from './service.ts';

const writers = { roles: socRoles };

/** What was observed of simulations. */
export function simulationFactRoutes(simulations: Pick<Simulations, 'db' | 'now'>): Route[] {
  const { db } = simulations;
  return [
    route({
      method: 'GET',
      path: '/simulations/:simulation_id/facts',
      summary: 'What was observed of a simulation, oldest first',
      access: 'user',
      response: factListSchema,
      handle: ({ params }) => service.listSimulationFacts(db, params.simulation_id),
    }),
    route({
      method: 'POST',
      path: '/simulations/:simulation_id/facts',
      summary: 'Add an observation; its level follows while nobody has set one',
      access: writers,
      subject: ({ params }) => openSimulation(db, params.simulation_id),
      body: newFactBody,
      response: factSchema,
      status: 201,
      version: (fact) => fact.updated_at,
      handle: ({ user, params, body }) =>
        service.addSimulationFact(simulations, user, params.simulation_id, body),
    }),
    route({
      method: 'GET',
      path: '/simulations/:simulation_id/facts/:fact_id',
      summary: 'An observation of a simulation',
      access: 'user',
      response: factSchema,
      version: (fact) => fact.updated_at,
      handle: ({ params }) => service.readSimulationFact(db, params),
    }),
    route({
      method: 'PATCH',
      path: '/simulations/:simulation_id/facts/:fact_id',
      summary: 'Change an observation',
      access: writers,
      subject: ({ params }) => openSimulation(db, params.simulation_id),
      body: factPatchBody,
      response: factSchema,
      version: (fact) => fact.updated_at,
      handle: ({ user, params, body, request }) =>
        service.changeSimulationFact(simulations, user, params, body, request.headers['if-match']),
    }),
    route({
      method: 'DELETE',
      path: '/simulations/:simulation_id/facts/:fact_id',
      summary: 'Delete an observation',
      access: writers,
      handle: ({ user, params }) => service.removeSimulationFact(simulations, user, params),
    }),
  ];
}
