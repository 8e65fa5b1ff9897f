import { Client } from '../support/servers/server.ts';
import type { Random } from './random.ts';
import { Worker, type Write } from './worker.ts';
import type { World } from './world.ts';
import { writes } from './writes.ts';

let given = 0;
const run = Date.now().toString(36);

function newName(): string {
  given += 1;
  return `n${run}-${given}`;
}

export function workersOf(world: World, url: string, random: Random): Worker[] {
  const client = new Client(url, world.token);
  const { ledger, scenario } = world;
  return world.lanes.map((lane) => new Worker({ client, lane, random, scenario, ledger, names: newName }));
}

/** A write available to this worker, drawn by weight. */
export function draw({ lane, random }: Worker, from: readonly Write[] = writes): Write {
  const mine = from.filter(({ exclusive }) => lane.exclusive || exclusive !== true);
  let left = random.unit() * mine.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return mine.find(({ weight = 1 }) => {
    left -= weight;
    return left < 0;
  }) as Write;
}

/** Whether an error is a connection that ended without an answer. */
export function isCutOff(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}

/** Makes every lane write until the server is gone; throws errors other than an ended connection. */
export async function workUntilGone(workers: readonly Worker[]): Promise<void> {
  await Promise.all(
    workers.map(async (worker) => {
      try {
        for (;;) await draw(worker).run(worker);
      } catch (error) {
        if (!isCutOff(error)) throw error;
      }
    }),
  );
}
