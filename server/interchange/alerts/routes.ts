import { type Route, route } from '../../http/route.ts';
import { readMission } from '../../missions/service.ts';
import { alertFileAnswer } from './contract.ts';
import { type AlertFiles, receiveAlertFile } from './service.ts';

/** Exported files of alerts. */
export function alertFileRoutes(files: AlertFiles): Route[] {
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/alerts/files',
      summary: 'Receive the alerts of an exported file, as `file` of a form, up to 64 MiB',
      access: 'mission.write_blue_fields',
      accepts: 'stream',
      subject: ({ user, params }) => readMission(files.db, user, params.mission_id),
      response: alertFileAnswer,
      handle: ({ user, params, request }) => receiveAlertFile(files, user, params.mission_id, request),
    }),
  ];
}
