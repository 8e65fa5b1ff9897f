import type { Role } from '../../../domain/permissions.ts';
import { bodyOf, placeOf, someone } from '../../support/missions/factories.ts';
import { Client } from '../../support/servers/server.ts';
import { email, password, signIn, type World } from '../world.ts';
import type { Pools } from './grammar.ts';

/** Senders of requests; `spare` may lose its sessions. */
export type Actor = 'admin' | 'redteam' | 'soc' | 'spare' | 'nobody';

/** Creates the people who send requests, besides the world's administrator. */
export async function makeCrowd(world: World, url: string): Promise<Crowd> {
  const admin = new Client(url, world.token);
  const emails: Record<Actor, string> = { admin: email, redteam: '', soc: '', spare: '', nobody: '' };
  for (const [actor, role] of [
    ['redteam', 'redteam'],
    ['soc', 'soc'],
    ['spare', 'redteam'],
  ] as const satisfies [Actor, Role][]) {
    const person = bodyOf(await admin.post('/api/v1/users', { ...someone({ role }), password }), 201);
    emails[actor] = person.email;
  }
  const crowd = new Crowd(url, emails, world);
  await crowd.signInAgain();
  return crowd;
}

export class Crowd {
  readonly #url: string;
  readonly #emails: Record<Actor, string>;
  readonly #world: World;
  readonly tokens: Record<Actor, string | null>;
  /** Ids of the senders, which no request may delete. */
  readonly #ids = new Set<string>();

  constructor(url: string, emails: Record<Actor, string>, world: World) {
    this.#url = url;
    this.#emails = emails;
    this.#world = world;
    this.tokens = { admin: world.token, redteam: null, soc: null, spare: null, nobody: null };
  }

  /** Signs in everyone whose session has ended. */
  async signInAgain(): Promise<void> {
    for (const actor of ['admin', 'redteam', 'soc', 'spare'] as const) {
      const token = this.tokens[actor];
      const me = token === null ? null : await new Client(this.#url, token).get('/api/v1/auth/me');
      if (me?.status === 200) {
        this.#ids.add(me.body.id);
        continue;
      }
      const renewed = await signIn(this.#url, this.#emails[actor]);
      this.tokens[actor] = renewed;
      this.#ids.add(bodyOf(await new Client(this.#url, renewed).get('/api/v1/auth/me'), 200).id);
    }
  }

  /** Reads some identifiers of each kind for requests, and removes clutter. */
  async findPools(): Promise<Pools> {
    const admin = new Client(this.#url, this.tokens.admin);
    const spare = new Client(this.#url, this.tokens.spare);
    const idsIn = async (path: string, client = admin): Promise<string[]> => {
      const { items } = bodyOf(await client.get(`${path}?limit=20`), 200) as { items: { id: string }[] };
      return items.map(({ id }) => id).sort();
    };
    for (const id of await idsIn('/api/v1/backups')) await admin.delete(`/api/v1/backups/${id}`);
    const users = await idsIn('/api/v1/users');
    const lane = this.#world.lanes[0]!;
    const missions = [...new Set([...(await idsIn('/api/v1/missions')), lane.place.mission])];
    const places: string[] = [];
    for (const id of missions.slice(0, 8)) {
      const found = await admin.get(`/api/v1/missions/${id}`);
      const tests =
        found.status === 200 ? found.body.scenarios.flatMap((each: { tests: object[] }) => each.tests) : [];
      if (tests.length > 0) places.push(`${id} ${placeOf(found.body, tests.length - 1).test}`);
    }
    const test =
      places.length === 0 ? null : await admin.get(`/api/v1/missions/${places[0]?.replace(' ', '/tests/')}`);
    return {
      mission: missions,
      place: places,
      evidence: (test?.body.evidence ?? []).map(({ id }: { id: string }) => id),
      user: users.filter((id) => !this.#ids.has(id)),
      person: users,
      group: await idsIn('/api/v1/groups'),
      invitation: await idsIn('/api/v1/invitations'),
      session: await idsIn('/api/v1/auth/sessions', spare),
      test_template: await idsIn('/api/v1/test-templates'),
      scenario_template: [...new Set([...(await idsIn('/api/v1/scenario-templates')), this.#world.scenario])],
      engagement: [...new Set([...(await idsIn('/api/engagements')), lane.engagement])],
      simulation: [...new Set([...(await idsIn('/api/simulations')), lane.simulation])],
      template: await idsIn('/api/templates'),
    };
  }
}
