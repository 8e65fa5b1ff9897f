import type { Db } from '../../database/database.ts';
import { requireEngagement } from '../../engagements/service.ts';
import { type Route, route } from '../../http/route.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Figures of an engagement's simulations. */
export function engagementFigureRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/figures',
      summary: 'Figures of an engagement: rates and times, also by tactic, technique and tool',
      access: 'user',
      programs: ['mission.read'],
      subject: ({ user, params }) => requireEngagement(db, user, params.engagement_id),
      response: contract.engagementFiguresSchema,
      handle: ({ user, params }) => service.readEngagementFigures(db, user, params.engagement_id),
    }),
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/figures/simulations',
      summary: 'The simulations that a figure of an engagement counts',
      access: 'user',
      programs: ['mission.read'],
      subject: ({ user, params }) => requireEngagement(db, user, params.engagement_id),
      query: contract.figureSimulationsQuery,
      response: contract.figureSimulationsSchema,
      handle: ({ user, params, query }) =>
        service.listFigureSimulations(db, user, params.engagement_id, query),
    }),
  ];
}
