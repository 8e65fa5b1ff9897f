import { changed, removed } from './changes.ts';
import { gone, showing } from './ledger.ts';
import { newUser } from './people.ts';
import type { Worker, Write } from './worker.ts';

function newEngagement(worker: Worker) {
  const name = worker.name();
  return worker.make('/api/engagements', { name }, ({ id }) => [
    showing(`engagement ${id}`, `/api/engagements/${id}`, { name }),
  ]);
}

function newSimulation(worker: Worker, engagement = worker.lane.engagement) {
  const name = worker.name();
  return worker.make(`/api/engagements/${engagement}/simulations`, { name }, ({ id }) => [
    showing(`simulation ${id}`, `/api/simulations/${id}`, { name }),
  ]);
}

function newSimulationTemplate(worker: Worker) {
  const name = worker.name();
  return worker.make('/api/templates', { name }, ({ id }) => [
    showing(`simulation template ${id}`, `/api/templates/${id}`, { name }),
  ]);
}

async function newConfiguration(worker: Worker): Promise<{ engagement: string; path: string }> {
  const { id: engagement } = await newEngagement(worker);
  const path = `/api/engagements/${engagement}/c2-config`;
  const body = { framework: 'fake', operation: worker.name() };
  await worker.change('PUT', path, body, [showing(`C2 of ${engagement}`, path, body)]);
  return { engagement, path };
}

async function linkedTask(worker: Worker): Promise<{ simulation: string; path: string; task: string }> {
  const { engagement } = await newConfiguration(worker);
  const { id: simulation } = await newSimulation(worker, engagement);
  const path = `/api/simulations/${simulation}/c2/tasks`;
  const { id: task } = await worker.make(path, { external_id: '101' }, (made) => [
    showing(`tasks of ${simulation}`, path, { items: [{ id: made.id }] }),
  ]);
  return { simulation, path, task };
}

/** Engagements, their simulations and C2, and templates of simulations. */
export const engagementWrites: readonly Write[] = [
  { route: 'POST /engagements', run: newEngagement },
  {
    route: 'PATCH /engagements/:engagement_id',
    async run(worker) {
      const { id } = await newEngagement(worker);
      const body = { name: worker.name(), status: 'closed' };
      return changed(worker, `engagement ${id}`, `/api/engagements/${id}`, body);
    },
  },
  {
    route: 'PUT /engagements/:engagement_id/members',
    async run(worker) {
      const { id } = await newEngagement(worker);
      const { id: user_id } = await newUser(worker);
      const members = [{ user_id, role_hint: 'blue' }];
      return worker.change('PUT', `/api/engagements/${id}/members`, { members }, [
        showing(`members of ${id}`, `/api/engagements/${id}`, {
          members: [{ user: { id: user_id }, role_hint: 'blue' }],
        }),
      ]);
    },
  },
  {
    route: 'DELETE /engagements/:engagement_id',
    async run(worker) {
      const { id } = await newEngagement(worker);
      const { id: simulation } = await newSimulation(worker, id);
      return removed(worker, `engagement ${id}`, `/api/engagements/${id}`, [
        gone(`simulation ${simulation}`, `/api/simulations/${simulation}`),
      ]);
    },
  },
  { route: 'POST /engagements/:engagement_id/simulations', run: (worker) => newSimulation(worker) },
  {
    route: 'PATCH /simulations/:simulation_id',
    weight: 4,
    run(worker) {
      const { simulation } = worker.lane;
      const body = { red_comment: worker.name(), tactic_ids: [worker.random.pick(['TA0001', 'TA0040'])] };
      return changed(worker, `fields of ${simulation}`, `/api/simulations/${simulation}`, body);
    },
  },
  {
    route: 'DELETE /simulations/:simulation_id',
    async run(worker) {
      const { id } = await newSimulation(worker);
      return removed(worker, `simulation ${id}`, `/api/simulations/${id}`);
    },
  },
  {
    route: 'POST /simulations/:simulation_id/transition',
    async run(worker) {
      const { id } = await newSimulation(worker);
      const path = `/api/simulations/${id}`;
      for (const status of ['in_progress', 'review_required', 'done']) {
        await worker.change('POST', `${path}/transition`, { status }, [
          showing(`status of ${id}`, path, { status }),
        ]);
      }
    },
  },
  { route: 'PUT /engagements/:engagement_id/c2-config', run: newConfiguration },
  {
    route: 'DELETE /engagements/:engagement_id/c2-config',
    async run(worker) {
      const { engagement, path } = await newConfiguration(worker);
      return worker.change('DELETE', path, undefined, [gone(`C2 of ${engagement}`, path)]);
    },
  },
  { route: 'POST /simulations/:simulation_id/c2/tasks', run: linkedTask },
  {
    route: 'POST /simulations/:simulation_id/c2/tasks/refresh',
    async run(worker) {
      const { simulation, path } = await linkedTask(worker);
      const done = [
        showing(`output of ${simulation}`, path, { items: [{ status: 'completed', mapping_applied: true }] }),
      ];
      for (const facts of [[], [], done]) await worker.change('POST', `${path}/refresh`, undefined, facts);
    },
  },
  {
    route: 'DELETE /simulations/:simulation_id/c2/tasks/:task_id',
    async run(worker) {
      const { simulation, path, task } = await linkedTask(worker);
      return worker.change(
        'DELETE',
        `${path}/${task}`,
        undefined,
        [showing(`tasks of ${simulation}`, path, { items: [] })],
        204,
      );
    },
  },
  { route: 'POST /templates', run: newSimulationTemplate },
  {
    route: 'PATCH /templates/:template_id',
    async run(worker) {
      const { id } = await newSimulationTemplate(worker);
      const body = { name: worker.name() };
      return changed(worker, `simulation template ${id}`, `/api/templates/${id}`, body);
    },
  },
  {
    route: 'DELETE /templates/:template_id',
    async run(worker) {
      const { id } = await newSimulationTemplate(worker);
      return removed(worker, `simulation template ${id}`, `/api/templates/${id}`);
    },
  },
];
