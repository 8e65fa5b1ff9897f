import { type Route, route } from '../../http/route.ts';
import { readMission } from '../../missions/service.ts';
import { alertFileAnswer, alertFilePreview } from './contract.ts';
import { type AlertFiles, previewAlertFile, receiveAlertFile } from './service.ts';

/** Exported files of alerts. */
export function alertFileRoutes(files: AlertFiles): Route[] {
  return [
    route({
      method: 'POST',
      path: '/missions/:mission_id/alerts/files',
      summary:
        'Receive the alerts of an exported file, as `file` of a form, up to 64 MiB; `choices` of the form, as JSON, has the columns of a table',
      access: 'mission.write_blue_fields',
      accepts: 'stream',
      subject: ({ user, params }) => readMission(files.db, user, params.mission_id),
      response: alertFileAnswer,
      handle: ({ user, params, request }) => receiveAlertFile(files, user, params.mission_id, request),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/alerts/files/preview',
      summary: 'Read the alerts of an exported file without receiving them, with the same form',
      access: 'mission.write_blue_fields',
      accepts: 'stream',
      subject: ({ user, params }) => readMission(files.db, user, params.mission_id),
      response: alertFilePreview,
      handle: ({ params, request }) => previewAlertFile(files, params.mission_id, request),
    }),
  ];
}
