import assert from 'node:assert/strict';
import type { Role } from '../../../domain/permissions.ts';
import type { SimulationStatus } from '../../../domain/simulations.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { Simulation, SimulationTemplate } from '../../../server/simulations/contract.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../servers/server.ts';
import { bodyOf } from './factories.ts';

export type Caller = Role | 'anonymous';
export const callers: readonly Caller[] = ['anonymous', 'admin', 'redteam', 'soc'];

export type EngagementsServer = TestServer & {
  red: Person;
  soc: Person;
  client(caller: Caller): Client;
};

/** A real server with the bundled catalogue and a person of each role. */
export async function startEngagementsServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<EngagementsServer> {
  const server = await startTestServer({ ...options, loadCatalog: true });
  const red = await server.newPerson('redteam');
  const soc = await server.newPerson('soc');
  return Object.assign(server, {
    red,
    soc,
    client: (caller: Caller) =>
      ({ anonymous: server.anonymous, admin: server.admin.client, redteam: red.client, soc: soc.client })[
        caller
      ],
  });
}

export async function loadCatalogue(admin: Client): Promise<void> {
  bodyOf(await admin.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
}

let made = 0;

export async function newEngagement(client: Client, fields: object = {}): Promise<Engagement> {
  made += 1;
  return bodyOf(await client.post('/api/engagements', { name: `Engagement ${made}`, ...fields }), 201);
}

/** A simulation of this engagement, or of a new one. */
export async function newSimulation(
  client: Client,
  fields: object = {},
  engagementId?: string,
): Promise<Simulation> {
  made += 1;
  const engagement = engagementId ?? (await newEngagement(client)).id;
  const body = { name: `Simulation ${made}`, ...fields };
  return bodyOf(await client.post(`/api/engagements/${engagement}/simulations`, body), 201);
}

export async function newSimulationTemplate(
  client: Client,
  fields: object = {},
): Promise<SimulationTemplate> {
  made += 1;
  return bodyOf(await client.post('/api/templates', { name: `Template ${made}`, ...fields }), 201);
}

const states: readonly SimulationStatus[] = ['pending', 'in_progress', 'review_required', 'done'];
export const simulationStates = states;

/** A new simulation that an administrator has moved to this state. */
export async function simulationIn(
  admin: Client,
  status: SimulationStatus,
  fields: object = {},
): Promise<Simulation> {
  let simulation = await newSimulation(admin, fields);
  for (const next of states.slice(1, states.indexOf(status) + 1)) {
    simulation = bodyOf(await move(admin, simulation.id, next), 200);
  }
  return simulation;
}

export function move(client: Client, id: string, status: string): Promise<Answer> {
  return client.post(`/api/simulations/${id}/transition`, { status });
}

export async function readSimulation(client: Client, id: string): Promise<Simulation> {
  return bodyOf(await client.get(`/api/simulations/${id}`), 200);
}

/** The path of the first error of a refused body. */
export function refusedAt(answer: Answer): string {
  assert.equal(answer.status, 422, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'invalid');
  return answer.body.errors[0].path;
}

/** Asserts a refusal's status and code. */
export function assertRefused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body));
  assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8');
}
