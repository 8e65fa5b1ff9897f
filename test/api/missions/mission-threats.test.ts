import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PathEdge } from '../../../domain/attack-path.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, newTestTemplate, nobody, placeOf, readMission } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const missionsPath = '/api/v1/missions';

describe('missions that are planned from threats', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
    red = await server.newPerson('redteam');
  });
  after(() => server.close());

  it('have the tests of a plan in its order, each with its reason, and the threats', async () => {
    const [one, two] = [
      await newTestTemplate(admin, { name: 'One', description: 'Dumps it', command: 'dump' }),
      await newTestTemplate(admin, { name: 'Two' }),
    ];
    const tag = { kind: 'subtechnique', external_id: 'T1059.001' };
    const tests = [
      { test_template_id: two.id, reason: 'Used by APT29' },
      { name: 'PowerShell', catalog_tags: [tag], reason: 'Used by APT28 and APT29' },
      { test_template_id: one.id, reason: 'Used by APT28' },
      { test_template_id: one.id },
    ];
    const threats = [
      { kind: 'group', external_id: 'G0016' },
      { kind: 'software', external_id: 'S0039' },
    ];
    const made = bodyOf(await red.client.post(missionsPath, { name: 'Planned', tests, threats }), 201);
    const read = await Promise.all(
      tests.map(async (_test, index) => bodyOf(await red.client.get(placeOf(made, index).path), 200)),
    );
    assert.deepEqual(
      read.map((test) => [test.name, test.description, test.suggested_command, test.source_template_id]),
      [
        ['Two', 'Used by APT29', null, two.id],
        ['PowerShell', 'Used by APT28 and APT29', null, null],
        ['One', 'Used by APT28\n\nDumps it', 'dump', one.id],
        ['One', 'Dumps it', 'dump', one.id],
      ],
    );
    assert.deepEqual(read[1].catalog_tags, [
      { ...tag, name: 'Command and Scripting Interpreter: PowerShell' },
    ]);
    assert.equal(read[1].procedure, null);
    assert.equal(made.description, null);
    const named = [
      { kind: 'group', external_id: 'G0016', name: 'APT29' },
      { kind: 'software', external_id: 'S0039', name: 'Net' },
    ];
    assert.deepEqual(made.threats, named);
    const { items } = bodyOf(await red.client.get(missionsPath), 200);
    assert.deepEqual(items.find(({ id }: Mission) => id === made.id).threats, named);

    const path = `${missionsPath}/${made.id}`;
    const clone = bodyOf(await red.client.post(`${path}/clone`, {}), 201);
    assert.deepEqual(clone.threats, named);
    const sent = { threats: named.slice(1) };
    assert.deepEqual(bodyOf(await red.client.patch(path, sent), 200).threats, named.slice(1));
    const [entry] = bodyOf(await red.client.get(`${path}/history`), 200).items;
    assert.deepEqual(entry.changes.threats, [named, named.slice(1)]);
    assert.deepEqual(bodyOf(await red.client.patch(path, { threats: null }), 200).threats, []);
    const { path: written } = placeOf(made, 1);
    bodyOf(await red.client.delete(written), 204);
    assert.equal((await readMission(red.client, made.id)).counts.tests, 3);
  });

  it('take over which test of a plan follows which', async () => {
    const template = await newTestTemplate(admin, { name: 'Roast' });
    const tests = [
      { name: 'Move', follows: [{ position: 1, condition: ' if the ticket cracks ' }, { position: 2 }] },
      { test_template_id: template.id, follows: [{ position: 2 }] },
      { name: 'Land', follows: null },
    ];
    const body = { name: 'Planned', test_template_ids: [template.id], tests };
    const made = bodyOf(await red.client.post(missionsPath, body), 201);
    const [move, roast, land] = [1, 2, 3].map((index) => placeOf(made, index).test);
    const { edges } = bodyOf(await red.client.get(`${missionsPath}/${made.id}/path`), 200);
    const told = edges.map(({ test_id, follows_id, condition }: PathEdge) => [
      [move, roast, land].indexOf(test_id),
      [move, roast, land].indexOf(follows_id),
      condition,
    ]);
    assert.deepEqual(told.sort(), [
      [0, 1, 'if the ticket cracks'],
      [0, 2, null],
      [1, 2, null],
    ]);
    const ring = [
      { name: 'Move', follows: [{ position: 1 }] },
      { test_template_id: template.id, follows: [{ position: 2 }] },
      { name: 'Move', follows: [{ position: 0 }] },
    ];
    const cycles: [tests: object[], names: string[]][] = [
      [ring, ['1. Move', '2. Roast', '3. Move']],
      [[{ name: 'Alone', follows: [{ position: 0 }] }], ['1. Alone']],
    ];
    for (const [cycle, names] of cycles) {
      const refused = await red.client.post(missionsPath, { name: 'Refused', tests: cycle });
      assert.deepEqual([refused.status, refused.body.code], [409, 'follows_cycle']);
      // From whichever of its tests.
      const steps: string[] = /: (.*)$/.exec(refused.body.detail)?.[1]?.split(' → ') ?? [];
      assert.deepEqual(steps.slice(1).sort(), names);
      assert.equal(steps[0], steps.at(-1));
    }
  });

  it('refuse a whole plan, at the place of its error', async () => {
    const template = await newTestTemplate(admin, {});
    const count = async () => bodyOf(await admin.get(missionsPath), 200).total;
    const before = await count();
    const good = { test_template_id: template.id };
    const refusals: [body: object, path: string][] = [
      [{ tests: [good, { test_template_id: nobody }] }, 'tests.1.test_template_id'],
      [{ tests: [good, { reason: 'x' }] }, 'tests.1.name'],
      [{ tests: [{ ...good, name: 'x' }] }, 'tests.0.name'],
      [{ tests: [{ ...good, catalog_tags: [] }] }, 'tests.0.catalog_tags'],
      [
        { tests: [good, { name: 'x', catalog_tags: [{ kind: 'technique', external_id: 'T9999' }] }] },
        'tests.1.catalog_tags.0',
      ],
      [{ tests: [{ name: 'x', reason: 'y'.repeat(20_001) }] }, 'tests.0.reason'],
      [{ tests: Array.from({ length: 1001 }, () => good) }, 'tests'],
      [{ tests: [good, { ...good, follows: [{ position: 2 }] }] }, 'tests.1.follows.0.position'],
      [
        { tests: [good, { ...good, follows: [{ position: 0 }, { position: 0 }] }] },
        'tests.1.follows.1.position',
      ],
      [
        { tests: [good, { ...good, follows: [{ position: 0, condition: 'x'.repeat(201) }] }] },
        'tests.1.follows.0.condition',
      ],
      [{ threats: [{ kind: 'group', external_id: 'G9999' }] }, 'threats.0'],
      [{ threats: [{ kind: 'campaign', external_id: 'G0016' }] }, 'threats.0'],
    ];
    for (const [body, path] of refusals) {
      const refused = await admin.post(missionsPath, { name: 'Refused', ...body });
      assert.deepEqual([refused.status, refused.body.errors?.[0].path], [422, path], JSON.stringify(body));
    }
    assert.equal(await count(), before);
  });
});
