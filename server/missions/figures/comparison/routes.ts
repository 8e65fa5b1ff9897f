import { readCatalogueVersion } from '../../../catalogue/service.ts';
import { type Route, route } from '../../../http/route.ts';
import { sendStream } from '../../../http/send.ts';
import { comparisonSchema } from '../contract.ts';
import { writeCsv, writeLayer } from './files.ts';
import * as service from './service.ts';

const path = '/missions/:mission_id/comparison/:earlier_id';

/** A mission against an earlier one. */
export function comparisonRoutes(context: service.Context): Route[] {
  const { db } = context;
  return [
    route({
      method: 'GET',
      path,
      summary: 'A mission against an earlier one: the headline of the tests of both, and each test in either',
      access: 'mission.read',
      subject: ({ user, params }) => service.requireBothMissions(db, user, params),
      response: comparisonSchema,
      handle: ({ user, params }) => service.readComparison(context, user, params),
    }),
    route({
      method: 'GET',
      path: `${path}/csv`,
      summary: 'The tests of two missions, each with its class in either, as CSV',
      access: 'mission.read',
      subject: ({ user, params }) => service.requireBothMissions(db, user, params),
      streams: 'The file as an attachment',
      handle: async ({ user, params, response }) => {
        const comparison = await service.readComparison(context, user, params);
        await sendStream(response, 'text/csv', 'comparison.csv', writeCsv(comparison));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/layer`,
      summary: 'The techniques of two missions as a layer of the ATT&CK Navigator, coloured by difference',
      access: 'mission.read',
      subject: ({ user, params }) => service.requireBothMissions(db, user, params),
      streams: 'The file as an attachment',
      handle: async ({ user, params, response }) => {
        const comparison = await service.readComparison(context, user, params);
        const version = await readCatalogueVersion(db);
        await sendStream(response, 'application/json', 'comparison.json', writeLayer(comparison, version));
      },
    }),
  ];
}
