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
      summary: 'Tests waiting for execution and for review in missions in progress',
      access: 'mission.read',
      response: contract.overviewSchema,
      handle: ({ user }) => service.readOverview(db, user),
    }),
    route({
      method: 'GET',
      path: '/coverage',
      summary: "Planned and executed tests of the caller's missions, by technique and detection level",
      access: 'mission.read',
      query: contract.coverageQuery,
      response: contract.coverageSchema,
      handle: ({ user, query }) => service.readCoverage({ db, memory }, user, query),
    }),
    route({
      method: 'GET',
      path: '/outcomes',
      summary: 'Outcomes of the tests of several missions; missions that the caller may not see are left out',
      access: 'mission.read',
      query: contract.missionOutcomesQuery,
      response: contract.missionOutcomesSchema,
      handle: ({ user, query }) => service.listMissionOutcomes({ db, memory }, user, query.missions),
    }),
  ];
}
