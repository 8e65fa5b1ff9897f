import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../../server/ids.ts';
import type { SimulationTemplate } from '../../../server/simulations/contract.ts';
import {
  assertRefused,
  callers,
  type EngagementsServer,
  newSimulation,
  newSimulationTemplate,
  readSimulation,
  refusedAt,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf, nobody, refusal } from '../../support/missions/factories.ts';
import { type Answer, type Client, startTestServer } from '../../support/servers/server.ts';

const target = '/api/templates';
const shell = {
  id: 'T1059',
  name: 'Command and Scripting Interpreter',
  tactics: [{ id: 'TA0002', name: 'Execution' }],
};

describe('simulation templates', () => {
  let server: EngagementsServer;
  let admin: Client;
  let red: Client;
  before(async () => {
    server = await startEngagementsServer();
    admin = server.admin.client;
    red = server.red.client;
  });
  after(() => server.close());

  describe('access', () => {
    const operations: [
      what: string,
      status: number,
      call: (client: Client, id: string) => Promise<Answer>,
    ][] = [
      ['list them', 200, (client) => client.get(target)],
      ['make one', 201, (client) => client.post(target, { name: newId() })],
      ['read one', 200, (client, id) => client.get(`${target}/${id}`)],
      ['change one', 200, (client, id) => client.patch(`${target}/${id}`, { command: 'id' })],
      ['delete one', 204, (client, id) => client.delete(`${target}/${id}`)],
    ];
    for (const [what, status, call] of operations) {
      const expected = `anonymous 401, admin ${status}, redteam ${status}, soc 403`;
      it(`${what}: ${expected}`, async () => {
        const statuses: string[] = [];
        for (const caller of callers) {
          const { id } = await newSimulationTemplate(admin);
          statuses.push(`${caller} ${(await call(server.client(caller), id)).status}`);
        }
        assert.equal(statuses.join(', '), expected);
      });
    }

    it('is decided by the role, whatever permissions a group adds', async () => {
      const families = ['test_template', 'scenario_template'];
      const verbs = ['read', 'create', 'update', 'delete'];
      const { client } = await server.newPerson('soc', {
        permissions: families.flatMap((family) => verbs.map((verb) => `${family}.${verb}`)),
      });
      assertRefused(await client.get(target), 403, 'forbidden');
    });

    it('is checked before existence, and existence before the body', async () => {
      for (const id of [nobody, 'no-uuid']) {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const options = method === 'PATCH' ? { body: { bad: 1 } } : {};
          const path = `${target}/${id}`;
          assertRefused(await server.soc.client.request(method, path, options), 403, 'forbidden');
          assertRefused(await red.request(method, path, options), 404, 'not_found');
        }
      }
    });

    it('does not distinguish unknown from deleted ones', async () => {
      const { id } = await newSimulationTemplate(red);
      bodyOf(await red.delete(`${target}/${id}`), 204);
      assert.deepEqual(
        refusal(await red.get(`${target}/${id}`)),
        refusal(await red.get(`${target}/${nobody}`)),
      );
      assertRefused(await red.delete(`${target}/${id}`), 404, 'not_found');
    });
  });

  describe('making one', () => {
    it('needs a name only', async () => {
      const { id, updated_at, ...shown } = await newSimulationTemplate(red, { name: '  Bare ' });
      assert.deepEqual(shown, {
        name: 'Bare',
        description: null,
        objective: null,
        command: null,
        expected_detection: null,
        techniques: [],
        tactic_ids: [],
        tactics: [],
        created_at: updated_at,
      });
      assert.deepEqual((await admin.get(`${target}/${id}`)).body, { id, updated_at, ...shown });
    });

    for (const [what, tags] of [
      ['technique_ids', { technique_ids: ['T1059', 'T1059.001', 'T1059'] }],
      ['techniques', { techniques: [{ id: 'T1059' }, { id: 'T1059.001' }, { id: 'T1059' }] }],
    ] as const) {
      it(`keeps every field, enriched, with ${what}`, async () => {
        const texts = {
          name: `Full, by ${what}`,
          description: '<b>to the letter</b> ',
          objective: 'Objective',
          command: 'whoami /all\r\n',
          expected_detection: 'An alert',
        };
        const { id } = await newSimulationTemplate(red, {
          ...texts,
          ...tags,
          tactic_ids: ['TA0040', 'TA0002', 'TA0040'],
        });
        const { created_at, updated_at, ...shown } = (await red.get(`${target}/${id}`)).body;
        assert.equal(created_at, updated_at);
        assert.deepEqual(shown, {
          id,
          ...texts,
          techniques: [
            shell,
            { ...shell, id: 'T1059.001', name: 'Command and Scripting Interpreter: PowerShell' },
          ],
          tactic_ids: ['TA0040', 'TA0002'],
          tactics: [
            { id: 'TA0040', name: 'Impact' },
            { id: 'TA0002', name: 'Execution' },
          ],
        });
      });
    }
  });

  it('accepts techniques as they are shown and null for an empty list, on create and update', async () => {
    const { techniques } = await newSimulationTemplate(red, { technique_ids: ['T1059.001', 'T1059'] });
    const copied = await newSimulationTemplate(red, { techniques });
    assert.deepEqual(copied.techniques, techniques);
    const { id } = await newSimulationTemplate(red, { techniques: null, tactic_ids: null });
    const changed = bodyOf(await red.patch(`${target}/${id}`, { techniques, tactic_ids: ['TA0002'] }), 200);
    assert.deepEqual([changed.techniques, changed.tactic_ids], [techniques, ['TA0002']]);
    const emptied = bodyOf(
      await red.patch(`${target}/${id}`, { technique_ids: null, tactic_ids: null }),
      200,
    );
    assert.deepEqual([emptied.techniques, emptied.tactic_ids], [[], []]);
  });

  const refusals: [what: string, fields: object, at: string][] = [
    ['a name of null', { name: null }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 201', { name: 'n'.repeat(201) }, 'name'],
    ['an unknown technique', { technique_ids: ['T1059', 'T9999'] }, 'technique_ids.1'],
    ['an unknown technique as an object', { techniques: [{ id: 'T9999' }] }, 'techniques.0.id'],
    ['a tactic as a technique', { technique_ids: ['TA0001'] }, 'technique_ids.0'],
    ['techniques named both ways', { techniques: [], technique_ids: [] }, 'technique_ids'],
    ['an unknown tactic', { tactic_ids: ['TA0001', 'TA9999'] }, 'tactic_ids.1'],
    ['tactics, which are read-only', { tactics: [] }, 'tactics'],
    ['a field of simulations', { output: 'x' }, 'output'],
    ['a status', { status: 'pending' }, 'status'],
    ['NUL', { command: '\u0000' }, 'command'],
  ];
  for (const [what, fields, at] of refusals) {
    it(`refuses ${what} on create and update`, async () => {
      assert.equal(refusedAt(await red.post(target, { name: `New, ${what}`, ...fields })), at);
      const before = await newSimulationTemplate(red);
      assert.equal(
        refusedAt(await red.patch(`${target}/${before.id}`, { objective: 'kept?', ...fields })),
        at,
      );
      assert.deepEqual((await red.get(`${target}/${before.id}`)).body, before);
    });
  }
  it('refuses no name at all on create', async () => {
    assert.equal(refusedAt(await red.post(target, {})), 'name');
  });

  describe('changing one', () => {
    it('changes the given fields, and clears nullable ones with null', async () => {
      const before = await newSimulationTemplate(red, {
        description: 'old',
        command: 'old',
        technique_ids: ['T1059'],
        tactic_ids: ['TA0002'],
      });
      const changed = bodyOf(
        await red.patch(`${target}/${before.id}`, { description: null, objective: 'new', tactic_ids: [] }),
        200,
      );
      assert.deepEqual(changed, {
        ...before,
        description: null,
        objective: 'new',
        tactic_ids: [],
        tactics: [],
        updated_at: changed.updated_at,
      });
      assert.ok(changed.updated_at > before.updated_at);
      const untagged = bodyOf(await red.patch(`${target}/${before.id}`, { techniques: [] }), 200);
      assert.deepEqual(untagged.techniques, []);
    });

    it('changes nothing at all for an empty body', async () => {
      const before = await newSimulationTemplate(red);
      assert.deepEqual(bodyOf(await red.patch(`${target}/${before.id}`, {}), 200), before);
    });

    it('does not affect the simulations created from it', async () => {
      const template = await newSimulationTemplate(red, { command: 'old', tactic_ids: ['TA0002'] });
      const made = await newSimulation(red, { template_id: template.id });
      bodyOf(await red.patch(`${target}/${template.id}`, { command: 'new', tactic_ids: [] }), 200);
      assert.deepEqual(await readSimulation(red, made.id), made);
    });
  });

  describe('a name', () => {
    const taken = (answer: Answer): void => {
      assertRefused(answer, 409, 'duplicate');
      assert.equal(answer.body.errors[0].path, 'name');
    };

    it('is unique, in any case', async () => {
      const first = await newSimulationTemplate(red, { name: 'Straße Über' });
      taken(await admin.post(target, { name: 'Straße Über' }));
      taken(await admin.post(target, { name: ' straße ÜBER ' }));
      const second = await newSimulationTemplate(red, { name: 'Other' });
      taken(await red.patch(`${target}/${second.id}`, { name: 'STRAßE über', command: 'id' }));
      assert.deepEqual((await red.get(`${target}/${second.id}`)).body, second);
      bodyOf(await red.patch(`${target}/${first.id}`, { name: 'STRAßE ÜBER' }), 200);
      bodyOf(await red.patch(`${target}/${first.id}`, { name: 'Moved on' }), 200);
      bodyOf(await red.patch(`${target}/${second.id}`, { name: 'straße über' }), 200);
    });

    it('is free again when its template is deleted', async () => {
      const { id } = await newSimulationTemplate(red, { name: 'Again' });
      bodyOf(await red.delete(`${target}/${id}`), 204);
      await newSimulationTemplate(red, { name: 'again' });
    });

    it('requested twice at the same time is given to one', async () => {
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          red.post(target, { name: index % 2 ? 'Contested' : 'CONTESTED' }),
        ),
      );
      assert.deepEqual(made.map((answer) => answer.status).sort(), [201, ...Array(9).fill(409)]);

      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) ids.push((await newSimulationTemplate(red)).id);
      const changed = await Promise.all(
        ids.map((id) => red.patch(`${target}/${id}`, { name: 'Contested too' })),
      );
      assert.deepEqual(changed.map((answer) => answer.status).sort(), [200, 409, 409, 409, 409]);
    });
  });
});

