import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { preloading } from '../support/commands/command.ts';
import { bodyOf, evidenceForm, someone } from '../support/missions/factories.ts';
import { Client } from '../support/servers/server.ts';
import { moment } from '../support/servers/until.ts';
import type { Kind, Pace, Round, Trial } from './kind.ts';
import type { Random } from './random.ts';
import { makeWorld, password, serve, signIn, someText, type World } from './world.ts';

/** Number of people, and duration of one round. */
const sizes = {
  short: { people: 30, roundMs: 4000 },
  long: { people: 300, roundMs: 10_000 },
} as const satisfies Record<Pace, object>;

/** Pause of a person between two requests of a kind; for uploads, between those of all people. */
const everyMs = { activity: 15_000, read: 5000, write: 10_000, upload: 60_000 };

const mebibyte = 1024 * 1024;
/** Allowed growth of the server from the first third of a trial to the last. */
const bounds = { descriptors: 100, MiB: 150, 'MiB of WAL': 64 };

type Held = Record<keyof typeof bounds, number>;

/** An exercise of many people, repeated. */
export const soak: Kind = {
  name: 'soak',
  what: '300 people who poll activity every 15 s, read a test every 5 s, write every 10 s, and upload once a minute, 10 s a round',
  missing: () => (process.platform === 'linux' ? null : 'descriptors and memory are read from /proc'),
  shortRounds: 2,
  isOneTrial: true,
  open: (folder, random, pace) => openExercise(folder, random, sizes[pace]),

  /** A server that does not close its files. */
  async control(folder, random) {
    const exercise = await openExercise(folder, random, { people: 30, roundMs: 1000 }, leaksDescriptors);
    const wrong: string[] = [];
    for (let index = 0; index < 3; index += 1) wrong.push(...(await exercise.round(index)).wrong);
    wrong.push(...(await exercise.finish()).wrong);
    await exercise.close();
    return wrong;
  },
};

const leaksDescriptors = preloading(`
  import { openSync } from 'node:fs';
  import { Server } from 'node:http';
  const { emit } = Server.prototype;
  Server.prototype.emit = function (name, request, ...others) {
    if (name === 'request' && request.method === 'PUT') {
      for (let more = 0; more < 60; more += 1) openSync(process.execPath);
    }
    return emit.call(this, name, request, ...others);
  };`);

type Size = { people: number; roundMs: number };

async function openExercise(
  folder: string,
  random: Random,
  { people, roundMs }: Size,
  fault: Record<string, string> = {},
): Promise<Trial> {
  const world = await makeWorld(folder, 1);
  const server = await serve(world.dataDir, fault);
  const emails = await makePeople(world, server.url);
  let clients = await signEverybodyIn(server.url, emails, people);
  let signedInAt = Date.now();
  const latencies: Record<string, number[]> = {};
  const held: Held[] = [];
  const began = new Date().toISOString();
  const { place } = world.lanes[0]!;
  const tests = bodyOf(await clients[0]!.get(place.missionPath), 200).scenarios.flatMap(
    (scenario: { tests: { id: string }[] }) =>
      scenario.tests.map(({ id }) => `${place.missionPath}/tests/${id}`),
  ) as string[];
  let written = 0;

  const acts: Record<keyof typeof everyMs, (client: Client) => Promise<{ status: number }>> = {
    activity: (client) => client.get(`${place.missionPath}/activity?since=${began}`),
    read: (client) => client.get(random.pick(tests)),
    write(client) {
      written += 1;
      return client.put(random.pick(tests), { red_comment: `the ${written}th time` });
    },
    upload: (client) =>
      client.request('POST', `${random.pick(tests)}/evidence`, {
        raw: evidenceForm(someText(random, mebibyte)),
      }),
  };
  const expected = { activity: 200, read: 200, write: 200, upload: 201 };

  const act = async (name: keyof typeof acts, client: Client, wrong: string[]) => {
    const from = performance.now();
    const outcome = await acts[name](client).then(
      ({ status }) => String(status),
      (error: unknown) => `${error}, ${(error as Error).cause}`,
    );
    latencies[name] ??= [];
    latencies[name].push(performance.now() - from);
    if (outcome !== String(expected[name])) wrong.push(`${name}: ${outcome}`);
  };

  return {
    async round(index): Promise<Round> {
      if (Date.now() - signedInAt > sessionMs) {
        clients = await signEverybodyIn(server.url, emails, people);
        signedInAt = Date.now();
      }
      const wrong: string[] = [];
      const work: Promise<void>[] = [];
      const counts: Record<string, number> = { rounds: 1 };
      /** Requests of this round, each at a random time. */
      const plan = (name: keyof typeof acts, times: number) => {
        const due = Math.floor(times) + (random.unit() < times % 1 ? 1 : 0);
        for (let left = due; left > 0; left -= 1) {
          const client = random.pick(clients);
          counts[name] = (counts[name] ?? 0) + 1;
          work.push(moment(random.unit() * roundMs).then(() => act(name, client, wrong)));
        }
      };
      for (const name of ['activity', 'read', 'write'] as const)
        plan(name, (people * roundMs) / everyMs[name]);
      // One upload even in a run that is too short for any.
      plan('upload', index === 0 ? 1 : roundMs / everyMs.upload);
      work.push(moment(roundMs));
      await Promise.all(work);
      if (server.child.exitCode === null && server.child.signalCode === null) {
        held.push(look(server.child.pid as number, world.dataDir));
      } else {
        wrong.push(`the process ended: ${server.text.stderr.slice(-2000)}`);
      }
      return { counts, wrong };
    },
    async finish() {
      const wrong = growth(held);
      const { code, signal } = await server.stop();
      if (code !== 0) wrong.push(`a clean stop ends with ${code ?? signal}`);
      return { counts: figures(latencies, held), wrong };
    },
    close: async () => world.ledger.close(),
  };
}

