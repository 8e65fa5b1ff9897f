import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client as Connection } from 'pg';
import { ownerName } from '../../server/blobs/owner.ts';
import { damson, environment, program, type Serving, untilListening } from '../support/commands/command.ts';
import {
  type Cluster,
  durable,
  findPrograms,
  startCluster,
  withDatabase,
} from '../support/servers/postgres.ts';
import { Client } from '../support/servers/server.ts';
import { moment } from '../support/servers/until.ts';
import { add, type Kind, type Round, type Trial } from './kind.ts';
import { type Random, randomFrom } from './random.ts';
import { draw, isCutOff, workersOf } from './work.ts';
import { Refused, type Worker } from './worker.ts';
import { fillWorld, settings, type World } from './world.ts';
import { writes } from './writes.ts';

/** Limited, because an installation grows with each round, and so does the time to check it. */
const roundsOfEach = 60;
/** Time limit for full recovery after the stopped part is back, and for answers to pending requests. */
const healsWithinMs = 60_000;
/** Operations started by one request and completed by another. */
const isInTwoSteps = /second-factor/;
/** Requests that are answered while the database or the store is unavailable. */
const deliberate = new Set([503, 507]);

/**
 * Two processes with one PostgreSQL and one S3-compatible store; one of the four stops at a time while people write through both
 * processes.
 */
export const together: Kind = {
  name: 'together',
  what: 'kill -9 of one of two processes, of the PostgreSQL that they share or a backend of it, of their store',
  missing: () => (findPrograms() === null ? 'PostgreSQL is not installed: apt-get install postgresql' : null),
  shortRounds: 4,

  async open(folder, random): Promise<Trial> {
    const first = random.below(2 ** 31);
    let site: Site | null = null;
    let rounds = 0;
    let sites = 0;
    const leave = async (): Promise<string[]> => {
      const wrong = (await site?.judge()) ?? [];
      await site?.close(wrong.length > 0);
      site = null;
      return wrong;
    };
    return {
      async round(index) {
        if (site === null) {
          site = await Site.open(path.join(folder, `site-${sites}`));
          sites += 1;
        }
        const { counts, wrong } = await site.round(index, randomFrom(first + index));
        rounds += 1;
        if (rounds % roundsOfEach === 0 && wrong.length === 0) wrong.push(...(await leave()));
        return { counts, wrong };
      },
      finish: async () => ({ wrong: await leave(), counts: { installations: sites } }),
      close: async () => {},
    };
  },

  /** Removes the bytes of acknowledged evidence from the store, and a mission from the database. */
  async control(folder, random) {
    const site = await Site.open(folder);
    const [worker] = site.workers(random) as [Worker];
    for (const route of ['POST /missions/:mission_id/tests/:test_id/evidence', 'POST /groups'])
      await writes.find((write) => write.route === route)!.run(worker);
    // A store without the installation's mark is refused at the start.
    for (const file of globSync('**/evidence/**/*', { cwd: site.objects, withFileTypes: true }))
      if (file.isFile() && file.name !== ownerName) rmSync(path.join(file.parentPath, file.name));
    await site.ask('delete from groups');
    const found = await site.judge();
    await site.close(false);
    return found;
  },
};

/** A backup is stored in the folder of the process that made it. */
const shared = writes.filter(({ route }) => !route.includes(' /backups'));

/** `forgets`: a crash of PostgreSQL loses short-lived values. */
type Harm = { name: string; forgets?: boolean; run: (site: Site, random: Random) => Promise<void> };

/** Stops something and starts it again. */
const harms: readonly Harm[] = [
  {
    name: 'a server',
    async run(site, random) {
      const which = random.below(site.servers.length);
      await site.servers[which]!.stop('SIGKILL');
      await moment(random.unit() * 500);
      site.servers[which] = await site.serve(which);
    },
  },
  { name: 'a backend', run: (site, random) => endBackend(site, random, 'select pg_terminate_backend($1)') },
  {
    name: 'the store',
    async run(site, random) {
      await site.stopStore();
      await moment(random.unit() * 2000);
      await site.startStore();
    },
  },
  { name: 'a backend, by kill -9', forgets: true, run: (site, random) => endBackend(site, random, null) },
  {
    name: 'PostgreSQL',
    forgets: true,
    async run(site, random) {
      await site.cluster.stop('immediate');
      await moment(random.unit() * 500);
      await site.cluster.start();
    },
  },
];

/**
 * Ends the backend of one connection: with a statement, or by killing its process, after which PostgreSQL ends all of them and
 * recovers.
 */
