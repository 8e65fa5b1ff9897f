import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Overview of a person's missions: waiting work, and coverage. */
export function missionOverviewRoutes({ db }: { db: Db }): Route[] {
  const memory = new service.CoverageMemory();
  return [
    route({
      method: 'GET',
      path: '/overview',
      summary: 'The tests that wait to be executed and to be reviewed in missions in progress',
      access: 'mission.read',
      response: contract.overviewSchema,
      handle: ({ user }) => service.readOverview(db, user),
    }),
    route({
      method: 'GET',
      path: '/coverage',
      summary: 'What the missions one may see plan and have run, by technique and by detection level',
      access: 'mission.read',
      query: contract.coverageQuery,
      response: contract.coverageSchema,
      handle: ({ user, query }) => service.readCoverage({ db, memory }, user, query),
    }),
    route({
      method: 'GET',
      path: '/outcomes',
      summary: 'What the tests of some missions have come to; missions that one may not see are left out',
      access: 'mission.read',
      query: contract.missionOutcomesQuery,
      response: contract.missionOutcomesSchema,
      handle: ({ user, query }) => service.listMissionOutcomes({ db, memory }, user, query.missions),
    }),
  ];
}
