import { type Route, route } from '../http/route.ts';
import { toPage } from '../paging.ts';
import * as brand from './brand/contract.ts';
import * as brands from './brand/service.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Organisations and their defensive tools. */
export function organisationRoutes(organisations: service.Organisations): Route[] {
  const { db } = organisations;
  return [
    route({
      method: 'GET',
      path: '/organisations',
      summary: 'Organisations, by name unless sorted',
      access: 'mission.read',
      query: contract.organisationListQuery,
      response: contract.organisationList,
      handle: async ({ user, query }) => toPage(await service.listOrganisations(db, user, query), query),
    }),
    route({
      method: 'POST',
      path: '/organisations',
      summary: 'Create an organisation',
      access: 'mission.update',
      body: contract.organisationBody,
      response: contract.organisationSchema,
      status: 201,
      handle: ({ user, body }) => service.createOrganisation(organisations, user, body.name),
    }),
    route({
      method: 'GET',
      path: '/organisations/:organisation_id',
      summary: 'An organisation with the number of its missions, engagements and tools',
      access: 'mission.read',
      response: contract.organisationSchema,
      handle: ({ user, params }) => service.requireOrganisation(db, user, params.organisation_id),
    }),
    route({
      method: 'PATCH',
      path: '/organisations/:organisation_id',
      summary: 'Rename an organisation',
      access: 'mission.update',
      subject: ({ user, params }) => service.requireWholeOrganisation(db, user, params.organisation_id),
      body: contract.organisationPatchBody,
      response: contract.organisationSchema,
      handle: ({ user, params, body }) =>
        service.changeOrganisation(organisations, user, params.organisation_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/organisations/:organisation_id',
      summary: 'Delete an organisation without missions and engagements, with its tools',
      access: 'mission.update',
      handle: ({ user, params }) => service.removeOrganisation(organisations, user, params.organisation_id),
    }),
    route({
      method: 'POST',
      path: '/organisations/:organisation_id/merge',
      summary: 'Merge an organisation into another one',
      access: 'mission.update',
      subject: ({ user, params }) => service.requireWholeOrganisation(db, user, params.organisation_id),
      body: contract.mergeBody,
      response: contract.organisationSchema,
      handle: ({ user, params, body }) =>
        service.mergeOrganisation(organisations, user, params.organisation_id, body.into),
    }),
    route({
      method: 'GET',
      path: '/organisations/:organisation_id/brand',
      summary: "Logo and colour of an organisation's reports",
      access: 'mission.read',
      subject: ({ user, params }) => service.requireOrganisation(db, user, params.organisation_id),
      response: brand.brandSchema,
      handle: ({ params }) => brands.readBrand(db, params.organisation_id),
    }),
    route({
      method: 'PUT',
      path: '/organisations/:organisation_id/brand',
      summary: "Set the logo and colour of an organisation's reports",
      access: 'mission.update',
      subject: ({ user, params }) => service.requireWholeOrganisation(db, user, params.organisation_id),
      body: brand.brandBody,
      response: brand.brandSchema,
      handle: ({ user, params, body }) => brands.setBrand(organisations, user, params.organisation_id, body),
    }),
    route({
      method: 'GET',
      path: '/organisations/:organisation_id/tools',
      summary: 'Defensive tools of an organisation, by name',
      access: 'mission.read',
      response: contract.toolListSchema,
      handle: ({ user, params }) => service.listTools(db, user, params.organisation_id),
    }),
    route({
      method: 'POST',
      path: '/organisations/:organisation_id/tools',
      summary: 'Add a tool',
      access: 'mission.update',
      subject: ({ user, params }) => service.requireWholeOrganisation(db, user, params.organisation_id),
      body: contract.newToolBody,
      response: contract.toolSchema,
      status: 201,
      handle: ({ user, params, body }) => service.addTool(organisations, user, params.organisation_id, body),
    }),
    route({
      method: 'PATCH',
      path: '/organisations/:organisation_id/tools/:tool_id',
      summary: 'Change a tool',
      access: 'mission.update',
      subject: ({ user, params }) => service.requireTool(db, user, params),
      body: contract.toolPatchBody,
      response: contract.toolSchema,
      handle: ({ user, params, body }) => service.changeTool(organisations, user, params, body),
    }),
    route({
      method: 'DELETE',
      path: '/organisations/:organisation_id/tools/:tool_id',
      summary: 'Delete a tool; retire one that is no longer used',
      access: 'mission.update',
      handle: ({ user, params }) => service.removeTool(organisations, user, params),
    }),
  ];
}
