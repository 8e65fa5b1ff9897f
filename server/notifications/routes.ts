import type { Services } from '../database/services.ts';
import { type Route, route } from '../http/route.ts';
import { toPage } from '../paging.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

/** Actions of others on a person's own work. */
export function notificationRoutes(parts: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/notifications',
      summary: 'Notifications of the caller, newest first',
      access: 'user',
      programs: 'never',
      query: contract.notificationsQuery,
      response: contract.notificationList,
      handle: async ({ user, query }) => {
        const { unread, ...found } = await service.listNotifications(parts.db, user, query);
        return { ...toPage(found, query), unread };
      },
    }),
    route({
      method: 'POST',
      path: '/notifications/read',
      summary: 'Mark notifications as read, some or all',
      access: 'user',
      programs: 'never',
      body: contract.readBody,
      response: contract.unreadSchema,
      handle: async ({ user, body }) => ({
        unread: await service.readNotifications(parts, user, body.ids ?? null),
      }),
    }),
  ];
}
