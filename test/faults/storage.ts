import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Serving } from '../support/commands/command.ts';
import { Client } from '../support/servers/server.ts';
import { inOrder, nameOf, type Point, pointsOf } from './calls.ts';
import { lossesOf, makeForgetful } from './hold.ts';
import type { Kind, Trial } from './kind.ts';
import { type Random, randomFrom, spread } from './random.ts';
import { straceMissing, tamper } from './strace.ts';
import { isCutOff, workersOf } from './work.ts';
import { Refused, type Worker } from './worker.ts';
import { makeWorld, serve, type World } from './world.ts';
import { Worlds } from './worlds.ts';

/**
 * The failing calls, and their errors. Excludes `write`, because Node also uses it to wake itself up and to send answers.
 * test/api tests a full disk for evidence.
 */
const failures: Readonly<Record<string, readonly string[]>> = {
  fdatasync: ['EIO'],
  fsync: ['EIO'],
  pwrite64: ['EIO', 'ENOSPC'],
  openat: ['EMFILE', 'EROFS', 'EIO'],
  rename: ['EIO', 'ENOSPC'],
  mkdir: ['ENOSPC'],
  unlink: ['EROFS'],
};

/** Refusals that name the storage as the reason. */
const deliberate = new Set([503, 507]);
/** As long as `until` waits: at the lowest priority of a busy machine, the start of a thread alone took a minute. */
const patienceMs = 300_000;
/**
 * Number of writes, acknowledged or refused, before a server is killed and compared with the ledger: after a refusal it has to go
 * on, and its start costs more than everything else of a round.
 */
const writesOfEach = 12;

/** A running server of an installation, its end, and the faults injected into it. */
type Running = { server: Serving; ended: Promise<unknown[]>; done: string[] };

async function run({ dataDir }: World): Promise<Running> {
  const server = await serve(dataDir, inOrder);
  return { server, ended: once(server.child, 'exit'), done: [] };
}

/** Makes every call of a kind in every write fail once, from the first to the last. */
export const storageErrors: Kind = {
  name: 'storage',
  what: 'EIO, ENOSPC, EROFS or EMFILE from the n-th sync, write, open, rename, … of each write',
  missing: straceMissing,
  shortRounds: 4,
  atOnce: 3,

  async open(folder, random, pace): Promise<Trial> {
    const prepared = await makeWorld(path.join(folder, 'prepared'), 2);
    const points = await pointsOf(
      prepared,
      path.join(folder, 'recorded'),
      random,
      Object.keys(failures),
      pace,
    );
    const cases = points.flatMap((point) => failures[point.call]!.map((error) => ({ ...point, error })));
    const running = new Map<World, Running>();
    const leave = async (world: World) => {
      await running.get(world)?.server.stop('SIGKILL');
      running.delete(world);
    };
    const worlds = new Worlds(prepared, folder, leave);
    const first = random.below(2 ** 31);
    return {
      round: (index) =>
        worlds.use(async (world) => {
          const at = running.get(world) ?? (await run(world));
          running.set(world, at);
          const { done } = at;
          const { name, outcome, hit } = await fail(
            spread(cases, index),
            world,
            at,
            randomFrom(first + index),
          );
          done.push(name);
          const wrong = outcome.startsWith('wrong') ? [`${name}: ${outcome}`] : [];
          const goesOn = outcome === 'acknowledged' || outcome === 'refused';
          if (!goesOn || done.length === writesOfEach) {
            await leave(world);
            const again = await run(world);
            running.set(world, again);
            const losses = await world.ledger.losses(new Client(again.server.url, world.token), 'fresh');
            wrong.push(...losses.map((line) => `after ${done.join('; ')}: ${line}`));
          }
          return { counts: { [hit ? (wrong.length > 0 ? 'wrong' : outcome) : 'not reached']: 1 }, wrong };
        }),
      async finish() {
        const { counts, wrong } = await worlds.finish();
        return { counts: { ...counts, 'cases there are': cases.length }, wrong };
      },
      close: async () => prepared.ledger.close(),
    };
  },

  /** A server that treats a failed write as successful. */
  async control(folder, random) {
    const route = 'POST /missions/:mission_id/tests/:test_id/evidence';
    const world = await makeForgetful(folder, random, [route], 'SIGTERM');
    const found = await lossesOf(world);
    world.ledger.close();
    return found;
  },
};

type Case = Point & { error: string };

/** Runs a write with one failing call, after another write without a fault, as in the recording. */
async function fail(
  one: Case,
  world: World,
  { server, ended }: Running,
  random: Random,
): Promise<{ name: string; outcome: string; hit: boolean }> {
  const [worker, other] = workersOf(world, server.url, random) as [Worker, Worker];
  const { write, call, n, error } = one;
  const name = `${nameOf(one)} with ${error}`;
  try {
    // Repeated if cut off, because the connection may have been idle for too long.
    await write.run(other).catch((error) => (isCutOff(error) ? write.run(other) : Promise.reject(error)));
  } catch (error) {
    if (error instanceof Refused) return { name, outcome: `wrong: before it, ${error.message}`, hit: true };
    throw error;
  }
  const log = path.join(path.dirname(world.dataDir), 'strace.log');
  const tracing = await tamper(server.child.pid as number, `${call}:error=${error}:when=${n}`, log, one);
  const outcome = await outcomeOf(write.run(worker), ended);
  await tracing.stop();
  return { name, outcome, hit: tracing.injected() > 0 };
}

/** Outcome of a write: a process that cuts off a connection without an answer has to end and report the fault. */
async function outcomeOf(work: Promise<unknown>, ended: Promise<unknown[]>): Promise<string> {
  const patience = wait(patienceMs, 'wrong: there was no answer', { ref: false });
  const outcome = work.then(
    () => 'acknowledged',
    async (error: unknown) => {
      if (isCutOff(error)) {
        const patience = wait(patienceMs, 'wrong: cut off and still there', { ref: false });
        return Promise.race([
          ended.then(([code]) => (code === 0 ? 'wrong: cut off, and ended with 0' : 'cut off')),
          patience,
        ]);
      }
      if (!(error instanceof Refused)) return `wrong: ${error}`;
      return deliberate.has(error.status) ? 'refused' : `wrong: ${error.message}`;
    },
  );
  return Promise.race([outcome, patience]);
}
