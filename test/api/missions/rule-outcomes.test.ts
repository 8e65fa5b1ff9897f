import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { bodyOf, newMission, type Place, placeOf, walk } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { atomic, newGuid, sigma, simulating, unique } from './scene.ts';

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

async function importText(name: string, content: string) {
  const file = await importFile(admin, { name, content });
  const applied = await applyImport(admin, file.id);
  assert.equal(applied.status, 'applied', JSON.stringify(applied));
}

const find = async (title: string, client: Client = admin) => {
  const { items } = bodyOf(await client.get(`/api/v1/rules?q=${encodeURIComponent(title)}`), 200);
  return items as { id: string; title: string; state: string; counts: object; sources: string[] }[];
};
const findOne = async (title: string, client: Client = admin) => {
  const items = await find(title, client);
  assert.equal(items.length, 1, JSON.stringify(items));
  return items[0] as (typeof items)[number];
};
const read = async (id: string, client: Client = admin) =>
  bodyOf(await client.get(`/api/v1/rules/${id}`), 200);

async function newPlace(fields: object = {}): Promise<Place> {
  const mission = await newMission(admin, { members: [red, soc], ...fields });
  return placeOf(mission);
}

type Fact = { kind?: string; result?: string; rule_name?: string; rule_id?: string };

/** Executes a test, records these facts, and reviews it. */
async function run({ path }: Place, ...facts: Fact[]) {
  await walk(red.client, path, 'executed');
  for (const fact of facts) {
    bodyOf(await soc.client.post(`${path}/facts`, { kind: 'alerted', result: 'yes', ...fact }), 201);
  }
  if (!facts.some(({ result = 'yes' }) => result === 'yes')) {
    bodyOf(await soc.client.post(`${path}/facts`, { kind: 'logged', result: 'yes' }), 201);
  }
  await walk(soc.client, path, 'reviewed_by_blue');
}
const again = async ({ path }: Place) =>
  bodyOf(await red.client.post(`${path}/runs`, { reason: 'retest' }), 201);

describe('the history of a rule', () => {
  it('is broken once a retest misses it, and whole again once it fires', async () => {
    const title = unique('Fragile rule');
    const place = await newPlace();
    await run(place, { rule_name: title });
    const rule = await findOne(title);
    assert.equal(rule.state, 'fired');
    await again(place);
    assert.deepEqual((await findOne(title)).counts, { fired: 1, missed: 0, open: 0, waiting: 1 });
    await run(place, { result: 'no' });
    const broken = await read(rule.id);
    const [missed, fired] = broken.runs;
    assert.deepEqual(
      [broken.state, broken.broken_since, broken.last_seen_at],
      ['broken', missed.executed_at, fired.seen_at],
    );
    assert.deepEqual(
      broken.runs.map((one: Record<string, unknown>) => [one.run, one.outcome, one.expected_by]),
      [
        [2, 'missed', 'earlier'],
        [1, 'fired', null],
      ],
    );
    await again(place);
    await run(place, { rule_name: title });
    assert.equal((await findOne(title)).state, 'fired');
  });

  it('counts what expectations name, and judges these by the rules', async () => {
    const title = unique('Expected rule');
    const place = await newPlace();
    const expected = { kind: 'alerted', result: 'yes', rules: [{ rule_id: null, rule_name: title }] };
    const put = await admin.put(`${place.path}/expectations`, { expectations: [expected] });
    assert.deepEqual(bodyOf(put, 200).expectations[0].rules, expected.rules);
    assert.deepEqual(
      [(await findOne(title)).state, (await findOne(title)).sources],
      ['never_tried', ['expectation']],
    );
    await run(place, { rule_name: 'Another rule' });
    const test = bodyOf(await admin.get(place.path), 200);
    assert.deepEqual([test.expectations[0].met, (await findOne(title)).state], ['open', 'missed']);
    await again(place);
    await run(place, { rule_name: title });
    assert.equal(bodyOf(await admin.get(place.path), 200).expectations[0].met, 'met');
    assert.equal((await findOne(title)).state, 'fired');
    assert.equal(
      (
        await admin.put(`${place.path}/expectations`, {
          expectations: [{ ...expected, rules: [{ rule_id: null, rule_name: null }] }],
        })
      ).status,
      422,
    );
  });
});

