import type { ThreatKind } from '../../../domain/threats.ts';
import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import { toPage } from '../../paging.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Groups, campaigns and software of ATT&CK, and the threats that use a technique. */
export function threatRoutes({ db }: { db: Db }): Route[] {
  return [
    ...routesOf(db, 'group', '/catalog/groups', '/catalog/groups/:external_id'),
    ...routesOf(db, 'campaign', '/catalog/campaigns', '/catalog/campaigns/:external_id'),
    ...routesOf(db, 'software', '/catalog/software', '/catalog/software/:external_id'),
    route({
      method: 'GET',
      path: '/catalog/techniques/:external_id/threats',
      summary: 'Threats that use a technique, and the data components that detect it',
      access: 'user',
      programs: 'always',
      response: contract.techniqueThreats,
      handle: ({ params }) => service.readTechniqueThreats(db, params.external_id),
    }),
  ];
}

const names: Readonly<Record<ThreatKind, [all: string, one: string]>> = {
  group: ['Groups by name', 'A group with the techniques that it uses'],
  campaign: ['Campaigns by name', 'A campaign with the techniques that were used in it'],
  software: ['Malware and tools by name', 'Malware or a tool with the techniques that it can use'],
};

function routesOf<Place extends `${string}/:external_id`>(
  db: Db,
  kind: ThreatKind,
  all: string,
  one: Place,
): Route[] {
  return [
    route({
      method: 'GET',
      path: all,
      summary: names[kind][0],
      access: 'user',
      programs: 'always',
      query: contract.threatListQuery,
      response: contract.threatList,
      handle: async ({ query }) => toPage(await service.listThreats(db, kind, query), query),
    }),
    route({
      method: 'GET',
      path: one as `${string}/:external_id`,
      summary: names[kind][1],
      access: 'user',
      programs: 'always',
      response: contract.threatSchema,
      handle: ({ params }) => service.requireThreat(db, kind, params.external_id),
    }),
  ];
}
