import type { Db } from '../database/database.ts';
import { RecentHistory } from '../history/recent/service.ts';
import { type Route, route } from '../http/route.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** A person's home page: their waiting work, activity of others, and open setup steps. */
export function homeRoutes({ db }: { db: Db }): Route[] {
  const recent = new RecentHistory();
  return [
    route({
      method: 'GET',
      path: '/home/waiting',
      summary: 'Tests and simulations waiting for the caller, longest waiting first',
      access: 'user',
      programs: 'never',
      query: contract.waitingQuery,
      response: contract.waitingList,
      handle: async ({ user, query }) => toPage(await service.listWaiting(db, user, query), query),
    }),
    route({
      method: 'GET',
      path: '/home/stream',
      summary:
        'Recent activity of others in missions and engagements that the caller sees, or of everybody in one, newest first',
      access: 'user',
      programs: 'never',
      query: contract.streamQuery,
      response: contract.streamSchema,
      handle: ({ user, query }) => service.readStream({ db, recent }, user, query),
    }),
    route({
      method: 'GET',
      path: '/home/first-steps',
      summary: 'First steps that the caller may take, and which are done',
      access: 'user',
      programs: 'never',
      response: contract.firstStepsSchema,
      handle: ({ user }) => service.readFirstSteps(db, user),
    }),
  ];
}