describe("Sigma's simulations", () => {
  for (const order of ['before', 'after']) {
    it(`join a rule to the template that is imported ${order} it`, async () => {
      const [title, id, guid, name] = [unique('Joined rule'), unique('r'), newGuid(), unique('An atomic')];
      const rule = () =>
        importText('rule.yml', sigma(title, id, simulating(guid.toUpperCase(), 'Atomic Red Team')));
      const template = () => importText('T1003.001.yaml', atomic(name, guid));
      for (const step of order === 'before' ? [template, rule] : [rule, template]) await step();
      const found = await findOne(title);
      const [{ test_template }] = (await read(found.id)).simulations;
      assert.equal(test_template.name, name);
      const { items } = bodyOf(await admin.get(`/api/v1/test-templates/${test_template.id}/rules`), 200);
      assert.deepEqual(
        items.map((one: Record<string, unknown>) => [one.title, one.by]),
        [[title, 'simulation']],
      );

      const mission = await newMission(admin, {
        members: [red, soc],
        test_template_ids: [test_template.id],
        tests: 0,
      });
      const place = placeOf(mission);
      assert.deepEqual((await findOne(title)).counts, { fired: 0, missed: 0, open: 0, waiting: 1 });
      await run(place, { result: 'no' });
      assert.equal((await findOne(title)).state, 'missed');
    });
  }

  it('speak for the runs of their atomic test when alerts are matched', async () => {
    const [title, id, guid] = [unique('Signal rule'), unique('r'), newGuid()];
    await importText('rule.yml', sigma(title, id, simulating(guid)));
    const mission = await newMission(admin, { members: [red, soc], tests: 0 });
    const path = `/api/v1/missions/${mission.id}`;
    const execution = {
      external_id: 'e',
      guid,
      command: 'x',
      executed_at: '2026-09-01T08:00:00Z',
      host: 'ws01',
      technique: 'T1033',
    };
    bodyOf(await red.client.post(`${path}/executions`, [execution]), 200);
    const alert = { source: 'siem', rule_name: title, occurred_at: '2026-09-01T08:00:05Z', hosts: ['ws01'] };
    bodyOf(await soc.client.post(`${path}/alerts`, alert), 200);
    const { items } = bodyOf(await soc.client.get(`${path}/alerts`), 200);
    const kinds = items[0].suggestions[0].reasons.map(({ kind }: { kind: string }) => kind);
    assert.ok(kinds.includes('rule_known'), kinds.join());
  });
});

