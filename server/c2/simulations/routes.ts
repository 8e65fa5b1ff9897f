import { redRoles } from '../../../domain/sides.ts';
import { requireEngagement } from '../../engagements/service.ts';
import { type Route, route } from '../../http/route.ts';
import type { C2Tasks } from '../tasks/service.ts';
import * as contract from './contract.ts';
import { makeFromTasks } from './service.ts';

/** Simulations made from tasks that operators ran in their framework. */
export function simulationsFromTasksRoutes(c2: C2Tasks): Route[] {
  return [
    route({
      method: 'POST',
      path: '/engagements/:engagement_id/simulations/from-tasks',
      summary: 'Create a linked simulation for each of these C2 tasks, all or none',
      access: { roles: redRoles },
      programs: ['mission.write_red_fields'],
      subject: ({ user, params }) => requireEngagement(c2.db, user, params.engagement_id),
      body: contract.fromTasksBody,
      response: contract.madeSimulations,
      status: 201,
      handle: async ({ params, body, admitAgain }) => ({
        items: await makeFromTasks(c2, params.engagement_id, body.external_ids, admitAgain),
      }),
    }),
  ];
}
