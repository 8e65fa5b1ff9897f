import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../servers/server.ts';

export const encryptionKey = createHash('sha256').update('the key of the tests').digest('hex');

/** A clock advanced by the test. */
export type HandClock = { now: () => number; advance(milliseconds: number): void };

export type C2Server = TestServer & {
  /** The clock that paces requests to frameworks; it stands still, so that nothing has to wait and no answer stays cached. */
  clock: HandClock;
  red: Person;
  soc: Person;
  /** Creates an engagement and returns its id. */
  engagement(): Promise<string>;
  /** Creates an engagement with one simulation. */
  simulation(): Promise<{ engagement: string; simulation: string }>;
  /** Sets the C2 configuration of an engagement. */
  configure(engagement: string, config: object): Promise<Answer>;
  /** Creates an engagement with this configuration, and a simulation with these tasks linked to it. */
  linked(config: object, ...externalIds: string[]): Promise<{ engagement: string; simulation: string }>;
  link(simulation: string, externalId: string): Promise<Answer>;
  /** Refreshes without waiting after a failure. */
  tryNow(simulation: string): Promise<Answer>;
  tasks(simulation: string, client?: Client): Promise<Answer>;
};

/** A real server with an encryption key, and a person of each side. */
export async function startC2Server(options: Parameters<typeof startTestServer>[0] = {}): Promise<C2Server> {
  let milliseconds = 0;
  const clock: HandClock = {
    now: () => milliseconds,
    advance(by) {
      milliseconds += by;
    },
  };
  const seams = { ...options.seams, c2: { clock: clock.now, ...options.seams?.c2 } };
  const server = await startTestServer({
    ...options,
    seams,
    env: { SVC_ENCRYPTION_KEY: encryptionKey, ...options.env },
  });
  const red = await server.newPerson('redteam');
  const soc = await server.newPerson('soc');
  const made = async (target: string, body: object): Promise<string> => {
    const answer = await red.client.post(target, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.id;
  };
  const c2Server: C2Server = Object.assign(server, {
    clock,
    red,
    soc,
    engagement: () => made('/api/engagements', { name: 'Harbour' }),
    async simulation() {
      const engagement = await c2Server.engagement();
      const simulation = await made(`/api/engagements/${engagement}/simulations`, { name: 'Look around' });
      return { engagement, simulation };
    },
    configure: (engagement: string, config: object) =>
      red.client.put(`/api/engagements/${engagement}/c2-config`, config),
    async linked(config: object, ...externalIds: string[]) {
      const ids = await c2Server.simulation();
      const configured = await c2Server.configure(ids.engagement, config);
      assert.equal(configured.status, 200, JSON.stringify(configured.body));
      for (const externalId of externalIds) {
        const linked = await c2Server.link(ids.simulation, externalId);
        assert.equal(linked.status, 201, JSON.stringify(linked.body));
      }
      return ids;
    },
    link: (simulation: string, externalId: string) =>
      red.client.post(`/api/simulations/${simulation}/c2/tasks`, { external_id: externalId }),
    tryNow: (simulation: string) => red.client.post(`/api/simulations/${simulation}/c2/tasks/refresh`),
    tasks: (simulation: string, client = red.client) => client.get(`/api/simulations/${simulation}/c2/tasks`),
  });
  return c2Server;
}

/** Closes something when the test ends, whatever the result. */
export async function during<T extends { close(): Promise<void> }>(
  t: TestContext,
  starting: Promise<T>,
): Promise<T> {
  const started = await starting;
  t.after(() => started.close());
  return started;
}

/** Limits short enough for a test of time-outs, and long enough for a busy machine. */
export const shortLimits = { connectMs: 10_000, silenceMs: 1_500, operationMs: 10_000 };

/** Asserts a refusal with this status; returns its code. */
export function refusal(answer: Answer, status: number): string {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  return answer.body.code;
}

/** The field named in a 422. */
export function invalidField(answer: Answer): string {
  assert.equal(refusal(answer, 422), 'invalid');
  return answer.body.errors[0].path;
}

/** A gate that the test opens. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
