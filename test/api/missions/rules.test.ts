import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  type Place,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { newGuid, sigma, simulating, unique } from './scene.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
let stranger: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
  stranger = await server.newPerson('redteam');
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

async function readFile(
  { base, token }: Client,
  format: string,
): Promise<{ text: string; type: string | null }> {
  const answer = await fetch(`${base}/api/v1/rules/${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.status, 200);
  return { text: await answer.text(), type: answer.headers.get('content-type') };
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

describe('the library of rules', () => {
  it('has imported rules with their text and what they were tried with', async () => {
    const [title, id, guid] = [unique('LSASS dump'), unique('r'), newGuid()];
    const text = sigma(title, id, `${simulating(guid)}regression_tests_path: regression_data/info.yml\n`);
    await importText('rule.yml', text);
    const listed = await findOne(title);
    assert.deepEqual(listed, {
      ...{
        id: listed.id,
        rule_id: id,
        title,
        kind: 'detection',
        sources: ['sigma'],
        tool: null,
        level: 'high',
      },
      ...{ techniques: ['T1003.001'], log_source: 'windows / process_creation', state: 'never_tried' },
      counts: { fired: 0, missed: 0, open: 0, waiting: 0 },
      ...{ last_seen_at: null, broken_since: null },
    });
    const whole = await read(listed.id);
    assert.deepEqual([whole.sigma, whole.regression_tests_path], [text, 'regression_data/info.yml']);
    assert.deepEqual(whole.simulations, [
      {
        type: 'atomic-red-team',
        name: 'An atomic',
        technique: 'T1003.001',
        atomic_guid: guid,
        test_template: null,
      },
    ]);
  });

  it('links filters and correlations to the rules they name, by id or name', async () => {
    const [title, id] = [unique('Logon'), unique('r')];
    const others = [
      `title: ${title} correlation\nname: corr_${id.replace(' ', '_')}\ncorrelation:\n  type: event_count\n  rules: [${id}, missing]\n  timespan: 1m\n  condition: {gte: 5}\n`,
      `title: ${title} filter\nlogsource: {product: windows}\nfilter:\n  rules: [corr_${id.replace(' ', '_')}, ${id}]\n  condition: selection\n`,
    ];
    await importText('rules.yml', [sigma(title, id), ...others].join('---\n'));
    const [rule, correlation, filter] = [title, `${title} correlation`, `${title} filter`].map(async (name) =>
      (await find(name)).find((one) => one.title === name),
    );
    const names = (rules: { rule: { title: string } | null }[]) =>
      rules.map((one) => one.rule?.title ?? null);
    const counting = await read((await correlation)?.id as string);
    assert.deepEqual([counting.kind, names(counting.refers_to)], ['correlation', [title, null]]);
    const taking = await read((await filter)?.id as string);
    assert.deepEqual([taking.state, names(taking.refers_to)], [null, [`${title} correlation`, title]]);
    const { referred_to_by } = await read((await rule)?.id as string);
    assert.deepEqual(
      referred_to_by.map(({ kind }: { kind: string }) => kind),
      ['correlation', 'filter'],
    );
    const offered = bodyOf(await admin.get(`/api/v1/detection-rules?q=${encodeURIComponent(title)}`), 200);
    assert.equal(offered.total, 2, 'a filter is no rule that a fact can name');
  });

  it('has each rule of facts and alerts once: by id, else by its title, else by name and tool', async () => {
    const [title, id, other] = [unique('Known rule'), unique('r'), unique('Home-made rule')];
    await importText('rule.yml', sigma(title, id));
    const place = await newPlace();
    await run(
      place,
      { rule_id: id.toUpperCase(), rule_name: 'Renamed' },
      { rule_id: 'hayabusa-own-id', rule_name: title },
      { rule_name: `${title} - Rule` },
      { rule_name: other, rule_id: `${other} id` },
      { rule_name: other.toLowerCase() },
    );
    const known = await findOne(title);
    assert.deepEqual(
      [known.sources, known.counts],
      [['sigma', 'fact'], { fired: 1, missed: 0, open: 0, waiting: 0 }],
    );
    const homeMade = await findOne(other);
    assert.deepEqual([homeMade.sources, homeMade.state], [['fact'], 'fired']);

    const alert = { source: 'elastic', title: unique('Alerting rule'), occurred_at: '2026-11-01T08:00:00Z' };
    const received = bodyOf(
      await soc.client.post(`${place.missionPath}/alerts`, [alert, { ...alert, rule_id: id, title }]),
      200,
    );
    for (const one of received.alerts) {
      bodyOf(
        await soc.client.post(`${place.missionPath}/alerts/${one.id}/accept`, { test_id: place.test }),
        200,
      );
    }
    assert.deepEqual((await findOne(alert.title)).sources, ['fact', 'alert']);
    assert.deepEqual((await findOne(title)).sources, ['sigma', 'fact', 'alert']);
  });

  it('shows nobody the rules and runs of missions they do not see', async () => {
    const [title, secret] = [unique('Shared rule'), unique('Secret rule')];
    await importText('rule.yml', sigma(title, unique('r')));
    const place = await newPlace();
    await run(place, { rule_name: title }, { rule_name: secret });
    const hidden = await findOne(secret, red.client);
    assert.deepEqual(await find(secret, stranger.client), []);
    assert.equal((await stranger.client.get(`/api/v1/rules/${hidden.id}`)).status, 404);
    assert.equal((await stranger.client.get(`/api/v1/rules/${nobody}`)).status, 404);
    const [shared] = await find(title, stranger.client);
    assert.deepEqual([shared?.state, shared?.sources], ['never_tried', ['sigma']]);
    assert.deepEqual((await read(shared?.id as string, stranger.client)).runs, []);
    for (const file of ['junit', 'markdown']) {
      const { text } = await readFile(stranger.client, file);
      assert.ok(!text.includes(secret) && text.includes(title));
    }
    const queue = bodyOf(await stranger.client.get(`/api/v1/rules/queue?mission=${place.mission}`), 200);
    assert.equal(queue.total, 0);
    const cover = await stranger.client.get(`/api/v1/rules/cover?rules=${hidden.id}`);
    assert.equal(cover.status, 404);
  });

  it('is the present one after each change of what it is made of, though it is remembered', async () => {
    const [title, id] = [unique('Changing rule'), unique('r')];
    const place = await newPlace();
    const { path } = place;
    const shown = async () => {
      const [rule] = await find(title, red.client);
      return rule === undefined ? null : [rule.state, ...rule.sources];
    };
    assert.equal(await shown(), null);
    await run(place, { rule_name: title });
    assert.deepEqual(await shown(), ['fired', 'fact']);
    assert.deepEqual(await shown(), ['fired', 'fact']);
    const [fact] = bodyOf(await soc.client.get(`${path}/facts`), 200);
    const change = (fields: object) => soc.client.patch(`${path}/facts/${fact.id}`, fields);
    bodyOf(await change({ rule_name: unique('Other rule') }), 200);
    assert.equal(await shown(), null);
    bodyOf(await change({ rule_name: title }), 200);
    assert.deepEqual(await shown(), ['fired', 'fact']);
    bodyOf(await red.client.post(`${path}/runs`, { reason: 'retest' }), 201);
    const { counts } = await findOne(title, red.client);
    assert.deepEqual(counts, { fired: 1, missed: 0, open: 0, waiting: 1 });
    const remediation = {
      title: unique('Write it'),
      priority: 'high',
      rule: { rule_id: null, rule_name: title },
    };
    bodyOf(await soc.client.post(`${place.missionPath}/remediations`, remediation), 201);
    assert.deepEqual(await shown(), ['fired', 'fact', 'remediation']);
    await importText('rule.yml', sigma(title, id));
    assert.deepEqual(await shown(), ['fired', 'sigma', 'fact', 'remediation']);
    // A person sees no more than now, and a mission that goes takes its runs with it.
    const members = (people: Person[]) => ({
      members: people.map((one) => ({ user_id: one.id, role_hint: 'observer' })),
    });
    bodyOf(await admin.put(`${place.missionPath}/members`, members([soc])), 200);
    assert.deepEqual(await shown(), ['never_tried', 'sigma']);
    bodyOf(await admin.put(`${place.missionPath}/members`, members([red, soc])), 200);
    assert.deepEqual(await shown(), ['fired', 'sigma', 'fact', 'remediation']);
    bodyOf(await admin.delete(place.missionPath), 204);
    assert.deepEqual(await shown(), ['never_tried', 'sigma']);
  });

  it('is what somebody reads who asks for the first time, after each of many writes', async () => {
    const word = unique('Followed');
    const client = unique('Client');
    const titles = ['one', 'two', 'three'].map((name) => `${word} ${name}`) as [string, string, string];
    const template = await newTestTemplate(admin);
    const scenario = await newScenarioTemplate(admin, { tests: [template.id, template.id] });
    const writes: ((places: Place[]) => Promise<unknown>)[] = [
      async ([place]) => run(place!, { rule_name: titles[0] }, { rule_name: titles[1] }),
      // The template is in other missions of the organisation, too.
      async ([, place]) => run(place!, { rule_name: titles[2] }),
      async ([, , place]) => run(place!),
      async ([place]) => again(place!),
      async ([place]) => run(place!, { rule_name: titles[1], result: 'no' }),
      async ([, place]) => {
        const alert = { source: 'elastic', title: titles[0], occurred_at: '2026-11-01T08:00:00Z' };
        const received = bodyOf(await soc.client.post(`${place!.missionPath}/alerts`, [alert]), 200);
        const accepted = `${place!.missionPath}/alerts/${received.alerts[0].id}/accept`;
        bodyOf(await soc.client.post(accepted, { test_id: place!.test }), 200);
      },
      async ([, , place]) =>
        bodyOf(
          await soc.client.post(`${place!.missionPath}/remediations`, {
            title: word,
            priority: 'high',
            test_ids: [place!.test],
            rule: { rule_id: null, rule_name: titles[2] },
          }),
          201,
        ),
      async () => importText('rule.yml', sigma(titles[1], unique('r'))),
      async ([, place]) =>
        bodyOf(await admin.patch(place!.missionPath, { client: unique('Other client') }), 200),
      async ([place]) =>
        bodyOf(await admin.patch(`${place!.path}/plan`, { name: unique('Renamed test') }), 200),
      async ([, place]) => bodyOf(await admin.delete(place!.missionPath), 204),
    ];
    const people = await Promise.all(
      [soc, ...writes].map((_, index) => (index === 0 ? soc : server.newPerson('soc'))),
    );
    const places = await Promise.all(
      [1, 2, 3].map(async () =>
        placeOf(
          await newMission(admin, {
            members: [red, ...people],
            tests: 0,
            client,
            scenario_template_ids: [scenario.id],
          }),
        ),
      ),
    );
    const list = async (by: Client) => {
      const found = (await find(word, by)).map(({ id }) => id);
      return Promise.all(found.map((id) => read(id, by)));
    };
    assert.deepEqual(await list(soc.client), []);
    for (const [index, write] of writes.entries()) {
      await write(places);
      const known = await list(soc.client);
      assert.deepEqual(known, await list(people[index + 1]!.client), `after write ${index}`);
      assert.ok(known.length >= 2);
    }
  });

  it('is sorted, filtered and paged', async () => {
    const word = unique('Sorted');
    const titles = ['a', 'B', 'c'].map((letter) => `${word} ${letter}`);
    await importText('rules.yml', titles.map((title) => sigma(title, unique('r'))).join('---\n'));
    await run(await newPlace(), { rule_name: titles[2] as string });
    const list = async (query: string) => {
      const { items, total } = bodyOf(
        await admin.get(`/api/v1/rules?q=${encodeURIComponent(word)}${query}`),
        200,
      );
      return [items.map(({ title }: { title: string }) => title.slice(-1)).join(''), total];
    };
    assert.deepEqual(await list(''), ['caB', 3]);
    assert.deepEqual(await list('&sort=title'), ['aBc', 3]);
    assert.deepEqual(await list('&sort=title&order=desc'), ['cBa', 3]);
    assert.deepEqual(await list('&sort=last_seen_at'), ['caB', 3]);
    assert.deepEqual(await list('&state=never_tried&limit=1&offset=1'), ['B', 2]);
    assert.deepEqual(await list('&state=broken'), ['', 0]);
  });
});
describe('files for a detection repository', () => {
  it('are well-formed whatever the rules are called', async () => {
    const hostile = '"><failure/>&]]> \u0001\uFFFE | [x](javascript:1) `<b>` # _y_';
    await run(await newPlace(), { rule_name: hostile });
    const place = await newPlace();
    const title = unique('Failing');
    await run(place, { rule_name: title, result: 'no' });
    const junit = await readFile(soc.client, 'junit');
    assert.equal(junit.type, 'text/xml; charset=utf-8');
    assert.match(junit.text, /<testcase name="&quot;&gt;&lt;failure\/&gt;&amp;\]\]&gt; \uFFFD\uFFFD \|/);
    assert.match(junit.text, new RegExp(`<testcase name="${title}" classname="rule"><failure type="missed"`));
    const cases = junit.text.match(/<testcase /g)?.length;
    assert.match(junit.text, new RegExp(`<testsuite name="Detection rules" tests="${cases}"`));
    const markdown = await readFile(soc.client, 'markdown');
    assert.equal(markdown.type, 'text/markdown; charset=utf-8');
    assert.ok(
      markdown.text.includes('\\[x\\]\\(javascript\\:1\\) \\`&lt;b\\>\\` \\# \\_y\\_'),
      markdown.text,
    );
    assert.match(markdown.text, /^## Missed$/m);
  });
});
