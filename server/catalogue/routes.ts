import { type Route, route } from '../http/route.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** The catalogue of the missions service: lists, status, synchronisation and import. */
export function catalogueRoutes(catalogue: service.Catalogue): Route[] {
  const { db } = catalogue;
  return [
    route({
      method: 'GET',
      path: '/catalog/tactics',
      summary: 'Tactics in the order of the matrix',
      access: 'user',
      programs: 'always',
      query: contract.tacticListQuery,
      response: contract.tacticListSchema,
      handle: async ({ query: { limit, offset } }) => ({
        ...(await service.listTactics(db, { limit, offset })),
        limit,
        offset,
      }),
    }),
    route({
      method: 'GET',
      path: '/catalog/techniques',
      summary: 'Techniques by external id',
      access: 'user',
      programs: 'always',
      query: contract.techniqueListQuery,
      response: contract.techniqueListSchema,
      handle: async ({ query }) => toPage(await service.listTechniques(db, query), query),
    }),
    route({
      method: 'GET',
      path: '/catalog/subtechniques',
      summary: 'Sub-techniques by external id',
      access: 'user',
      programs: 'always',
      query: contract.subtechniqueListQuery,
      response: contract.subtechniqueListSchema,
      handle: async ({ query }) => toPage(await service.listSubtechniques(db, query), query),
    }),
    route({
      method: 'GET',
      path: '/catalog/status',
      summary: 'Contents and source of the catalogue',
      access: 'user',
      programs: 'always',
      response: contract.statusSchema,
      handle: () => service.readStatus(catalogue),
    }),
    route({
      method: 'POST',
      path: '/catalog/sync',
      summary: 'Synchronise from the pinned default, an address, `bundled` or a file in the catalogue folder',
      access: 'catalog.sync',
      body: contract.syncBody,
      response: contract.syncResultSchema,
      handle: ({ user, body }) => service.synchronise(catalogue, user, body),
    }),
    route({
      method: 'POST',
      path: '/catalog/import',
      summary: 'Synchronise from a STIX bundle sent as the body, up to 200 MiB',
      access: 'catalog.sync',
      accepts: 'stream',
      query: contract.importQuery,
      response: contract.syncResultSchema,
      handle: ({ request, query, admitAgain }) => service.importBundle(catalogue, request, query, admitAgain),
    }),
  ];
}
