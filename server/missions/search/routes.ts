import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Text search for tests across missions. */
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
  ];
}
