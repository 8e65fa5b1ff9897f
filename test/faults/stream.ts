import path from 'node:path';
import Database from 'better-sqlite3';
import { damson, type Serving } from '../support/commands/command.ts';
import { bodyOf, newMission, placeOf, someone } from '../support/missions/factories.ts';
import { type Answer, Client } from '../support/servers/server.ts';
import { moment } from '../support/servers/until.ts';
import { add, type Kind, type Pace, type Round, type Trial } from './kind.ts';
import { type Random, randomFrom } from './random.ts';
import { isCutOff } from './work.ts';
import { makeWorld, password, serve, signIn, type World } from './world.ts';

const people = 10;
/** Accounts that they share: hashing each person's password would take most of a short run. */
const accounts = 2;
const shiftMs = { short: 1500, long: 6000 } as const satisfies Record<Pace, number>;
const firstAttack = Date.parse('2026-09-01T08:00:00Z');

/** Programs stream executions and alerts into a mission while people work in it, and the server is killed in between. */
export const stream: Kind = {
  name: 'stream',
  what: 'kill -9 while two programs send executions, two send alerts, and ten people work in the mission',
  missing: () => (process.platform === 'win32' ? 'signals end processes otherwise on Windows' : null),
  shortRounds: 2,
  open: (folder, _random, pace) => Exercise.open(folder, shiftMs[pace]),

  /** An alert and an execution are deleted behind the server's back. */
  async control(folder, random) {
    const exercise = await Exercise.open(folder, shiftMs.short, (dataDir) => {
      const database = new Database(path.join(dataDir, 'damson.db'));
      for (const table of ['mission_alerts', 'mission_executions'])
        database.exec(`delete from ${table} where rowid = (select min(rowid) from ${table})`);
      database.close();
    });
    const { wrong } = await exercise.round(random.below(1000));
    await exercise.close();
    return wrong;
  },
};

type Kept = { body: { external_id: string }; test_id?: string; id?: string };

/** A program with everything that it has sent and got an answer to. */
type Program = { client: () => Client; target: string; sent: Kept[] };

class Exercise implements Trial {
  readonly #world: World;
  readonly #shift: number;
  readonly #harm: ((dataDir: string) => void) | null;
  readonly #tokens: string[];
  readonly #people: { id: string; token: string }[];
  #server: Serving;

  private constructor(
    world: World,
    server: Serving,
    parts: {
      shift: number;
      harm: ((dataDir: string) => void) | null;
      tokens: string[];
      people: { id: string; token: string }[];
    },
  ) {
    this.#world = world;
    this.#server = server;
    this.#shift = parts.shift;
    this.#harm = parts.harm;
    this.#tokens = parts.tokens;
    this.#people = parts.people;
  }

  static async open(
    folder: string,
    shift: number,
    harm: ((dataDir: string) => void) | null = null,
  ): Promise<Exercise> {
    const world = await makeWorld(folder, 1);
    const server = await serve(world.dataDir);
    const admin = new Client(server.url, world.token);
    const tokens: string[] = [];
    for (let number = 0; number < 4; number += 1) {
      const scopes = ['mission.read', number < 2 ? 'mission.write_red_fields' : 'mission.write_blue_fields'];
      const token = { name: `Program ${number}`, scopes, expires_in_days: 2 };
      tokens.push(bodyOf(await admin.post('/api/v1/tokens', token), 201).token);
    }
    const staff: { id: string; token: string }[] = [];
    for (let number = 0; number < accounts; number += 1) {
      const body = { ...someone({ role: 'redteam' }), password };
      const { id } = bodyOf(await admin.post('/api/v1/users', body), 201);
      staff.push({ id, token: await signIn(server.url, body.email) });
    }
    return new Exercise(world, server, { shift, harm, tokens, people: staff });
  }

