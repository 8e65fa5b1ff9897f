import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Text search for tests and their hosts across missions. */
export function testSearchRoutes({ db }: { db: Db }): Route[] {
  const memory = new service.TestWordsMemory();
  return [
    route({
      method: 'GET',
      path: '/tests',
      summary:
        "Search tests of the caller's missions by text, technique, assignee, tag or result: exact names first, then name beginnings, then the rest",
      access: 'mission.read',
      query: contract.testSearchQuery,
      response: contract.foundTestList,
      handle: async ({ user, query }) =>
        toPage(await service.searchTests({ db, memory }, user, query), query),
    }),
    route({
      method: 'GET',
      path: '/hosts',
      summary:
        "Search the source and target hosts of tests of the caller's 200 newest missions by a part of their name: newest mission first, with the number of its tests",
      access: 'mission.read',
      query: contract.hostQuery,
      response: contract.foundHosts,
      handle: async ({ user, query }) => ({ items: await service.searchHosts(db, user, query) }),
    }),
  ];
}
