import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { damson, starting } from '../support/command.ts';
import { Client } from '../support/server.ts';
import { moment } from '../support/until.ts';
import type { Kind, Trial } from './kind.ts';
import type { Random } from './random.ts';
import { straceMissing, tamper } from './strace.ts';
import { workersOf, workUntilGone } from './work.ts';
import { acknowledgesUnwritten, makeWorld, serve, settings, type World } from './world.ts';
import { writes } from './writes.ts';

/** The calls by which something reaches a disk, a folder or a client. */
const calls = [
  'pwrite64',
  'write',
  'writev',
  'fdatasync',
  'fsync',
  'openat',
  'rename',
  'unlink',
  'ftruncate',
  'mkdir',
];
const furthest = 120;

/** `kill -9` while clients write: at a random moment, at every n-th call of a kind, and while it starts after the last time. */
export const kills: Kind = {
  name: 'kills',
  what: 'kill -9 of the serving process: at random, at the n-th system call, while it starts',
  missing: () => (process.platform === 'win32' ? 'signals end processes otherwise on Windows' : null),
  shortRounds: 32,

  async open(folder, random): Promise<Trial> {
    const world = await makeWorld(folder);
    const traced = straceMissing() === null;
    return {
      async round(index) {
        const before = world.ledger.acknowledged;
        if (index % 8 === 7) await killWhileStarting(world, random);
        const server = await serve(world.dataDir);
        const client = new Client(server.url, world.token);
        const wrong = await world.ledger.losses(client, index % 100 === 99 ? 'all' : 'fresh');
        if (index % 50 === 49) wrong.push(...(await verify(world)));
        const work = workUntilGone(workersOf(world, server.url, random));
        const counts: Record<string, number> = { rounds: 1 };
        if (traced && index % 2 === 1) {
          const call = calls[((index - 1) / 2) % calls.length] as string;
          const n = 1 + (Math.floor(index / 2 / calls.length) % furthest);
          const log = path.join(folder, 'strace.log');
          const tracing = await tamper(server.child.pid as number, `${call}:signal=SIGKILL:when=${n}`, log);
          await Promise.race([once(server.child, 'exit'), moment(400 + n * 10)]);
          counts[server.child.signalCode === null ? 'not reached' : 'at a system call'] = 1;
          await server.stop('SIGKILL');
          await tracing.stop();
        } else {
          await Promise.race([moment(20 + random.unit() * 400), work]);
          await server.stop('SIGKILL');
          counts['at random'] = 1;
        }
        await work;
        counts.acknowledged = world.ledger.acknowledged - before;
        return { counts, wrong };
      },
      async finish() {
        const server = await serve(world.dataDir);
        const wrong = await world.ledger.losses(new Client(server.url, world.token));
        const { code } = await server.stop();
        if (code !== 0) wrong.push(`a clean stop ends with ${code}`);
        wrong.push(...(await verify(world, /, 0 files without a record\n$/)));
        return { counts: {}, wrong };
      },
      close: async () => world.ledger.close(),
    };
  },

  async control(folder, random) {
    const world = await makeWorld(folder, 1);
    const server = await serve(world.dataDir, acknowledgesUnwritten);
    const worker = workersOf(world, server.url, random)[0]!;
    for (const route of ['POST /missions/:mission_id/tests/:test_id/evidence', 'POST /groups']) {
      await writes.find((write) => write.route === route)!.run(worker);
    }
    await server.stop('SIGKILL');
    // What SQLite has written and not yet put into the database.
    rmSync(`${path.join(world.dataDir, 'damson.db')}-wal`);
    const again = await serve(world.dataDir);
    const found = await world.ledger.losses(new Client(again.url, world.token));
    await again.stop();
    world.ledger.close();
    return found;
  },
};

async function killWhileStarting({ dataDir }: World, random: Random): Promise<void> {
  const early = starting(dataDir, { env: settings });
  const outcome = early.listening.catch(() => null);
  await moment(random.unit() * 350);
  early.child.kill('SIGKILL');
  await outcome;
  if (early.child.exitCode === null && early.child.signalCode === null) await once(early.child, 'exit');
}

async function verify({ dataDir }: World, expected = /^/): Promise<string[]> {
  const { code, stdout, stderr } = await damson(['verify', '--data-dir', dataDir], { env: settings });
  return code === 0 && expected.test(stdout) ? [] : [`verify ends with ${code}: ${stdout}${stderr}`];
}
