import { largestExecutions } from '../../../domain/executions.ts';
import { type Route, route } from '../../http/route.ts';
import { requireVisibleMission } from '../visibility.ts';
import { executionsAnswer, executionsBody } from './contract.ts';
import { type Recording, recordExecutions } from './service.ts';

/** Executions that programs send. */
export function missionExecutionRoutes(recording: Recording): Route[] {
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/executions',
      summary: 'Record one execution or several, each once: on a planned test, or on one of its own',
      access: 'mission.write_red_fields',
      subject: ({ user, params }) => requireVisibleMission(recording.db, user, params.mission_id),
      body: executionsBody,
      largestBody: largestExecutions,
      anyText: true,
      response: executionsAnswer,
      handle: ({ user, params, body }) => recordExecutions(recording, user, params.mission_id, body),
    }),
  ];
}
