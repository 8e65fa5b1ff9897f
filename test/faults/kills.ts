import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { starting } from '../support/commands/command.ts';
import { Client } from '../support/servers/server.ts';
import { moment } from '../support/servers/until.ts';
import { inOrder, nameOf, type Point, pointsOf } from './calls.ts';
import { lossesOf, makeForgetful } from './hold.ts';
import type { Kind, Round, Trial } from './kind.ts';
import { type Random, randomFrom, spread } from './random.ts';
import { straceMissing, tamper } from './strace.ts';
import { isCutOff, workersOf, workUntilGone } from './work.ts';
import { makeWorld, serve, settings, type World } from './world.ts';
import { Worlds } from './worlds.ts';

/** The calls that reach a disk, a folder or a client. */
const calls = [
  ...['pwrite64', 'write', 'writev', 'fdatasync', 'fsync'],
  ...['openat', 'rename', 'unlink', 'ftruncate', 'mkdir'],
];

/** `kill -9` while clients write: at a random moment, at every call of every write, and during the next start. */
export const kills: Kind = {
  name: 'kills',
  what: 'kill -9 of the serving process: at random, at the n-th system call of each write, while it starts',
  missing: () => (process.platform === 'win32' ? 'signals end processes otherwise on Windows' : null),
  shortRounds: 0,
  atOnce: 3,

  async open(folder, random, pace): Promise<Trial> {
    const prepared = await makeWorld(path.join(folder, 'prepared'));
    const points =
      straceMissing() === null
        ? await pointsOf(prepared, path.join(folder, 'recorded'), random, calls, pace)
        : [];
    const worlds = new Worlds(prepared, folder);
    const first = random.below(2 ** 31);
    return {
      round: (index) =>
        worlds.use(async (world) => {
          const choices = randomFrom(first + index);
          const starts = index % 8 === 7;
          if (starts) await killWhileStarting(world, choices);
          const atRandom = index % 4 === 0 || points.length === 0;
          const { counts, wrong } = atRandom
            ? await killAtRandom(world, choices)
            : await killAt(spread(points, Math.floor(index / 4) * 3 + (index % 4) - 1), world, choices);
          return { counts: starts ? { ...counts, 'while starting': 1 } : counts, wrong };
        }),
      async finish() {
        const { counts, wrong } = await worlds.finish();
        return { counts: { ...counts, 'system calls there are': points.length }, wrong };
      },
      close: async () => prepared.ledger.close(),
    };
  },

  async control(folder, random) {
    const routes = ['POST /missions/:mission_id/tests/:test_id/evidence', 'POST /groups'];
    const world = await makeForgetful(folder, random, routes, 'SIGKILL');
    // Pages that SQLite has written but not yet moved into the database.
    rmSync(`${path.join(world.dataDir, 'damson.db')}-wal`);
    const found = await lossesOf(world);
    world.ledger.close();
    return found;
  },
};

async function killWhileStarting({ dataDir }: World, random: Random): Promise<void> {
  const early = starting(dataDir, { env: settings });
  const outcome = early.listening.catch(() => null);
  await moment(random.unit() * 450);
  early.child.kill('SIGKILL');
  await outcome;
  if (early.child.exitCode === null && early.child.signalCode === null) await once(early.child, 'exit');
}

/** Kills the server at any moment while every lane writes. */
async function killAtRandom(world: World, random: Random): Promise<Round> {
  const before = world.ledger.acknowledged;
  const server = await serve(world.dataDir);
  const wrong = await world.ledger.losses(new Client(server.url, world.token), 'fresh');
  const work = workUntilGone(workersOf(world, server.url, random));
  await Promise.race([moment(20 + random.unit() * 400), work]);
  await server.stop('SIGKILL');
  await work;
  return { counts: { 'at random': 1, acknowledged: world.ledger.acknowledged - before }, wrong };
}

async function killAt(point: Point, world: World, random: Random): Promise<Round> {
  const { write, call, n } = point;
  const before = world.ledger.acknowledged;
  const server = await serve(world.dataDir, inOrder);
  const wrong = await world.ledger.losses(new Client(server.url, world.token), 'fresh');
  const log = path.join(path.dirname(world.dataDir), 'strace.log');
  const tracing = await tamper(server.child.pid as number, `${call}:signal=SIGKILL:when=${n}`, log, point);
  const ended = once(server.child, 'exit');
  const done = await write.run(workersOf(world, server.url, random)[0]!).then(
    () => true,
    (error: unknown) => {
      if (isCutOff(error)) return false;
      throw error;
    },
  );
  if (!done) await ended;
  const killed = server.child.signalCode !== null;
  await server.stop('SIGKILL');
  await tracing.stop();
  const counts = {
    [killed ? 'at a system call' : 'not reached']: 1,
    acknowledged: world.ledger.acknowledged - before,
  };
  return { counts, wrong: wrong.map((line) => `before ${nameOf(point)}: ${line}`) };
}
