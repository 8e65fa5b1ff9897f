import { redRoles } from '../../domain/sides.ts';
import { engagementHistoryQuery, entryList, wholeEntrySchema } from '../history/contract.ts';
import { listHistory, readEntry } from '../history/service.ts';
import { type Route, route } from '../http/route.ts';
import { membersBody } from '../missions/contract.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

const writers = { roles: redRoles };

/** Engagements: list, create, read, change, members, delete. */
export function engagementRoutes(engagements: service.Engagements): Route[] {
  const { db } = engagements;
  return [
    route({
      method: 'GET',
      path: '/engagements',
      summary: 'Engagements that the caller may see, newest first; q searches name and client',
      access: 'user',
      programs: ['mission.read'],
      query: contract.engagementListQuery,
      response: contract.engagementList,
      handle: async ({ user, query }) => toPage(await service.listEngagements(db, user, query), query),
    }),
    route({
      method: 'POST',
      path: '/engagements',
      summary: 'Create an engagement',
      access: writers,
      programs: ['mission.create'],
      body: contract.newEngagementBody,
      response: contract.engagementSchema,
      status: 201,
      handle: ({ user, body }) => service.createEngagement(engagements, user, body),
    }),
    route({
      method: 'GET',
      path: '/engagements/:engagement_id',
      summary: 'An engagement with the number of its simulations',
      access: 'user',
      programs: ['mission.read'],
      response: contract.engagementSchema,
      handle: ({ user, params }) => service.readEngagement(db, user, params.engagement_id),
    }),
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/history',
      summary: 'History of an engagement, newest first',
      access: 'user',
      programs: ['mission.read'],
      subject: ({ user, params }) => service.requireEngagement(db, user, params.engagement_id),
      query: engagementHistoryQuery,
      response: entryList,
      handle: async ({ params, query }) => toPage(await listHistory(db, { ...query, ...params }), query),
    }),
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/history/:seq',
      summary: "An entry of an engagement's history with the full texts it changed",
      access: 'user',
      programs: ['mission.read'],
      subject: ({ user, params }) => service.requireEngagement(db, user, params.engagement_id),
      response: wholeEntrySchema,
      handle: ({ params: { seq, ...place } }) => readEntry(db, Number(seq), place),
    }),
    route({
      method: 'PATCH',
      path: '/engagements/:engagement_id',
      summary: 'Change an engagement, including its status',
      access: writers,
      programs: ['mission.update'],
      subject: ({ user, params }) => service.requireEngagement(db, user, params.engagement_id),
      body: contract.engagementPatchBody,
      response: contract.engagementSchema,
      handle: ({ user, params, body }) =>
        service.changeEngagement(engagements, user, params.engagement_id, body),
    }),
    route({
      method: 'PUT',
      path: '/engagements/:engagement_id/members',
      logs: {
        event: 'members_changed',
        about: ({ params, body }) => ({
          object: params.engagement_id,
          member_ids: body.members.map((member) => member.user_id),
        }),
      },
      summary: 'Replace the members; without any, every account sees the engagement',
      access: writers,
      programs: ['mission.update'],
      subject: ({ user, params }) => service.requireEngagement(db, user, params.engagement_id),
      body: membersBody,
      response: contract.engagementSchema,
      handle: ({ user, params, body }) =>
        service.replaceMembers(engagements, user, params.engagement_id, body.members),
    }),
    route({
      method: 'DELETE',
      path: '/engagements/:engagement_id',
      summary: 'Delete an engagement permanently, with its simulations, C2 connection and tasks',
      access: writers,
      programs: ['mission.archive'],
      handle: ({ user, params }) => service.deleteEngagement(engagements, user, params.engagement_id),
    }),
  ];
}
