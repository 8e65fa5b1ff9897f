import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, newMission, placeOf, readMission, walk } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('the list of missions', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let soc: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    soc = await server.newPerson('soc');
  });
  after(() => server.close());

  type Page = { items: Mission[]; total: number; limit: number; offset: number };
  const list = async (client: Client, query = ''): Promise<Page> =>
    bodyOf(await client.get(`/api/v1/missions${query}`), 200);
  const names = async (client: Client, query: string): Promise<string[]> => {
    const { items, total } = await list(client, `?limit=200&${query}`);
    assert.equal(items.length, total);
    return items.map(({ name }) => name);
  };
  const make = (fields: object, by: Client = admin) => newMission(by, { tests: 0, ...fields });

  it('shows the fields of a single mission, except those of its page only', async () => {
    const mission = await newMission(admin, { members: [soc], client: 'Shown' });
    const { scenarios, remediations, tlpt, variables, outline_changed_at, reveal, ...rest } = mission;
    assert.equal(reveal, null);
    assert.deepEqual((await list(soc.client, '?client=Shown')).items, [rest]);
    assert.deepEqual((await list(admin, '?client=Shown')).items, [rest]);
  });

  it('shows the members as they now are', async () => {
    const [one, another] = [await server.newPerson('soc'), await server.newPerson('soc')];
    const { id } = await make({ client: 'Changing', members: [one] });
    const members = async () =>
      (await list(admin, '?client=Changing')).items[0]?.members.map(({ user }) => user.display_name);
    const put = (people: Person[]) =>
      admin.put(`/api/v1/missions/${id}/members`, {
        members: people.map((person) => ({ user_id: person.id, role_hint: 'blue' })),
      });
    assert.equal((await members())?.length, 1);
    await put([one, another]);
    assert.equal((await members())?.length, 2);
    bodyOf(await admin.patch(`/api/v1/users/${another.id}`, { display_name: 'Renamed' }), 200);
    assert.equal((await members())?.[1], 'Renamed');
    await put([]);
    assert.deepEqual(await members(), []);
  });

  it('shows the newest first, and its pages cover it once', async () => {
    const person = await server.newPerson('soc');
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1)
      made.unshift((await make({ name: `Page ${index}`, members: [person] })).id);
    for (const client of [person.client, admin]) {
      const seen: string[] = [];
      for (let offset = 0; offset < 7; offset += 3) {
        const page = await list(client, `?limit=3&offset=${offset}&q=Page`);
        assert.deepEqual([page.limit, page.offset, page.total], [3, offset, 7]);
        seen.push(...page.items.map(({ id }) => id));
      }
      assert.deepEqual(seen, made);
      assert.deepEqual((await list(client, '?offset=7&q=Page')).items, []);
    }
    const { limit, offset } = await list(person.client);
    assert.deepEqual([limit, offset], [50, 0]);
  });

  it('searches name, client and description for q, in any case and script, with literal wildcards', async () => {
    const person = await server.newPerson('soc');
    const rows: [name: string, client: string | null, description?: string][] = [
      ['Übung Nord', 'École Polytechnique'],
      ['100% covered', null],
      ['a_b', 'c\\d'],
      ['axb', 'ÖVG'],
      ['100 covered', "O'Neil"],
      ['漢字 ΑΘΗΝΑ', 'КИЇВ'],
      ['plain', null, 'Über 50% of it,\nin the Évening'],
    ];
    for (const [name, client, description = null] of rows) {
      await make({ name, client, description, members: [person] });
    }
    const find = (q: string) => names(person.client, `q=${encodeURIComponent(q)}`);
    for (const [q, found] of [
      ['ÜBUNG', ['Übung Nord']],
      ['école', ['Übung Nord']],
      ['övg', ['axb']],
      ['αθηνα', ['漢字 ΑΘΗΝΑ']],
      ['київ', ['漢字 ΑΘΗΝΑ']],
      ['漢', ['漢字 ΑΘΗΝΑ']],
      ['éveNING', ['plain']],
      ['ÜBER', ['plain']],
      ['%', ['plain', '100% covered']],
      ['50%', ['plain']],
      ['0% C', ['100% covered']],
      ['_', ['a_b']],
      ['\\', ['a_b']],
      ["o'n", ['100 covered']],
      ['nothing like it', []],
      ['%%', []],
    ] as const) {
      assert.deepEqual(await find(q), found, q);
      assert.deepEqual(await names(admin, `q=${encodeURIComponent(q)}`), found, q);
    }
    assert.equal((await find('')).length, rows.length);
    assert.deepEqual(await find('x'.repeat(200)), []);
    assert.deepEqual(await find('%'.repeat(200)), []);
  });

  it('is filtered by client and status, also both and with q', async () => {
    const person = await server.newPerson('soc');
    const add = async (name: string, client: string | null, ...states: string[]) => {
      const { id } = await make({ name, client, members: [person] });
      await walk(admin, `/api/v1/missions/${id}`, ...states);
    };
    await add('one', 'Acme');
    await add('two', 'Acme', 'in_progress');
    await add('three', 'Acme Inc', 'in_progress');
    await add('four', null, 'in_progress', 'completed');
    for (const [query, found] of [
      ['client=Acme', ['two', 'one']],
      ['client=acme', ['two', 'one']],
      ['client=ACM', []],
      ['client=%25', []],
      ['client=Acme%20Inc', ['three']],
      ['client=Acme+Inc', ['three']],
      ['status=in_progress', ['three', 'two']],
      ['status=completed', ['four']],
      ['status=archived', []],
      ['client=Acme&status=in_progress', ['two']],
      ['client=ACME&status=draft', ['one']],
      ['client=Acme&status=in_progress&q=on', []],
      ['q=acme', ['three', 'two', 'one']],
      ['q=o&status=draft', ['one']],
    ] as const) {
      assert.deepEqual(await names(person.client, query), found, query);
    }
  });

  it('is filtered by a client in any case and script, also after the client was changed', async () => {
    const mission = await make({ name: 'École', client: 'ÉCOLE Straße' });
    const found = async (client: string) => {
      const all = await names(admin, `client=${encodeURIComponent(client)}`);
      return all.includes(mission.name);
    };
    for (const client of ['ÉCOLE Straße', 'école straße', 'École STRAßE'])
      assert.ok(await found(client), client);
    bodyOf(await admin.patch(`/api/v1/missions/${mission.id}`, { name: 'École', description: 'x' }), 200);
    assert.ok(await found('école straße'));
    bodyOf(await admin.patch(`/api/v1/missions/${mission.id}`, { client: 'Lycée' }), 200);
    assert.ok(!(await found('école straße')));
    assert.ok(await found('LYCÉE'));
    bodyOf(await admin.patch(`/api/v1/missions/${mission.id}`, { client: null }), 200);
    assert.ok(!(await found('lycée')));
  });

  it('counts the missions of an organisation that others are merged into', async () => {
    const [from, into] = [await make({ client: 'Merged away' }), await make({ client: 'Merged into' })];
    const query = `?organisation_id=${into.organisation?.id}`;
    assert.equal((await list(admin, query)).total, 1);
    const path = `/api/v1/organisations/${from.organisation?.id}/merge`;
    bodyOf(await admin.post(path, { into: into.organisation?.id }), 200);
    const { items, total } = await list(admin, query);
    assert.deepEqual([items.length, total], [2, 2]);
  });

  it('refuses unknown pages and filters', async () => {
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=-1',
      'limit=x',
      'limit=',
      'limit=1.5',
      'offset=-1',
      'offset=x',
      'offset=99999999999',
      'status=nonsense',
      'status=',
      `q=${'x'.repeat(201)}`,
      `client=${'x'.repeat(201)}`,
      'q=a&q=b',
      'q=%00',
      'sort=colour',
    ]) {
      const answer = await admin.get(`/api/v1/missions?${query}`);
      assert.equal(answer.status, 422, query);
      assert.equal(answer.body.errors[0].path, query.slice(0, query.indexOf('=')));
    }
    assert.equal((await admin.get('/api/v1/missions?q=%ff')).status, 400);
  });

  it('shows a person only their missions, an administrator all', async () => {
    const [one, two] = [await server.newPerson('soc'), await server.newPerson('redteam')];
    const shared = await make({ name: 'Shared 7', members: [one, two] });
    const own = await make({ name: 'Own 7' }, two.client);
    const hidden = await make({ name: 'Hidden 7' });
    const ids = async (client: Client) => (await list(client, '?q=%207')).items.map(({ id }) => id);
    assert.deepEqual(await ids(one.client), [shared.id]);
    assert.deepEqual(await ids(two.client), [own.id, shared.id]);
    assert.deepEqual(await ids(admin), [hidden.id, own.id, shared.id]);
  });

  it('counts right after every write of anybody', async () => {
    const people = [red, soc, await server.newPerson('soc'), await server.newPerson('redteam')];
    const mark = 'Counted';
    const agree = async (): Promise<void> => {
      const { items: all } = await list(admin, `?limit=200&q=${mark}`);
      await Promise.all(
        [...people, server.admin].flatMap((person) =>
          ['', '&status=in_progress', '&status=draft', '&client=Acme', '&q=Counted'].map(async (filter) => {
            const query = filter.includes('q=') ? filter : `&q=${mark}${filter}`;
            const { total } = await list(person.client, `?limit=1${query}`);
            const expected = all.filter(
              (mission) =>
                (person === server.admin || mission.members.some(({ user }) => user.id === person.id)) &&
                (!filter.includes('status') || mission.status === filter.slice('&status='.length)) &&
                (!filter.includes('client') || mission.client === 'Acme'),
            );
            assert.equal(total, expected.length, `${person.email} ${query}`);
          }),
        ),
      );
    };
    const path = (mission: Mission) => `/api/v1/missions/${mission.id}`;
    const [one, two, three] = [
      await make({ name: `${mark} 1`, members: [soc] }, red.client),
      await make({ name: `${mark} 2`, client: 'Acme', members: people }),
      await make({ name: `${mark} 3`, members: [soc] }),
    ];
    const writes: (() => Promise<unknown>)[] = [
      () => make({ name: `${mark} 4` }, red.client),
      () => admin.patch(path(one), { name: 'Renamed away' }),
      () => admin.patch(path(one), { name: `${mark} again` }),
      () => red.client.patch(path(one), { client: 'Acme' }),
      () => admin.patch(path(two), { client: null }),
      () => admin.post(`${path(two)}/transition`, { status: 'in_progress' }),
      () => admin.put(`${path(two)}/members`, { members: [] }),
      () =>
        admin.put(`${path(three)}/members`, {
          members: people.map(({ id }) => ({ user_id: id, role_hint: 'red' })),
        }),
      () => admin.delete(path(three)),
      () => red.client.delete(path(one)),
      async () => admin.delete(`/api/v1/users/${(people.pop() as Person).id}`),
      () => admin.delete(path(two)),
    ];
    await agree();
    for (const write of writes) {
      // Counts read during the write must not stay cached.
      await Promise.all([write(), agreeSometimes(people, mark)]);
      await agree();
    }
  });

  const agreeSometimes = async (people: Person[], mark: string): Promise<void> => {
    await Promise.all(
      people.map((person) => person.client.get(`/api/v1/missions?limit=1&q=${mark}`).catch(() => null)),
    );
  };

  it('keeps the counts of tests in step with every move, also of many at once', async () => {
    const both = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
    const mission = await newMission(admin, { tests: 24, members: [both] });
    const check = async (): Promise<void> => {
      const whole = await readMission(both.client, mission.id);
      const counts: Record<string, number> = {
        tests: 0,
        pending: 0,
        skipped: 0,
        blocked: 0,
        executed: 0,
        reviewed_by_blue: 0,
      };
      for (const { status } of whole.scenarios.flatMap(({ tests }) => tests)) {
        counts.tests = (counts.tests ?? 0) + 1;
        counts[status] = (counts[status] ?? 0) + 1;
      }
      assert.deepEqual(whole.counts, counts);
      assert.deepEqual((await list(both.client, '?limit=1')).items[0]?.counts, counts);
    };
    const { path } = placeOf(mission);
    for (const status of [
      'skipped',
      'pending',
      'blocked',
      'pending',
      'executed',
      'pending',
      'executed',
      'reviewed_by_blue',
      'executed',
    ]) {
      await walk(both.client, path, status);
      await check();
    }
    const states = ['pending', 'skipped', 'blocked', 'executed', 'reviewed_by_blue'];
    let seed = 7;
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(
        Array.from({ length: 48 }, (_, index) => {
          seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
          const status = states[seed % states.length];
          const client = index % 2 ? both.client : admin;
          return client.post(`${placeOf(mission, index % 24).path}/transition`, { status });
        }),
      );
      await check();
    }
  });
});
