import { visibleEngagement } from '../engagements/service.ts';
import { type Route, route } from '../http/route.ts';
import { visibleSimulation } from '../simulations/service.ts';
import * as configs from './configurations/service.ts';
import * as contract from './contract.ts';
import * as tasks from './tasks/service.ts';

const operators = { roles: ['admin', 'redteam'] } as const;

/** C2, read-only: an engagement's configuration, what its framework lists, and the tasks linked to simulations. */
export function c2Routes(c2: tasks.C2Tasks): Route[] {
  const { db } = c2;
  const configurable = async (engagementId: string): Promise<void> => {
    await visibleEngagement(db, engagementId);
    configs.requireKey(c2);
  };
  return [
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/c2-config',
      summary: 'The C2 configuration, without its token',
      access: operators,
      subject: ({ params }) => configurable(params.engagement_id),
      response: contract.configSchema,
      handle: ({ params }) => configs.readConfig(c2, params.engagement_id),
    }),
    route({
      method: 'PUT',
      path: '/engagements/:engagement_id/c2-config',
      summary:
        'Set the C2 configuration; without a token the stored one stays for the same framework and address',
      access: operators,
      subject: ({ params }) => configurable(params.engagement_id),
      body: contract.configBody,
      response: contract.configSchema,
      handle: ({ params, body }) => configs.writeConfig(c2, params.engagement_id, body),
    }),
    route({
      method: 'DELETE',
      path: '/engagements/:engagement_id/c2-config',
      summary: 'Delete the C2 configuration and its token',
      access: operators,
      subject: ({ params }) => configurable(params.engagement_id),
      handle: ({ params }) => configs.removeConfig(c2, params.engagement_id),
    }),
    route({
      method: 'POST',
      path: '/engagements/:engagement_id/c2-config/test',
      summary: 'Try the connection; a failure of the framework is `ok: false`',
      access: operators,
      subject: ({ params }) => configurable(params.engagement_id),
      response: contract.connectionSchema,
      handle: ({ params }) => configs.testConfig(c2, params.engagement_id),
    }),
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/c2/callbacks',
      summary: 'The callbacks the framework lists',
      access: operators,
      subject: ({ params }) => visibleEngagement(db, params.engagement_id),
      response: contract.callbackList,
      handle: async ({ params }) => {
        const adapter = await configs.adapterOf(c2, params.engagement_id);
        const callbacks = await configs.asking(adapter.listCallbacks());
        return {
          items: callbacks.map(({ externalId, lastSeenAt, ...callback }) => ({
            ...callback,
            external_id: externalId,
            last_seen_at: lastSeenAt,
          })),
        };
      },
    }),
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/c2/tasks',
      summary: 'A page of the tasks the framework lists, newest first',
      access: operators,
      subject: ({ params }) => visibleEngagement(db, params.engagement_id),
      query: contract.pageQuery,
      response: contract.frameworkTaskPage,
      handle: async ({ params, query }) => {
        const adapter = await configs.adapterOf(c2, params.engagement_id);
        const page = await configs.asking(adapter.listTasks({ page: query.page }));
        return {
          items: page.tasks.map((task) => ({
            external_id: task.externalId,
            callback: task.callback,
            command: task.command,
            status: task.status,
            framework_status: task.frameworkStatus,
            techniques: task.techniques,
            operator: task.operator,
            submitted_at: task.submittedAt,
            started_at: task.startedAt,
            completed_at: task.finishedAt,
          })),
          page: page.page,
          has_more: page.hasMore,
        };
      },
    }),
    route({
      method: 'POST',
      path: '/simulations/:simulation_id/c2/tasks',
      summary: 'Link a task of the framework',
      access: operators,
      subject: ({ params }) => visibleSimulation(db, params.simulation_id),
      body: contract.linkBody,
      response: contract.linkedTaskSchema,
      status: 201,
      handle: ({ params, body, admitAgain }) =>
        tasks.linkTask(c2, params.simulation_id, body.external_id, admitAgain),
    }),
    route({
      method: 'GET',
      path: '/simulations/:simulation_id/c2/tasks',
      summary: 'The linked tasks, after a refresh of the unfinished ones',
      access: 'user',
      subject: ({ params }) => visibleSimulation(db, params.simulation_id),
      response: contract.linkedTaskList,
      handle: async ({ subject }) => ({ items: await tasks.readTasks(c2, subject) }),
    }),
    route({
      method: 'DELETE',
      path: '/simulations/:simulation_id/c2/tasks/:task_id',
      summary: 'Unlink a task; what it brought stays',
      access: operators,
      subject: ({ params }) => visibleSimulation(db, params.simulation_id),
      handle: ({ params }) => tasks.unlinkTask(c2, params.simulation_id, params.task_id),
    }),
  ];
}
