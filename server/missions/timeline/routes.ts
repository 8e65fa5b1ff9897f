import type { Db } from '../../database/database.ts';
import { type Route, route } from '../../http/route.ts';
import { requireVisibleMission } from '../visibility.ts';
import { timelineSchema } from './contract.ts';
import { readTimeline } from './service.ts';

/** Timeline of a mission, without its tests. */
export function missionTimelineRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/timeline',
      summary:
        'Reviews of the tests of a mission with their reviewers, detections with their times, and closed runs',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      response: timelineSchema,
      handle: ({ params }) => readTimeline(db, params.mission_id),
    }),
  ];
}
