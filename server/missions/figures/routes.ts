import { readCatalogueVersion } from '../../catalogue/service.ts';
import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import { sendStream } from '../../http/send.ts';
import { requireOrganisation } from '../../organisations/service.ts';
import { requireVisibleMission } from '../visibility.ts';
import { writeCsv, writeLayer } from './comparison/files.ts';
import * as comparisons from './comparison/service.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

const comparison = '/missions/:mission_id/comparison/:earlier_id';

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
    route({
      method: 'GET',
      path: comparison,
      summary:
        'A mission compared with an earlier one: the headline of the common tests, and each test of both',
      access: 'mission.read',
      subject: ({ user, params }) => comparisons.requireBothMissions(db, user, params),
      response: contract.comparisonSchema,
      handle: ({ user, params }) => comparisons.readComparison({ db, memory }, user, params),
    }),
    route({
      method: 'GET',
      path: `${comparison}/csv`,
      summary: 'The tests of two missions, each with its class in either, as CSV',
      logs: { event: 'comparison_sent', about: ({ params }) => ({ object: params.mission_id }) },
      access: 'mission.read',
      subject: ({ user, params }) => comparisons.requireBothMissions(db, user, params),
      streams: 'The file as an attachment',
      handle: async ({ user, params, response }) => {
        const compared = await comparisons.readComparison({ db, memory }, user, params);
        const isPart = await comparisons.isPartOf(db, user, params);
        await sendStream(response, 'text/csv', 'comparison.csv', writeCsv(compared, { isPart }));
      },
    }),
    route({
      method: 'GET',
      path: `${comparison}/layer`,
      summary: 'The techniques of two missions as a layer of the ATT&CK Navigator, coloured by difference',
      logs: { event: 'comparison_sent', about: ({ params }) => ({ object: params.mission_id }) },
      access: 'mission.read',
      subject: ({ user, params }) => comparisons.requireBothMissions(db, user, params),
      streams: 'The file as an attachment',
      handle: async ({ user, params, response }) => {
        const compared = await comparisons.readComparison({ db, memory }, user, params);
        const version = await readCatalogueVersion(db);
        const isPart = await comparisons.isPartOf(db, user, params);
        const layer = writeLayer(compared, { version, isPart });
        await sendStream(response, 'application/json', 'comparison.json', layer);
      },
    }),
  ];
}
