import type { Services } from '../../database/services.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import * as contract from '../contract.ts';
import * as service from './service.ts';

/** Test templates: list, create, read, change, delete. */
export function testTemplateRoutes(templates: Services): Route[] {
  const { db } = templates;
  return [
    route({
      method: 'GET',
      path: '/test-templates',
      summary: 'Test templates, newest first; q searches name and description',
      access: 'test_template.read',
      query: contract.testTemplateListQuery,
      response: contract.testTemplateListSchema,
      handle: async ({ query }) => toPage(await service.listTestTemplates(db, query), query),
    }),
    route({
      method: 'POST',
      path: '/test-templates',
      summary: 'Create a test template',
      access: 'test_template.create',
      body: contract.testTemplateBody,
      response: contract.testTemplateSchema,
      status: 201,
      handle: ({ user, body }) => service.createTestTemplate(templates, user, body),
    }),
    route({
      method: 'GET',
      path: '/test-templates/:template_id',
      summary: 'A test template',
      access: 'test_template.read',
      response: contract.testTemplateSchema,
      handle: ({ params }) => service.readTestTemplate(db, params.template_id),
    }),
    route({
      method: 'PATCH',
      path: '/test-templates/:template_id',
      summary: 'Change a test template; missions keep their copies',
      access: 'test_template.update',
      subject: ({ params }) => service.requireTestTemplate(db, params.template_id),
      body: contract.testTemplatePatchBody,
      response: contract.testTemplateSchema,
      handle: ({ user, params, body }) =>
        service.changeTestTemplate(templates, user, params.template_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/test-templates/:template_id',
      summary: 'Delete a test template; missions keep their copies',
      access: 'test_template.delete',
      handle: ({ user, params }) => service.deleteTestTemplate(templates, user, params.template_id),
    }),
  ];
}
