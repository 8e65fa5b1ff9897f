import { redRoles } from '../../../domain/sides.ts';
import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import * as contract from '../contract.ts';
import * as service from './service.ts';

const writers = { roles: redRoles };

/** Simulation templates, which the SOC does not see: list, create, read, change, delete. */
export function simulationTemplateRoutes(simulations: Services): Route[] {
  const { db } = simulations;
  return [
    route({
      method: 'GET',
      path: '/templates',
      summary: 'Simulation templates, newest first unless sorted; q searches name and description',
      access: writers,
      programs: ['scenario_template.read'],
      query: contract.simulationTemplateListQuery,
      response: contract.simulationTemplateList,
      handle: async ({ query }) => toPage(await service.listTemplates(db, query), query),
    }),
    route({
      method: 'POST',
      path: '/templates',
      summary: 'Create a simulation template',
      access: writers,
      programs: ['scenario_template.create'],
      body: contract.newSimulationTemplateBody,
      response: contract.simulationTemplateSchema,
      status: 201,
      handle: ({ user, body }) => service.createTemplate(simulations, user, body),
    }),
    route({
      method: 'GET',
      path: '/templates/:template_id',
      summary: 'A simulation template',
      access: writers,
      programs: ['scenario_template.read'],
      response: contract.simulationTemplateSchema,
      handle: ({ params }) => service.readTemplate(db, params.template_id),
    }),
    route({
      method: 'PATCH',
      path: '/templates/:template_id',
      summary: 'Change a simulation template; simulations keep their copies',
      access: writers,
      programs: ['scenario_template.update'],
      subject: ({ params }) => service.requireTemplate(db, params.template_id),
      body: contract.simulationTemplatePatchBody,
      response: contract.simulationTemplateSchema,
      handle: ({ user, params, body }) => service.changeTemplate(simulations, user, params.template_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/templates/:template_id',
      summary: 'Delete a simulation template; simulations keep their copies',
      access: writers,
      programs: ['scenario_template.delete'],
      handle: ({ user, params }) => service.deleteTemplate(simulations, user, params.template_id),
    }),
  ];
}
