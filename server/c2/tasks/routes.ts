import { redRoles } from '../../../domain/sides.ts';
import { requireEngagement } from '../../engagements/service.ts';
import { type Route, route } from '../../http/route.ts';
import { requireSimulation } from '../../simulations/service.ts';
import { pageQuery } from '../frameworks/contract.ts';
import * as contract from './contract.ts';
import { listFrameworkTasks } from './links.ts';
import * as tasks from './service.ts';

const operators = { roles: redRoles };

/** C2 tasks linked to simulations. */
export function linkedTaskRoutes(c2: tasks.C2Tasks): Route[] {
  const { db } = c2;
  return [
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/c2/tasks',
      summary: "A page of the framework's tasks, newest first; the first page asks the framework again",
      access: operators,
      programs: ['mission.read'],
      subject: ({ user, params }) => requireEngagement(db, user, params.engagement_id),
      query: pageQuery,
      response: contract.listedTaskPage,
      handle: ({ params, query }) => listFrameworkTasks(c2, params.engagement_id, query.page),
    }),
    route({
      method: 'GET',
      path: '/engagements/:engagement_id/c2/open-tasks',
      summary: 'Number of linked tasks that another C2 connection, or none, would disconnect',
      access: operators,
      programs: ['mission.read'],
      subject: ({ user, params }) => requireEngagement(db, user, params.engagement_id),
      response: contract.openTaskCount,
      handle: async ({ params }) => ({ count: await tasks.countOpenTasks(c2, params.engagement_id) }),
    }),
    route({
      method: 'POST',
      path: '/simulations/:simulation_id/c2/tasks',
      summary: 'Link a task of the framework',
      access: operators,
      programs: ['mission.write_red_fields'],
      subject: ({ user, params }) => requireSimulation(db, user, params.simulation_id),
      body: contract.linkBody,
      response: contract.linkedTaskSchema,
      status: 201,
      handle: ({ user, params, body, admitAgain }) =>
        tasks.linkTask(c2, user, params.simulation_id, body.external_id, admitAgain),
    }),
    route({
      method: 'GET',
      path: '/simulations/:simulation_id/c2/tasks',
      summary: 'Linked tasks, after refreshing the unfinished ones',
      access: 'user',
      programs: ['mission.read'],
      subject: ({ user, params }) => requireSimulation(db, user, params.simulation_id),
      response: contract.linkedTaskList,
      handle: async ({ user, subject }) => ({ items: await tasks.readTasks(c2, user, subject) }),
    }),
    route({
      method: 'POST',
      path: '/simulations/:simulation_id/c2/tasks/refresh',
      summary: 'Linked tasks, after a refresh that does not wait after a failure',
      access: 'user',
      programs: 'side',
      subject: ({ user, params }) => requireSimulation(db, user, params.simulation_id),
      response: contract.linkedTaskList,
      handle: async ({ user, subject }) => ({ items: await tasks.tryTasksNow(c2, user, subject) }),
    }),
    route({
      method: 'DELETE',
      path: '/simulations/:simulation_id/c2/tasks/:task_id',
      summary: 'Unlink a task; its output stays',
      access: operators,
      programs: ['mission.write_red_fields'],
      subject: ({ user, params }) => requireSimulation(db, user, params.simulation_id),
      handle: ({ user, params }) => tasks.unlinkTask(c2, user, params.simulation_id, params.task_id),
    }),
  ];
}