describe('the list of simulation templates', () => {
  let client: Client;
  let close: () => Promise<void>;
  before(async () => {
    const server = await startEngagementsServer();
    close = () => server.close();
    client = server.red.client;
    await newSimulationTemplate(client, { name: 'One', description: 'needle 100%' });
    await newSimulationTemplate(client, { name: 'Two_', command: 'needle', technique_ids: ['T1059'] });
    await newSimulationTemplate(client, { name: 'NEEDLE', tactic_ids: ['TA0002'] });
  });
  after(() => close());
  const names = (answer: Answer): string[] =>
    bodyOf(answer, 200).items.map((item: SimulationTemplate) => item.name);

  const filters: [query: string, found: string[]][] = [
    ['', ['NEEDLE', 'Two_', 'One']],
    ['?q=needle', ['NEEDLE', 'One']],
    ['?q=%25', ['One']],
    ['?q=_', ['Two_']],
    ['?q=nothing', []],
  ];
  for (const [query, found] of filters) {
    it(`finds by ${query || 'nothing'}, newest first`, async () => {
      const answer = await client.get(target + query);
      assert.deepEqual(names(answer), found);
      assert.equal(answer.body.total, found.length);
    });
  }

  it('shows each as its own page does', async () => {
    for (const item of (await client.get(target)).body.items) {
      assert.deepEqual((await client.get(`${target}/${item.id}`)).body, item);
    }
  });

  it('is paged', async () => {
    const page = await client.get(`${target}?limit=1&offset=1`);
    assert.deepEqual(names(page), ['Two_']);
    assert.deepEqual([page.body.total, page.body.limit, page.body.offset], [3, 1, 1]);
  });

  const bad: [query: string, at: string][] = [
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['offset=-1', 'offset'],
    ['q=a&q=b', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['technique=T1059', 'technique'],
  ];
  for (const [query, at] of bad) {
    it(`refuses ?${query.slice(0, 30)}`, async () => {
      assert.equal(refusedAt(await client.get(`${target}?${query}`)), at);
    });
  }
});

describe('the time of a write to a simulation template', () => {
  it('is later than the one before, also when the clock steps back', async () => {
    let time = Date.now();
    const server = await startTestServer({ seams: { now: () => time } });
    try {
      const client = server.admin.client;
      let { id, updated_at } = await newSimulationTemplate(client);
      for (const step of [0, -60_000]) {
        time += step;
        const changed = bodyOf(await client.patch(`${target}/${id}`, { command: `${step}` }), 200);
        assert.ok(changed.updated_at > updated_at);
        updated_at = changed.updated_at;
      }
    } finally {
      await server.close();
    }
  });
});
