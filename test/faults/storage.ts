import { once } from 'node:events';
import path from 'node:path';
import type { Serving } from '../support/command.ts';
import { Client } from '../support/server.ts';
import { moment } from '../support/until.ts';
import type { Kind, Trial } from './kind.ts';
import { straceMissing, tamper } from './strace.ts';
import { isCutOff, workersOf } from './work.ts';
import { acknowledgesUnwritten, makeWorld, serve } from './world.ts';
import { Refused, type Write, writes } from './writes.ts';

/**
 * A call that fails, and how. `write` is not among them: it is also how Node wakes itself up and how answers leave. A full disk
 * under evidence is tried in test/api.
 */
const failures = [
  'fdatasync:error=EIO',
  'fsync:error=EIO',
  'pwrite64:error=EIO',
  'pwrite64:error=ENOSPC',
  'openat:error=EMFILE',
  'openat:error=EROFS',
  'openat:error=EIO',
  'rename:error=EIO',
  'rename:error=ENOSPC',
  'mkdir:error=ENOSPC',
  'unlink:error=EROFS',
];
const combinations = writes.length * failures.length;
/** Prime to the number of combinations, so that a short run meets all sorts of them. */
const stride = 7919;

/** Refusals that say what is the matter: the storage. */
const deliberate = new Set([503, 507]);
const patienceMs = 60_000;

/** Every write with every call of a kind failing once, from the first to the last that it makes. */
export const storageErrors: Kind = {
  name: 'storage',
  what: 'EIO, ENOSPC, EROFS or EMFILE from the n-th sync, write, open, rename of each write',
  missing: straceMissing,
  shortRounds: 16,

  async open(folder, random): Promise<Trial> {
    const world = await makeWorld(folder, 1);
    const log = path.join(folder, 'strace.log');
    /** Combinations that make fewer calls than were asked to fail. */
    const done = new Set<number>();
    return {
      async round(index) {
        const combination = (index * stride) % combinations;
        if (done.has(combination)) return { counts: { 'of fewer calls': 1 }, wrong: [] };
        const write = writes[combination % writes.length] as Write;
        const failure = failures[Math.floor(combination / writes.length)] as string;
        const n = 1 + Math.floor(index / combinations);
        const server = await serve(world.dataDir);
        const worker = workersOf(world, server.url, random)[0]!;
        const tracing = await tamper(server.child.pid as number, `${failure}:when=${n}`, log);
        const outcome = await outcomeOf(write.run(worker), server);
        await tracing.stop();
        const hit = tracing.injected() > 0;
        if (!hit) done.add(combination);
        const { code } = await server.stop();
        const wrong = outcome.startsWith('wrong') ? [outcome] : [];
        if (outcome === 'cut off' && code === 0) wrong.push('cut off, and ended with 0');
        const again = await serve(world.dataDir);
        wrong.push(...(await world.ledger.losses(new Client(again.url, world.token), 'fresh')));
        await again.stop();
        const counts = { [hit ? (outcome.startsWith('wrong') ? 'wrong' : outcome) : 'not reached']: 1 };
        return { counts, wrong: wrong.map((line) => `${write.route}, ${failure}, call ${n}: ${line}`) };
      },
      async finish() {
        const server = await serve(world.dataDir);
        const wrong = await world.ledger.losses(new Client(server.url, world.token));
        await server.stop();
        return { counts: {}, wrong };
      },
      close: async () => world.ledger.close(),
    };
  },

  /** A server that takes a failed write for a done one. */
  async control(folder, random) {
    const world = await makeWorld(folder, 1);
    const server = await serve(world.dataDir, acknowledgesUnwritten);
    const worker = workersOf(world, server.url, random)[0]!;
    const route = 'POST /missions/:mission_id/tests/:test_id/evidence';
    await writes.find((write) => write.route === route)!.run(worker);
    await server.stop();
    const again = await serve(world.dataDir);
    const found = await world.ledger.losses(new Client(again.url, world.token));
    await again.stop();
    world.ledger.close();
    return found;
  },
};

async function outcomeOf(work: Promise<unknown>, server: Serving): Promise<string> {
  const ended = once(server.child, 'exit');
  const patience = moment(patienceMs).then(() => 'wrong: there was no answer');
  const outcome = work.then(
    () => 'acknowledged',
    async (error: unknown) => {
      if (isCutOff(error)) {
        // Whoever cuts a connection off without an answer has to be gone.
        return Promise.race([
          ended.then(() => 'cut off'),
          moment(10_000).then(() => 'wrong: cut off and still there'),
        ]);
      }
      if (!(error instanceof Refused)) return `wrong: ${error}`;
      return deliberate.has(error.answer.status) ? 'refused' : `wrong: ${error.message}`;
    },
  );
  return Promise.race([outcome, patience]);
}
