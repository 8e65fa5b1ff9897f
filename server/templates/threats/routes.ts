import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Planning from threats. */
export function threatPlanRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/test-templates/for-threats',
      summary: 'Techniques of groups, campaigns, software and an own list, with matching templates',
      access: 'test_template.read',
      query: contract.planQuery,
      response: contract.threatPlan,
      handle: ({ query }) => service.planFromThreats(db, query),
    }),
  ];
}