describe('red until it fires', () => {
  const queueOf = async ({ mission }: Place) =>
    bodyOf(await soc.client.get(`/api/v1/rules/queue?mission=${mission}`), 200);
  const steps = async (place: Place) =>
    (await queueOf(place)).items.map(({ step }: { step: string }) => step);

  it('goes from a gap to a rule that has fired and is closed', async () => {
    const title = unique('Drafted rule');
    const place = await newPlace();
    await run(place, { result: 'no' });
    const weak = { title: 'Nobody looks', tests: [{ test_id: place.test, run: 1 }] };
    const finding = bodyOf(await red.client.post(`${place.missionPath}/findings`, weak), 201);
    const [gap] = (await queueOf(place)).items;
    assert.deepEqual(
      [gap.step, gap.tests[0].id, gap.rule, gap.remediation, gap.findings[0].id],
      ['gap', place.test, null, null, finding.id],
    );

    const todo = {
      title: 'Write a rule',
      test_ids: [place.test],
      finding_id: finding.id,
      rule: { rule_id: null, rule_name: title },
    };
    const remediation = bodyOf(await red.client.post(`${place.missionPath}/remediations`, todo), 201);
    assert.deepEqual(remediation.rule, todo.rule);
    const [drafted] = (await queueOf(place)).items;
    assert.deepEqual(
      [drafted.step, drafted.rule.title, drafted.remediation.id],
      ['rule', title, remediation.id],
    );
    assert.deepEqual((await findOne(title)).sources, ['remediation']);

    const change = (patch: object) =>
      red.client.patch(`${place.missionPath}/remediations/${remediation.id}`, patch);
    bodyOf(await change({ status: 'fixed' }), 200);
    assert.deepEqual(await steps(place), ['retest']);
    await again(place);
    await run(place, { result: 'no' });
    assert.deepEqual(await steps(place), ['retest']);
    await again(place);
    await run(place, { rule_name: title });
    const [fired] = (await queueOf(place)).items;
    assert.deepEqual([fired.step, fired.fired_in], ['fired', { test_id: place.test, number: 3 }]);
    bodyOf(await change({ status: 'verified', verified_by_run: fired.fired_in }), 200);
    assert.deepEqual(await steps(place), ['closed']);

    await again(place);
    await run(place, { result: 'no' });
    assert.deepEqual(await steps(place), ['gap', 'closed']);
    assert.equal((await queueOf(place)).items[0].rule.title, title);
    assert.equal((await findOne(title)).state, 'broken');
  });

  it('leaves out what was given up, and counts its steps', async () => {
    const place = await newPlace();
    await run(place, { result: 'no' });
    const todo = {
      title: 'No',
      test_ids: [place.test],
      status: 'declined',
      rule: { rule_id: 'x', rule_name: null },
    };
    bodyOf(await red.client.post(`${place.missionPath}/remediations`, todo), 201);
    assert.deepEqual((await queueOf(place)).steps, { gap: 0, rule: 0, retest: 0, fired: 0, closed: 0 });
    const bad = { ...todo, rule: { rule_id: null, rule_name: null } };
    assert.equal((await red.client.post(`${place.missionPath}/remediations`, bad)).status, 422);
  });
});

describe('a regression mission', () => {
  it('is made of the fewest templates that try the rules, and says which none tries', async () => {
    const guids = [newGuid(), newGuid(), newGuid()];
    const titles = [0, 1, 2].map(() => unique('Regressed rule'));
    const both = guids
      .slice(0, 2)
      .map((guid) => simulating(guid).replace('simulation:\n', ''))
      .join('');
    await importText(
      'rules.yml',
      [
        sigma(titles[0] as string, unique('r'), `simulation:\n${both}`),
        sigma(titles[1] as string, unique('r'), simulating(guids[1] as string)),
        sigma(titles[2] as string, unique('r'), simulating(guids[2] as string)),
      ].join('---\n'),
    );
    await importText('T1003.001.yaml', atomic(unique('First'), guids[0] as string));
    await importText('T1003.001.yaml', atomic(unique('Second'), guids[1] as string));
    const ids = await Promise.all(titles.map(async (title) => (await findOne(title)).id));
    const cover = bodyOf(await red.client.get(`/api/v1/rules/cover?rules=${ids.join(',')}`), 200);
    assert.equal(cover.tests.length, 1);
    const [{ test_template, rules }] = cover.tests;
    assert.match(test_template.name, /^Second/);
    assert.deepEqual(
      rules.map(({ title }: { title: string }) => title),
      titles.slice(0, 2),
    );
    assert.deepEqual(cover.uncovered[0].title, titles[2]);

    const tests = [
      {
        test_template_id: test_template.id,
        rules: rules.map(({ rule_id, title }: Record<string, string>) => ({ rule_id, rule_name: title })),
      },
    ];
    const mission = bodyOf(await red.client.post('/api/v1/missions', { name: 'Regression', tests }), 201);
    const place = placeOf(mission);
    const test = bodyOf(await red.client.get(place.path), 200);
    assert.deepEqual(
      test.expectations.map(({ kind, rules: named }: Record<string, unknown>) => [kind, named]),
      [['alerted', tests[0]?.rules]],
    );
    const whole = await read(ids[0] as string, red.client);
    assert.deepEqual(
      whole.runs.map((one: Record<string, unknown>) => [one.outcome, one.expected_by]),
      [['waiting', 'expectation']],
    );
    const none = await red.client.get('/api/v1/rules/cover?rules=');
    assert.equal(none.status, 422);
  });
});