async function endBackend(site: Site, random: Random, statement: string | null): Promise<void> {
  const backends = await site.ask(
    `select pid from pg_stat_activity where datname = 'damson' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  const { pid } = random.pick(backends);
  if (statement !== null) await site.ask(statement, [pid]);
  else process.kill(Number(pid), 'SIGKILL');
}

class Site {
  readonly folder: string;
  readonly cluster: Cluster;
  readonly world: World;
  readonly objects: string;
  readonly servers: Serving[] = [];
  readonly #env: Record<string, string>;
  readonly #storePort: number;
  #store: ChildProcess;

  private constructor(
    parts: Pick<Site, 'folder' | 'cluster' | 'objects'> & {
      env: Record<string, string>;
      store: ChildProcess;
      storePort: number;
      world: World;
    },
  ) {
    this.folder = parts.folder;
    this.cluster = parts.cluster;
    this.objects = parts.objects;
    this.world = parts.world;
    this.#env = parts.env;
    this.#store = parts.store;
    this.#storePort = parts.storePort;
  }

  static async open(folder: string): Promise<Site> {
    const objects = path.join(folder, 'objects');
    mkdirSync(objects, { recursive: true });
    const cluster = await startCluster(durable);
    const url = withDatabase(cluster.url, 'damson');
    const connection = new Connection(cluster.url);
    await connection.connect();
    await connection.query('create database damson');
    await connection.end();
    const { child, endpoint } = await startStore(objects, 0);
    const env = {
      ...settings,
      SVC_DATABASE_URL: url,
      SVC_JWT_SECRET: 'two processes sign with the same secret',
      EVIDENCE_URL: 's3://damson-test/faults',
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'test-1',
      AWS_ACCESS_KEY_ID: 'TESTKEY',
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const world = await fillWorld(folder, {
      lanes: 4,
      env,
      serve: () => serveBesideOthers(path.join(folder, 'data'), env),
    });
    const storePort = Number(new URL(endpoint).port);
    const site = new Site({ folder, cluster, objects, env, world, store: child, storePort });
    for (const which of [0, 1]) site.servers.push(await site.serve(which));
    return site;
  }

  serve(which: number): Promise<Serving> {
    return serveBesideOthers(path.join(this.folder, `data-${which}`), this.#env);
  }

  async stopStore(): Promise<void> {
    this.#store.kill('SIGKILL');
    await once(this.#store, 'exit');
  }

  async startStore(): Promise<void> {
    this.#store = (await startStore(this.objects, this.#storePort)).child;
  }

  async ask(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const connection = new Connection(this.#env.SVC_DATABASE_URL);
    await connection.connect();
    try {
      return (await connection.query(statement, values)).rows;
    } finally {
      await connection.end();
    }
  }

  /** A worker for each lane, alternating between the servers. */
  workers(random: Random): Worker[] {
    const [one, other] = this.servers.map(({ url }) => workersOf(this.world, url, random));
    return one!.map((worker, lane) => (lane % 2 === 0 ? worker : other![lane]!));
  }

  /** Stops something while every lane writes, then checks through one server everything that either of them has acknowledged. */
  async round(index: number, random: Random): Promise<Round> {
    const { ledger } = this.world;
    const before = ledger.acknowledged;
    const wrong: string[] = [];
    const counts: Record<string, number> = {};
    const harm = harms[index % harms.length] as Harm;
    const shift = { isOver: false };
    const work = this.world.lanes.map((_, lane) => this.#work(lane, random, shift, { counts, wrong }, harm));
    await moment(50 + random.unit() * 400);
    await harm.run(this, random);
    wrong.push(...(await this.#whatStaysBroken()));
    await moment(random.unit() * 200);
    shift.isOver = true;
    await Promise.all(work);
    const { url } = this.servers[index % 2] as Serving;
    if (wrong.length === 0) wrong.push(...(await ledger.losses(new Client(url, this.world.token), 'fresh')));
    add(counts, { [harm.name]: 1, acknowledged: ledger.acknowledged - before });
    return { counts, wrong: wrong.map((line) => `${harm.name}: ${line}`) };
  }

  /** Writes until the shift is over, and returns to a stopped server once it is back. */
  async #work(
    lane: number,
    random: Random,
    shift: { isOver: boolean },
    round: Round,
    { forgets = false }: Harm,
  ): Promise<void> {
    while (!shift.isOver) {
      const worker = this.workers(random)[lane] as Worker;
      const write = draw(worker, shared);
      const outcome = await outcomeOf(write.run(worker));
      if (outcome === null) continue;
      if (isCutOff(outcome)) add(round.counts, { 'cut off': 1 });
      else if (
        outcome instanceof Refused &&
        (deliberate.has(outcome.status) || (forgets && isInTwoSteps.test(write.route)))
      )
        add(round.counts, { refused: 1 });
      else {
        round.wrong.push(`${write.route}: ${outcome}\n${this.#lastErrors()}`);
        return;
      }
      await moment(50);
    }
  }

  /** Failures logged by either server. */
  #lastErrors(): string {
    const lines = this.servers.flatMap(({ text }) => text.stdout.split('\n'));
    return lines
      .filter((line) => line.includes('"level":50'))
      .slice(-4)
      .join('\n');
  }

  /** Waits until each server can write to the database and the store again. */
  async #whatStaysBroken(): Promise<string[]> {
    const deadline = Date.now() + healsWithinMs;
    const route = writes.find((one) => one.route === 'POST /missions/:mission_id/tests/:test_id/evidence');
    for (const { url, text } of this.servers) {
      const worker = workersOf(this.world, url, randomFrom(deadline)).at(-1) as Worker;
      for (;;) {
        const error = await outcomeOf(route!.run(worker));
        if (error === null) break;
        if (Date.now() > deadline)
          return [`still broken after ${healsWithinMs / 1000} s: ${error}\n${text.stderr.slice(-2000)}`];
        await moment(50);
      }
    }
    return [];
  }

  /** Compares everything with the ledger, and the database and the store with each other. */
  async judge(): Promise<string[]> {
    const wrong: string[] = [];
    // Restarts both, because a start sweeps the remains of interrupted uploads.
    for (const [which, server] of this.servers.entries()) {
      const { code, signal } = await server.stop();
      if (code !== 0) wrong.push(`a clean stop ends with ${code ?? signal}`);
      this.servers[which] = await this.serve(which);
    }
    for (const { url } of this.servers)
      wrong.push(...(await this.world.ledger.losses(new Client(url, this.world.token))));
    for (const table of ['missions', 'engagements', 'groups', 'users']) {
      const name = table === 'users' ? 'email' : 'name';
      const twice = await this.ask(`select ${name} as name from ${table} group by 1 having count(*) > 1`);
      wrong.push(...twice.map((row) => `${table}: ${row.name} is there more than once`));
    }
    for (const server of this.servers) await server.stop();
    const dataDir = path.join(this.folder, 'data');
    const verified = await damson(['verify', '--data-dir', dataDir], { env: this.#env });
    if (verified.code !== 0 || !/, 0 files without a record\n$/.test(verified.stdout))
      wrong.push(`verify ends with ${verified.code}: ${verified.stdout}${verified.stderr}`);
    const history = await damson(['audit', 'verify', '--data-dir', dataDir], { env: this.#env });
    if (history.code !== 0) wrong.push(`audit verify ends with ${history.code}: ${history.stdout}`);
    return wrong;
  }

  /** `isKept`: failures are kept for inspection. */
  async close(isKept: boolean): Promise<void> {
    for (const server of this.servers) await server.stop('SIGKILL');
    await this.stopStore();
    this.world.ledger.close();
    if (isKept) await this.cluster.stop();
    else {
      await this.cluster.remove();
      rmSync(this.folder, { recursive: true, force: true });
    }
  }
}

/** Null for success, else the error. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<Error>();
  const timer = setTimeout(() => resolve(new Error('there was no answer')), healsWithinMs);
  const outcome = work.then(
    () => null,
    (error: unknown) => error,
  );
  try {
    return await Promise.race([outcome, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const secretAccessKey = 'secret-for-faults-alone';

async function startStore(objects: string, port: number): Promise<{ child: ChildProcess; endpoint: string }> {
  const ours = path.join(import.meta.dirname, 'together-store.ts');
  const child = spawn(process.execPath, [ours, objects, secretAccessKey, String(port)], {
    env: environment(),
    stdio: 'pipe',
  });
  return { child, endpoint: (await untilListening(child)).url };
}

function serveBesideOthers(dataDir: string, env: Record<string, string>): Promise<Serving> {
  const child = spawn(process.execPath, [program, 'serve'], {
    env: environment({ ...env, SVC_DATA_DIR: dataDir, SVC_PORT: '0' }),
    stdio: 'pipe',
  });
  return untilListening(child);
}
