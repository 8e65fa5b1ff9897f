import { evidenceForm } from '../support/missions/factories.ts';
import { digestOf, gone, showing } from './ledger.ts';
import type { Worker, Write } from './worker.ts';
import { someText } from './world.ts';

async function newEvidence(worker: Worker): Promise<{ id: string; path: string }> {
  const name = worker.name();
  const simulations = `/api/engagements/${worker.lane.engagement}/simulations`;
  const simulation = await worker.make(simulations, { name }, (made) => [
    showing(`simulation ${made.id}`, `/api/simulations/${made.id}`, { name }),
  ]);
  const size = 1 + Math.floor(worker.random.unit() ** 3 * 400_000);
  const bytes = someText(worker.random, size);
  const sha256 = digestOf(bytes);
  const { id } = await worker.make(
    `/api/simulations/${simulation.id}/evidence`,
    evidenceForm(bytes),
    (made) => [
      showing(`evidence ${made.id}`, `/api/simulations/evidence/${made.id}/record`, { sha256, size }),
      {
        about: `bytes of evidence ${made.id}`,
        read: { path: `/api/simulations/evidence/${made.id}` },
        shows: { status: 200, sha256 },
      },
    ],
  );
  return { id, path: `/api/simulations/evidence/${id}` };
}

async function fromTasks(worker: Worker): Promise<void> {
  const name = worker.name();
  const { id: engagement } = await worker.make('/api/engagements', { name }, (made) => [
    showing(`engagement ${made.id}`, `/api/engagements/${made.id}`, { name }),
  ]);
  const config = `/api/engagements/${engagement}/c2-config`;
  const body = { framework: 'fake', operation: worker.name() };
  await worker.change('PUT', config, body, [showing(`C2 of ${engagement}`, config, body)]);
  const path = `/api/engagements/${engagement}/simulations/from-tasks`;
  await worker.make(path, { external_ids: ['101', '105'] }, ({ items }) =>
    items.flatMap((made: { id: string; command: string }) => [
      showing(`simulation ${made.id}`, `/api/simulations/${made.id}`, { command: made.command }),
      showing(`tasks of ${made.id}`, `/api/simulations/${made.id}/c2/tasks`, { items: [{}] }),
    ]),
  );
}

/** The writes to evidence of simulations, and to simulations created from tasks. */
export const simulationWrites: readonly Write[] = [
  { route: 'POST /engagements/:engagement_id/simulations/from-tasks', run: fromTasks },
  { route: 'POST /simulations/:simulation_id/evidence', weight: 3, run: newEvidence },
  {
    route: 'PATCH /simulations/evidence/:evidence_id/record',
    async run(worker) {
      const { id, path } = await newEvidence(worker);
      const caption = worker.name();
      await worker.change('PATCH', `${path}/record`, { caption }, [
        showing(`caption of ${id}`, `${path}/record`, { caption }),
      ]);
    },
  },
  {
    route: 'DELETE /simulations/evidence/:evidence_id',
    async run(worker) {
      const { id, path } = await newEvidence(worker);
      const facts = [gone(`evidence ${id}`, `${path}/record`), gone(`bytes of evidence ${id}`, path)];
      return worker.change('DELETE', path, undefined, facts, 204);
    },
  },
];
