import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import { requireOrganisation } from '../../organisations/service.ts';
import { requireVisibleMission } from '../visibility.ts';
import { comparisonRoutes } from './comparison/routes.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Figures of missions. */
export function missionFigureRoutes({ db }: { db: Db }): Route[] {
  const memory = new service.FiguresMemory();
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/figures',
      summary:
        'Figures of a mission, or of its tests of one scenario, tactic or tool: rates and times, also by part',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: contract.missionFiguresQuery,
      response: contract.missionFiguresSchema,
      handle: ({ user, params, query }) =>
        service.readMissionFigures({ db, memory }, user, params.mission_id, query),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/figures/tests',
      summary: 'The tests that a figure of a mission counts, in its order',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: contract.figureTestsQuery,
      response: contract.figureTestsSchema,
      handle: ({ user, params, query }) =>
        service.listFigureTests({ db, memory }, user, params.mission_id, query),
    }),
    route({
      method: 'GET',
      path: '/headline',
      summary: "Headline figures over the caller's missions, of one status or all",
      access: 'mission.read',
      query: contract.headlineQuery,
      response: contract.headlineFiguresSchema,
      handle: ({ user, query }) => service.readHeadline({ db, memory }, user, query),
    }),
    route({
      method: 'GET',
      path: '/headline/tests',
      summary: "The tests that a figure over the caller's missions counts, mission by mission",
      access: 'mission.read',
      query: contract.headlineTestsQuery,
      response: contract.headlineTestsSchema,
      handle: ({ user, query }) => service.listHeadlineTests({ db, memory }, user, query),
    }),
    route({
      method: 'GET',
      path: '/organisations/:organisation_id/figures',
      summary: "Figures of an organisation's missions in time order, each compared with the one before",
      access: 'mission.read',
      subject: ({ user, params }) => requireOrganisation(db, user, params.organisation_id),
      query: contract.organisationFiguresQuery,
      response: contract.organisationFiguresSchema,
      handle: ({ user, params, query }) =>
        service.readOrganisationFigures({ db, memory }, user, params.organisation_id, query),
    }),
    ...comparisonRoutes({ db, memory }),
  ];
}
