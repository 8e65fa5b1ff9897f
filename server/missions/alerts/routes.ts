import { largestAlerts } from '../../../domain/alerts.ts';
import { type Route, route } from '../../http/route.ts';
import { paging, toPage } from '../../paging.ts';
import { readClocksSign } from '../clocks/service.ts';
import { requireVisibleMission } from '../visibility.ts';
import * as contract from './contract.ts';
import { type AlertKeeping, acceptAlert, refuseAlert, requireAlert, undoDecision } from './decisions.ts';
import { listDeliveries, undoDelivery } from './deliveries.ts';
import { Matches } from './match-job.ts';
import { listAlerts, readAlertOf, receiveAlerts } from './service.ts';

/** Alerts of other tools, matched to the tests of a mission. */
export function missionAlertRoutes(alerts: AlertKeeping): Route[] {
  const { db } = alerts;
  const matches = new Matches('alerts');
  const requireIn = async (
    user: Parameters<typeof requireVisibleMission>[1],
    params: Parameters<typeof requireAlert>[1],
  ) => {
    await requireVisibleMission(db, user, params.mission_id);
    return requireAlert(db, params);
  };
  return [
    route({
      method: 'GET',
      path: '/missions/:mission_id/alerts',
      summary: 'Alerts of other tools: those that wait with suggested tests and reasons, the best first',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: contract.alertListQuery,
      response: contract.alertList,
      handle: async ({ params, query }) => {
        // Read first: a clock that is confirmed meanwhile makes the suggestions old, never new ones look old.
        const clocks = await readClocksSign(db, params.mission_id);
        return { ...toPage(await listAlerts(alerts, matches, params.mission_id, query), query), clocks };
      },
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/alerts',
      summary: 'Receive one alert or several, each once; a field that cannot be read is left out',
      access: 'mission.write_blue_fields',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.alertsBody,
      largestBody: largestAlerts,
      anyText: true,
      response: contract.receivedAlerts,
      handle: ({ user, params, body }) => receiveAlerts(alerts, user, params.mission_id, body),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/alert-deliveries',
      summary: 'Deliveries of alerts, as files or by programs, the latest first',
      access: 'mission.read',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      query: paging,
      response: contract.deliveryList,
      handle: async ({ params, query }) =>
        toPage(await listDeliveries(alerts, params.mission_id, query), query),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/alert-deliveries/undo',
      summary:
        'Remove the alerts of a delivery with what accepting them wrote, except where something was built on it',
      access: 'mission.write_blue_fields',
      subject: ({ user, params }) => requireVisibleMission(db, user, params.mission_id),
      body: contract.deliveryBody,
      response: contract.undoneDelivery,
      handle: ({ user, params, body }) => undoDelivery(alerts, user, params.mission_id, body.received_at),
    }),
    route({
      method: 'GET',
      path: '/missions/:mission_id/alerts/:alert_id',
      summary: 'An alert with its original',
      access: 'mission.read',
      subject: ({ user, params }) => requireIn(user, params),
      response: contract.wholeAlert,
      handle: ({ params }) => readAlertOf(alerts, params),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/alerts/:alert_id/accept',
      summary: 'Accept an alert for a test: its detection is made or completed, and never overwritten',
      access: 'mission.write_blue_fields',
      subject: ({ user, params }) => requireIn(user, params),
      body: contract.acceptBody,
      response: contract.acceptedAlert,
      handle: ({ user, params, body }) => acceptAlert(alerts, user, params, body),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/alerts/:alert_id/not-ours',
      summary: 'Say that an alert, or all of its rule, has nothing to do with the exercise',
      access: 'mission.write_blue_fields',
      subject: ({ user, params }) => requireIn(user, params),
      body: contract.notOursBody,
      response: contract.notOursAnswer,
      handle: ({ user, params, body }) => refuseAlert(alerts, user, params, body),
    }),
    route({
      method: 'POST',
      path: '/missions/:mission_id/alerts/:alert_id/undo',
      summary: 'Take the decision on an alert back',
      access: 'mission.write_blue_fields',
      subject: ({ user, params }) => requireIn(user, params),
      response: contract.alertSchema,
      handle: ({ user, params }) => undoDecision(alerts, user, params),
    }),
  ];
}
