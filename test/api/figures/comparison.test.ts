import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Comparison } from '../../../server/missions/figures/contract.ts';
import { newComparedMissions } from '../../support/missions/compared-missions.ts';
import { bodyOf, nobody, told } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let made: Awaited<ReturnType<typeof newComparedMissions>>;
let path: string;
before(async () => {
  server = await startTestServer();
  made = await newComparedMissions(server.admin.client, { client: 'Compared' });
  path = `/api/v1/missions/${made.now.id}/comparison/${made.before.id}`;
});
after(() => server.close());

const read = async (): Promise<Comparison> => bodyOf(await server.admin.client.get(path), 200);

describe('two missions compared', () => {
  it('pair their tests, the worse ones first', async () => {
    const compared = await read();
    assert.deepEqual(
      compared.tests.map(({ name, change, before: earlier, now: later }) => [
        name,
        change,
        earlier?.class,
        later?.class,
      ]),
      [
        ['Worse', 'worse', 'alerted', 'not_detected'],
        ['Improved', 'improved', 'not_detected', 'prevented'],
        ['Same', 'same', 'prevented', 'prevented'],
        ['Open', 'open', 'logged', null],
        ['Last', 'new', undefined, 'alerted'],
        ['First', 'gone', 'not_detected', undefined],
      ],
    );
    assert.deepEqual(compared.counts, { worse: 1, improved: 1, same: 1, open: 1, new: 1, gone: 1 });
    assert.deepEqual(
      [compared.before.name, compared.before.date, compared.now.name],
      ['Spring', '2026-03-01', 'Autumn'],
    );
  });

  it('have the headline of their common tests, as the organisation has it', async () => {
    const { common, counts } = await read();
    assert.equal(common.tests, 4);
    assert.deepEqual(
      [common.before, common.now].map(({ stopped_or_detected, prevented, missed, within }) => [
        stopped_or_detected,
        prevented,
        missed,
        within['1h'].n,
      ]),
      [
        [{ n: 2, N: 4 }, { n: 1, N: 4 }, { n: 1, N: 4 }, 2],
        [{ n: 2, N: 3 }, { n: 2, N: 3 }, { n: 1, N: 3 }, 2],
      ],
    );
    const organisation = made.now.organisation?.id;
    const { missions } = bodyOf(
      await server.admin.client.get(`/api/v1/organisations/${organisation}/figures`),
      200,
    );
    const { common: ofOrganisation, worse_tests, improved_tests, ...change } = missions[1].change;
    assert.deepEqual([ofOrganisation, change], [common, counts]);
    assert.deepEqual(
      worse_tests.map(({ test }: { test: { name: string } }) => test.name),
      ['Worse'],
    );
    assert.deepEqual(
      improved_tests.map(({ test }: { test: { name: string } }) => test.name),
      ['Improved'],
    );
  });

  it('have the differences by technique, in the order of the matrix', async () => {
    const { by_technique, tactics } = await read();
    const none = { worse: 0, improved: 0, same: 0, open: 0, new: 0, gone: 0 };
    assert.deepEqual(
      by_technique.map(({ technique, counts }) => [technique.external_id, counts]),
      [
        ['T1003', { ...none, worse: 1, improved: 1 }],
        ['T1055', { ...none, open: 1 }],
        ['T1078', { ...none, new: 1 }],
        ['T1082', { ...none, same: 1, gone: 1 }],
      ],
    );
    const named = tactics.map(({ external_id }) => external_id);
    assert.deepEqual(named.slice(0, 2), ['TA0001', 'TA0003']);
    assert.ok(by_technique.every((each) => each.tactics.every((tactic) => named.includes(tactic))));
  });

  it('are exported as CSV, one line for each test', async () => {
    const { body, headers } = await server.admin.client.get(`${path}/csv`);
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    const lines = body.trimEnd().split('\r\n');
    assert.equal(
      lines[0],
      'Test,Techniques,Change,Before,Now,Seconds before,Seconds now,Test id before,Test id now',
    );
    assert.deepEqual(
      lines.slice(1).map((line: string) => line.split(',').slice(0, 7).join()),
      [
        'Worse,T1003,Worse,Detected,Missed,240,',
        'Improved,T1003,Improved,Missed,Prevented,,240',
        'Same,T1082,Unchanged,Prevented,Prevented,240,240',
        'Open,T1055,Not comparable,Logged only,Not judged,,',
        'Last,T1078,Only in the later mission,–,Detected,,240',
        'First,T1082,Only in the earlier mission,Missed,–,,',
      ],
    );
  });

  it('are exported as a Navigator layer, each technique in the colour of its worst change', async () => {
    const layer = bodyOf(await server.admin.client.get(`${path}/layer`), 200);
    assert.deepEqual([layer.name, layer.versions.layer], ['Spring → Autumn', '4.5']);
    const colorOf = new Map(
      layer.legendItems.map(({ label, color }: { label: string; color: string }) => [label, color]),
    );
    assert.deepEqual(
      layer.techniques.map((each: { techniqueID: string; color: string; score: number }) => [
        each.techniqueID,
        each.color,
        each.score,
      ]),
      [
        ['T1003', colorOf.get('Worse'), 0],
        ['T1055', colorOf.get('Not comparable'), 0],
        ['T1078', colorOf.get('Only in the later mission'), 0],
        ['T1082', colorOf.get('Unchanged'), 0],
      ],
    );
    assert.equal(
      layer.techniques[0].comment,
      'Worse: Worse (Detected → Missed)\nImproved: Improved (Missed → Prevented)',
    );
  });

  it('are for people who see both', async () => {
    const refused = [404, 'not_found', undefined];
    const { client, id } = await server.newPerson('soc');
    for (const seen of [made.before, made.now]) {
      bodyOf(
        await server.admin.client.put(`/api/v1/missions/${seen.id}/members`, {
          members: [{ user_id: id, role_hint: 'blue' }],
        }),
        200,
      );
      const own = [path, `${path}/csv`, `${path}/layer`];
      if (seen === made.before) for (const one of own) assert.deepEqual(told(await client.get(one)), refused);
      else for (const one of own) assert.equal((await client.get(one)).status, 200);
    }
    const unknown = `/api/v1/missions/${made.now.id}/comparison/${nobody}`;
    assert.deepEqual(told(await server.admin.client.get(unknown)), refused);
  });
});