  async round(index: number): Promise<Round> {
    const random = randomFrom(index + 1);
    const admin = () => new Client(this.#server.url, this.#world.token);
    const mission = await newMission(admin(), { tests: people });
    const { missionPath } = placeOf(mission);
    const members = this.#people.map(({ id }) => ({ user_id: id, role_hint: 'red' }));
    bodyOf(await admin().put(`${missionPath}/members`, { members }), 200);
    const counts: Record<string, number> = { rounds: 1 };
    const wrong: string[] = [];
    const shift = { isOver: false };
    const programs = this.#tokens.map(
      (token, number): Program => ({
        client: () => new Client(this.#server.url, token),
        target: `${missionPath}/${number < 2 ? 'executions' : 'alerts'}`,
        sent: [],
      }),
    );
    const comments = new Map<string, string>();
    const work = [
      ...programs.map((program, number) => this.#send(program, number, random, shift)),
      ...Array.from({ length: people }, (_, number) => {
        const { token } = this.#people[number % accounts] as { token: string };
        const { path: test } = placeOf(mission, number);
        return this.#write(test, () => new Client(this.#server.url, token), comments, shift);
      }),
    ];
    const ended = Promise.all(work).catch((error: unknown) => {
      wrong.push(String(error));
    });
    await moment(this.#shift * (0.3 + 0.5 * random.unit()));
    await this.#server.stop('SIGKILL');
    this.#server = await serve(this.#world.dataDir);
    await moment(this.#shift * 0.4);
    shift.isOver = true;
    await ended;
    if (this.#harm !== null) {
      await this.#server.stop();
      this.#harm(this.#world.dataDir);
      this.#server = await serve(this.#world.dataDir);
    }
    wrong.push(...(await judge(admin(), missionPath, programs, comments)));
    for (const { target, sent } of programs)
      add(counts, { [target.split('/').at(-1) as string]: sent.length });
    add(counts, { comments: comments.size });
    return { counts, wrong };
  }

  /** Sends one after another, or several at once, each until there is an answer. */
  async #send(program: Program, number: number, random: Random, shift: { isOver: boolean }): Promise<void> {
    for (let next = 0; !shift.isOver; ) {
      const bodies = Array.from({ length: 1 + random.below(4) }, () => {
        next += 1;
        return number < 2 ? executionOf(number, next) : alertOf(number, next);
      });
      const answer = await this.#untilAnswered(() => program.client().post(program.target, bodies));
      if (answer.status === 503) {
        next -= bodies.length;
        continue;
      }
      const became: { test_id?: string; id?: string }[] = bodyOf(answer, 200)[
        number < 2 ? 'executions' : 'alerts'
      ];
      for (const [index, body] of bodies.entries()) program.sent.push({ ...became[index], body });
    }
  }

  async #write(
    test: string,
    client: () => Client,
    comments: Map<string, string>,
    shift: { isOver: boolean },
  ): Promise<void> {
    for (let next = 1; !shift.isOver; next += 1) {
      const red_comment = `the ${next}th time`;
      const answer = await this.#untilAnswered(() => client().put(test, { red_comment }));
      if (answer.status === 503) continue;
      bodyOf(answer, 200);
      comments.set(test, red_comment);
      await moment(30);
    }
  }

  /** As programs and pages do: again when the server was away. */
  async #untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        if (!isCutOff(error)) throw error;
        await moment(50);
      }
    }
  }

  async finish(): Promise<Round> {
    const wrong: string[] = [];
    const { code, signal } = await this.#server.stop();
    if (code !== 0) wrong.push(`a clean stop ends with ${code ?? signal}`);
    const history = await damson(['audit', 'verify', '--data-dir', this.#world.dataDir]);
    if (history.code !== 0) wrong.push(`audit verify ends with ${history.code}: ${history.stdout}`);
    return { counts: {}, wrong };
  }

  async close(): Promise<void> {
    await this.#server.stop('SIGKILL');
    this.#world.ledger.close();
  }
}

/** Some executions are of the same command, and become runs of one test. */
function executionOf(program: number, number: number): Kept['body'] & object {
  const at = new Date(firstAttack + number * 60_000).toISOString();
  const execution = {
    external_id: `${program}/${number}`,
    command: `tool-${program} --step ${number - (number % 3)}`,
    executed_at: at,
    ended_at: at,
    host: `ws${program}`,
  };
  return execution;
}

function alertOf(program: number, number: number): Kept['body'] & object {
  const alert = {
    source: `siem ${program}`,
    external_id: String(number),
    occurred_at: new Date(firstAttack + number * 60_000).toISOString(),
    title: `Rule ${number % 7}`,
    hosts: 'ws0',
  };
  return alert;
}

const atOnce = 50;

/** Lists acknowledged writes that are lost or there twice. */
async function judge(
  admin: Client,
  missionPath: string,
  programs: readonly Program[],
  comments: ReadonlyMap<string, string>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { target, sent } of programs) {
    const name = target.split('/').at(-1) as string;
    for (let from = 0; from < sent.length; from += atOnce) {
      const some = sent.slice(from, from + atOnce);
      const answer = await admin.post(
        target,
        some.map(({ body }) => body),
      );
      for (const [index, became] of bodyOf(answer, 200)[name].entries()) {
        const before = some[index] as Kept;
        const isSame =
          became.result === 'same' && became.test_id === before.test_id && became.id === before.id;
        if (!isSame) wrong.push(`${name} ${before.body.external_id} is lost: ${JSON.stringify(became)}`);
      }
    }
  }
  const countOf = (kind: string) =>
    programs.filter(({ target }) => target.endsWith(kind)).reduce((sum, { sent }) => sum + sent.length, 0);
  const { scenarios } = bodyOf(await admin.get(missionPath), 200);
  const runs = scenarios
    .filter(({ name }: { name: string }) => name === 'Ad hoc')
    .flatMap((scenario: { tests: { run_number: number }[] }) =>
      scenario.tests.map(({ run_number }) => run_number),
    )
    .reduce((sum: number, number: number) => sum + number, 0);
  if (runs !== countOf('executions')) wrong.push(`${countOf('executions')} executions became ${runs} runs`);
  const { total } = bodyOf(await admin.get(`${missionPath}/alerts?limit=1`), 200);
  if (total !== countOf('alerts')) wrong.push(`${countOf('alerts')} alerts became ${total}`);
  for (const [test, comment] of comments) {
    const { red_comment } = bodyOf(await admin.get(test), 200);
    if (red_comment !== comment) wrong.push(`${test} says ${red_comment} instead of ${comment}`);
  }
  return wrong;
}