/** Limit of shared sessions: hashing each person's password would take most of a short run. */
const mostSessions = 20;

/** A token lasts an hour. */
const sessionMs = 40 * 60_000;

/** Creates the members of the mission, and returns their emails. */
async function makePeople(world: World, url: string): Promise<string[]> {
  const admin = new Client(url, world.token);
  const { mission } = world.lanes[0]!.place;
  const emails: string[] = [];
  const members: { user_id: string; role_hint: string }[] = [];
  for (let index = 0; index < 4; index += 1) {
    const body = { ...someone({ role: 'redteam' }), password };
    const { id } = bodyOf(await admin.post('/api/v1/users', body), 201);
    emails.push(body.email);
    members.push({ user_id: id, role_hint: 'red' });
  }
  bodyOf(await admin.put(`/api/v1/missions/${mission}/members`, { members }), 200);
  await admin.post(`/api/v1/missions/${mission}/transition`, { status: 'in_progress' });
  return emails;
}

/** Signs everyone in, returns a client for each. */
async function signEverybodyIn(url: string, emails: readonly string[], people: number): Promise<Client[]> {
  const tokens: string[] = [];
  for (let index = 0; index < mostSessions; index += 1) {
    tokens.push(await signIn(url, emails[index % emails.length]));
  }
  return Array.from(
    { length: people },
    (_, index) => new Client(url, tokens[index % mostSessions] as string),
  );
}

function look(pid: number, dataDir: string): Held {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const wal = statSync(path.join(dataDir, 'damson.db-wal'), { throwIfNoEntry: false });
  return {
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    MiB: Math.round(Number(resident) / 1024),
    'MiB of WAL': Math.round((wal?.size ?? 0) / mebibyte),
  };
}

/** Resources that grew by more than the limit from the first third to the last. */
function growth(held: readonly Held[]): string[] {
  const third = Math.floor(held.length / 3);
  if (third === 0) return [];
  return (Object.keys(bounds) as (keyof Held)[]).flatMap((name) => {
    const most = (part: readonly Held[]) => Math.max(...part.map((each) => each[name]));
    const [before, after] = [most(held.slice(0, third)), most(held.slice(-third))];
    return after - before > bounds[name]
      ? [`${name}: ${before} in the first third, ${after} in the last`]
      : [];
  });
}

function figures(latencies: Record<string, number[]>, held: readonly Held[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, all] of Object.entries(latencies)) {
    const sorted = all.toSorted((one, other) => one - other);
    for (const part of [50, 99]) {
      found[`ms p${part} ${name}`] = Math.round(sorted[Math.floor((sorted.length * part) / 100)] as number);
    }
  }
  for (const name of Object.keys(bounds) as (keyof Held)[]) {
    found[`${name} at most`] = Math.max(...held.map((each) => each[name]));
  }
  return found;
}
