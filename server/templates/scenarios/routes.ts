import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import * as contract from '../contract.ts';
import * as service from './service.ts';

/** Scenario templates: list, create, read, change, order their tests, delete. */
export function scenarioTemplateRoutes(templates: Services): Route[] {
  const { db } = templates;
  return [
    route({
      method: 'GET',
      path: '/scenario-templates',
      summary: 'Scenario templates, newest first; q searches name and description',
      access: 'scenario_template.read',
      query: contract.scenarioTemplateListQuery,
      response: contract.scenarioTemplateListSchema,
      handle: async ({ query }) => toPage(await service.listScenarioTemplates(db, query), query),
    }),
    route({
      method: 'POST',
      path: '/scenario-templates',
      summary: 'Create a scenario template',
      access: 'scenario_template.create',
      body: contract.scenarioTemplateBody,
      response: contract.scenarioTemplateSchema,
      status: 201,
      handle: ({ user, body }) => service.createScenarioTemplate(templates, user, body),
    }),
    route({
      method: 'GET',
      path: '/scenario-templates/:template_id',
      summary: 'A scenario template',
      access: 'scenario_template.read',
      response: contract.scenarioTemplateSchema,
      handle: ({ params }) => service.readScenarioTemplate(db, params.template_id),
    }),
    route({
      method: 'PATCH',
      path: '/scenario-templates/:template_id',
      summary: 'Change a scenario template; missions keep their copies',
      access: 'scenario_template.update',
      subject: ({ params }) => service.requireScenarioTemplate(db, params.template_id),
      body: contract.scenarioTemplatePatchBody,
      response: contract.scenarioTemplateSchema,
      handle: ({ user, params, body }) =>
        service.changeScenarioTemplate(templates, user, params.template_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/scenario-templates/:template_id',
      summary: 'Delete a scenario template; missions keep their copies',
      access: 'scenario_template.delete',
      handle: ({ user, params }) => service.deleteScenarioTemplate(templates, user, params.template_id),
    }),
    route({
      method: 'PUT',
      path: '/scenario-templates/:template_id/tests',
      summary: 'Replace the tests of a scenario template and their order',
      access: 'scenario_template.update',
      subject: ({ params }) => service.requireScenarioTemplate(db, params.template_id),
      body: contract.testOrderBody,
      response: contract.scenarioTemplateSchema,
      handle: ({ user, params, body }) =>
        service.changeScenarioTemplate(templates, user, params.template_id, body),
    }),
  ];
}
