import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Pace } from './kind.ts';
import { type Random, spread } from './random.ts';
import { type Numbered, numberCalls } from './strace.ts';
import { workersOf } from './work.ts';
import type { Worker, Write } from './worker.ts';
import { copyWorld, serve, type World } from './world.ts';
import { writes } from './writes.ts';

/** A single thread for files, so that a write always makes the same calls in the same order. */
export const inOrder = { UV_THREADPOOL_SIZE: '1' };

/** For very frequent calls within one write: all up to this one, and an even selection of the others. */
const every = 40;
const ofOthers = 10;

/** The n-th call of a kind in the course of a write. */
export type Point = Numbered & { write: Write; call: string };

export function nameOf({ write, call, n, onlyMain }: Point): string {
  return `${write.route}, ${call} ${n}${onlyMain ? ' of the main thread' : ''}`;
}

/** Number of writes in a short run. */
const ofShort = 12;

/**
 * Every point at which a write makes one of these calls, recorded while each write runs once; only a selection in a short run.
 */
export async function pointsOf(
  prepared: World,
  folder: string,
  random: Random,
  calls: readonly string[],
  pace: Pace,
): Promise<Point[]> {
  const world = copyWorld(prepared, folder);
  const server = await serve(world.dataDir, inOrder);
  const [worker, other] = workersOf(world, server.url, random) as [Worker, Worker];
  const points: Point[] = [];
  const first = random.below(writes.length);
  const recorded =
    pace === 'long' ? writes : Array.from({ length: ofShort }, (_, index) => spread(writes, first + index));
  for (const write of recorded) {
    // The program loads some of its own code on first use, which is not a target of faults.
    await write.run(other);
    const log = path.join(folder, 'strace.log');
    const work = () => write.run(worker);
    const numbers = await numberCalls(server.child.pid as number, calls, world.dataDir, log, work);
    for (const [call, all] of numbers)
      for (const numbered of some(all)) points.push({ write, call, ...numbered });
  }
  await server.stop();
  world.ledger.close();
  rmSync(folder, { recursive: true });
  return points;
}

function some(numbers: readonly Numbered[]): Numbered[] {
  const others = numbers.filter(({ n }) => n > every);
  const apart = Math.max(1, Math.ceil(others.length / ofOthers));
  return [
    ...numbers.filter(({ n }) => n <= every),
    ...others.filter((_, index) => index % apart === apart - 1),
  ];
}
