import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import * as contract from './contract.ts';
import { listRules } from './service.ts';

/** Imported detection rules, to be named in facts. They are never run. */
export function detectionRuleRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/detection-rules',
      summary: 'Imported detection rules by title, optionally of one technique',
      access: 'user',
      programs: 'always',
      query: contract.detectionRuleQuery,
      response: contract.detectionRuleList,
      handle: async ({ query }) => toPage(await listRules(db, query), query),
    }),
  ];
}
