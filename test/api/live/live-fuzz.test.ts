import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Activity } from '../../../server/missions/contract.ts';
import { type Random, randomFrom } from '../../faults/random.ts';
import { type EventReader, newTicket, openEvents } from '../../support/http/events.ts';
import { bodyOf, newMission, newScenarioTemplate, readMission } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { moment, until } from '../../support/servers/until.ts';

const seed = Number(process.env.DAMSON_LIVE_SEED ?? Date.now() % 1_000_000);
const rounds = Number(process.env.DAMSON_LIVE_ROUNDS ?? 120);

let server: TestServer;
let red: Person;
let blue: Person;
before(async () => {
  server = await startTestServer({ seams: { live: { othersMs: 3_600_000 } } });
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
});
after(() => server.close());

/** A follower of a mission over an unreliable connection, who continues from the last received id. */
class Follower {
  readonly name: string;
  readonly #client: Client;
  readonly #mission: string;
  readonly #random: Random;
  readonly seen: string[] = [];
  readonly tests = new Map<string, unknown>();
  readonly removed = new Set<string>();
  position: string | null = null;
  #reader: EventReader | null = null;
  #taken = 0;
  #isOver = false;

  constructor(name: string, client: Client, mission: string, random: Random) {
    this.name = name;
    this.#client = client;
    this.#mission = mission;
    this.#random = random;
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      const reader = await this.#open().catch(() => null);
      if (reader === null || reader.status !== 200) {
        reader?.drop();
        await moment(10);
        continue;
      }
      this.#reader = reader;
      this.#taken = 0;
      while (!reader.isOver && !this.#isOver) {
        this.#take(reader);
        await moment(2);
      }
      // Events received before the break count.
      this.#take(reader);
      reader.drop();
    }
  }

  /** Breaks the connection at any point. */
  drop(): void {
    this.#reader?.drop();
  }

  stop(): void {
    this.#isOver = true;
    this.drop();
  }

  async #open(): Promise<EventReader> {
    const byHeader = this.#random.unit() < 0.5;
    const headers: Record<string, string> = {};
    let target = `/api/v1/missions/${this.#mission}/events?`;
    if (this.#random.unit() < 0.5) target += `ticket=${await newTicket(this.#client)}`;
    else headers.authorization = `Bearer ${this.#client.token}`;
    if (this.position !== null && byHeader) headers['last-event-id'] = this.position;
    else if (this.position !== null) target += `&since=${encodeURIComponent(this.position)}`;
    return openEvents(this.#client.base, target.replace('?&', '?'), headers);
  }

  #take(reader: EventReader): void {
    for (; this.#taken < reader.events.length; this.#taken += 1) {
      const { name, id, data } = reader.events[this.#taken] as EventReader['events'][number];
      if (name === 'change') {
        this.seen.push(`${data.updated_at} ${data.id}`);
        this.tests.set(data.id, data);
        this.removed.delete(data.id);
      }
      if (name === 'outline') {
        for (const test of data.removed) {
          this.removed.add(test.id);
          this.tests.delete(test.id);
        }
      }
      if (id !== null) this.position = id;
    }
  }
}

it(`a follower misses nothing and receives nothing twice through any failure (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const admin = server.admin.client;
  const mission = await newMission(red.client, { members: [red, [blue, 'blue']], tests: 4 });
  const at = `/api/v1/missions/${mission.id}`;
  const template = await newScenarioTemplate(admin, { tests: 3 });
  const people = [
    new Follower('red', red.client, mission.id, randomFrom(seed + 1)),
    new Follower('blue', blue.client, mission.id, randomFrom(seed + 2)),
    new Follower('blue again', blue.client, mission.id, randomFrom(seed + 3)),
    new Follower('admin', admin, mission.id, randomFrom(seed + 4)),
  ];
  const running = people.map((follower) => follower.run());
  const activity = async (): Promise<Activity> => bodyOf(await admin.get(`${at}/activity`), 200);
  const members = (ids: string[]) =>
    admin.put(`${at}/members`, { members: ids.map((user_id) => ({ user_id, role_hint: 'observer' })) });

  const drawTest = async () => random.pick((await activity()).tests);
  const writes: Record<string, () => Promise<unknown>> = {
    field: async () => admin.put(`${at}/tests/${(await drawTest()).id}`, { command: `c ${random.unit()}` }),
    judged: async () =>
      blue.client.put(`${at}/tests/${(await drawTest()).id}`, { blue_comment: `b ${random.unit()}` }),
    moved: async () => {
      const { id, status } = await drawTest();
      const to = { pending: 'executed', executed: 'pending' }[String(status)] ?? 'pending';
      return admin.post(`${at}/tests/${id}/transition`, { status: to });
    },
    several: async () =>
      Promise.all([writes.field?.(), writes.field?.(), writes.moved?.(), writes.judged?.()]),
    appended: async () => admin.post(`${at}/scenarios`, { scenario_template_ids: [template.id] }),
    added: async () => {
      const { scenarios } = await readMission(admin, mission.id);
      return admin.post(`${at}/scenarios/${random.pick(scenarios).id}/tests`, {
        name: `by hand ${random.unit()}`,
      });
    },
    removed: async () => admin.delete(`${at}/tests/${(await drawTest()).id}`),
    outside: async () => {
      await members([red.id]);
      await writes.field?.();
      await members([red.id, blue.id]);
    },
  };
  const kinds = [
    'field',
    'field',
    'judged',
    'moved',
    'moved',
    'several',
    'appended',
    'added',
    'removed',
    'outside',
  ];
  for (let round = 0; round < rounds; round += 1) {
    await writes[random.pick(kinds)]?.();
    for (const follower of people) if (random.unit() < 0.25) follower.drop();
    if (round === Math.floor(rounds / 2)) await server.restart();
    if (random.unit() < 0.2) await moment(random.below(30));
  }

  const { tests, next_since } = await activity();
  await until(() => people.every(({ position }) => position === next_since));
  for (const follower of people) {
    const { name, seen } = follower;
    const doubles = seen.filter((change, index) => seen.indexOf(change) !== index);
    assert.deepEqual(doubles, [], `${name} was told twice`);
    assert.deepEqual([...seen].sort(), seen, `${name} was told in another order`);
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
    const known = [...follower.tests.values()] as { id: string }[];
    assert.deepEqual(known.sort(byId), [...tests].sort(byId), `${name} missed something`);
    follower.stop();
  }
  await Promise.all(running);
});
