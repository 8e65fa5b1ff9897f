import type { Db } from '../../database/database.ts';
import { matchesTag } from '../../entity-tag.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import * as contract from '../contract.ts';
import { CatalogueEditions, readMatrix, searchTechniques } from './service.ts';

/** The catalogue in the engagements service: the matrix and the ranked search. */
export function matrixRoutes({ db }: { db: Db }): Route[] {
  const editions = new CatalogueEditions(db);
  return [
    route({
      method: 'GET',
      path: '/catalog/matrix',
      summary: 'The matrix: tactics in order, with their techniques and sub-techniques',
      access: 'user',
      programs: 'always',
      streams: 'The matrix with its ETag, or 304 if unchanged',
      writes: contract.matrixSchema,
      handle: async ({ request, response }) => {
        const { bytes, tag } = await readMatrix(editions);
        response.setHeader('ETag', tag);
        response.setHeader('Cache-Control', 'private, no-cache');
        if (matchesTag(request.headers['if-none-match'], tag)) {
          response.writeHead(304).end();
          return;
        }
        response
          .writeHead(200, {
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Length': bytes.length,
          })
          .end(bytes);
      },
    }),
    route({
      method: 'GET',
      path: '/catalog/techniques/search',
      summary: 'Search techniques and sub-techniques: exact id first, then id beginnings, then names',
      access: 'user',
      programs: 'always',
      query: contract.techniqueSearchQuery,
      response: contract.techniqueSearchSchema,
      handle: async ({ query }) => toPage(await searchTechniques(editions, query), query),
    }),
  ];
}
