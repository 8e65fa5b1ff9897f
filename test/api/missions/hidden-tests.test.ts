import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { missionExports } from '../../../domain/interchange.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  assign,
  bodyOf,
  type Place,
  placeOf,
  readMission,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { fetchBytes, makeRendering } from '../../support/reports/renderings.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';
import { newBlindOf, secret } from './scene.ts';

let time = Date.parse('2026-11-03T09:00:00Z');
const now = () => {
  time += 1;
  return time;
};

let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true, seams: { now } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc', { permissions: ['mission.create', 'mission.update'] });
});
after(() => server.close());

const pathOf = ({ id }: Pick<Mission, 'id'>) => `/api/v1/missions/${id}`;
const hide = (mission: Mission, body: object) => red.client.post(`${pathOf(mission)}/hide`, body);
const reveal = (mission: Mission, body: object) => red.client.post(`${pathOf(mission)}/reveal`, body);
const listTests = (mission: Mission) => mission.scenarios.flatMap(({ tests }) => tests);
const seenBy = async (client: Client, mission: Mission) =>
  listTests(await readMission(client, mission.id)).map(({ name }) => name);

const newBlind = (names: readonly (readonly string[])[], fields: object = {}) =>
  newBlindOf({ admin, red, blue }, names, fields);

/** Waits for a reveal that is due. */
const isSeen = (mission: Mission, ...names: string[]) =>
  until(async () => {
    const seen = await seenBy(blue.client, mission);
    return names.every((name) => seen.includes(name));
  });

async function show(mission: Mission, ...names: string[]): Promise<Mission> {
  const test_ids = listTests(mission)
    .filter(({ name }) => names.includes(name))
    .map(({ id }) => id);
  bodyOf(await reveal(mission, { test_ids, when: 'now' }), 200);
  time += 10_000;
  await isSeen(mission, ...names);
  return readMission(red.client, mission.id);
}

describe('with hidden tests from the start', () => {
  /** The same mission twice, once with hidden tests before, between and after the others. */
  let withHidden: Mission;
  let without: Mission;
  before(async () => {
    withHidden = await newBlind([
      [`${secret} 1`],
      [`${secret} 2`, 'One', `${secret} 3`, 'Two'],
      ['Three', `${secret} 4`],
    ]);
    without = await newBlind([['One', 'Two'], ['Three']]);
    for (const mission of [withHidden, without]) {
      await show(mission, 'One', 'Two', 'Three');
      await walk(admin, pathOf(mission), 'in_progress');
      for (const { id, name } of listTests(mission)) {
        const path = `${pathOf(mission)}/tests/${id}`;
        bodyOf(await red.client.put(path, { command: `run ${name}`, target_host: name }), 200);
        await walk(red.client, path, 'executed');
        bodyOf(await admin.post(`${path}/facts`, { kind: 'alerted', result: 'yes', rule_name: name }), 201);
      }
    }
  });

  /** Identifiers and times by their first appearance, so that equal answers are equal. */
  function comparable(value: unknown): string {
    const names = new Map<string, string>();
    return JSON.stringify(value)
      .replaceAll(/"(?:Phase|Scenario|Mission) \d+"/g, '"NAME"')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
        if (!names.has(id)) names.set(id, `ID ${names.size}`);
        return names.get(id) as string;
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/"seq":\d+/g, '"seq":0');
  }

  const lists = [
    '',
    '/figures',
    '/timeline',
    '/runs',
    '/variables',
    '/findings',
    '/alerts',
    '/activity',
    '/clocks',
    '/pictures',
  ];
  for (const list of lists) {
    it(`${list || 'the mission'} is the same but for identifiers and times`, async () => {
      const [one, other] = await Promise.all(
        [withHidden, without].map(async (mission) =>
          bodyOf(await blue.client.get(`${pathOf(mission)}${list}`), 200),
        ),
      );
      assert.equal(comparable(one), comparable(other));
      assert.ok(!JSON.stringify(one).includes(secret));
    });
  }

  it('no file of the mission has them', async () => {
    for (const format of missionExports) {
      const bytes = await fetchBytes(blue.client, `${pathOf(withHidden)}/export?format=${format}`);
      const texts = isZip(bytes)
        ? Object.entries(unzipSync(bytes)).map(([, one]) => strFromU8(one))
        : [bytes.toString()];
      assert.ok(!texts.join('\n').includes(secret), format);
      if (/^(?:damson|vectr)$/.test(format)) assert.ok(texts.join('\n').includes('run One'), format);
    }
  });

  it('a report that blue makes does not have them, also right after one of red', async () => {
    const reports = `${pathOf(withHidden)}/reports`;
    const body = { kind: 'technical', title: 'Of blue' };
    const made = bodyOf(await blue.client.post(reports, body), 201);
    const at = `${reports}/${made.id}`;
    for (const [client, has] of [
      [red.client, true],
      [blue.client, false],
      [red.client, true],
    ] as const) {
      for (const format of ['html', 'json'] as const) {
        const { body: text } = await makeRendering(client, at, format);
        const whole = typeof text === 'string' ? text : JSON.stringify(text);
        assert.equal(whole.includes(secret), has, format);
        assert.ok(whole.includes('run One'));
      }
      const outline = bodyOf(await client.get(`${at}/outline`), 200);
      if (!has) assert.ok(!JSON.stringify(outline).includes(secret));
    }
  });

  it('drafts and issued reports of red stay unseen until all in them is revealed', async () => {
    const own = await newBlind([[`${secret} alone`, 'One']]);
    await show(own, 'One');
    const reports = `${pathOf(own)}/reports`;
    const made = bodyOf(await red.client.post(reports, { kind: 'technical', title: secret }), 201);
    const draft = bodyOf(await red.client.post(reports, { kind: 'technical', title: secret }), 201);
    bodyOf(await red.client.post(`${reports}/${made.id}/issue`), 200);
    assert.deepEqual(bodyOf(await blue.client.get(reports), 200), {
      items: [],
      total: 0,
      limit: 50,
      offset: 0,
    });
    assert.equal((await blue.client.get(`${reports}/${made.id}/renderings/html`)).status, 404);
    assert.equal((await blue.client.get(`${reports}/${draft.id}`)).status, 404);
    await show(own, `${secret} alone`);
    assert.equal(bodyOf(await blue.client.get(reports), 200).total, 2);
  });

  it('an alert is suggested for shown tests only', async () => {
    const hidden = listTests(withHidden).find(({ name }) => name === `${secret} 2`);
    const alert = {
      source: 'siem',
      title: `Alert on ${secret} 2`,
      host: `${secret} 2`,
      command: `run ${secret} 2`,
    };
    bodyOf(await blue.client.post(`${pathOf(withHidden)}/alerts`, alert), 200);
    const seen = bodyOf(await blue.client.get(`${pathOf(withHidden)}/alerts?state=new`), 200);
    assert.ok(!JSON.stringify(seen).includes(hidden?.id as string));
  });

  it('a copy by blue is of the shown tests, and one by red hides them again', async () => {
    const copy = bodyOf(await blue.client.post(`${pathOf(withHidden)}/clone`, {}), 201);
    assert.deepEqual(await seenBy(admin, copy), ['One', 'Two', 'Three']);
    const whole = bodyOf(await red.client.post(`${pathOf(withHidden)}/clone`, { members: true }), 201);
    assert.equal((await seenBy(red.client, whole)).length, 7);
    assert.deepEqual(await seenBy(blue.client, whole), []);
  });

  it('nobody is told of a hidden test that they are given', async () => {
    const unread = async () => bodyOf(await blue.client.get('/api/v1/notifications'), 200).total;
    const count = await unread();
    const place = placeOf(withHidden, 0) as Place;
    bodyOf(await assign(admin, place, blue.id), 200);
    const body = { test_ids: listTests(withHidden).map(({ id }) => id), assignee_id: blue.id };
    bodyOf(await admin.patch(`${pathOf(withHidden)}/tests`, body), 200);
    const { items } = bodyOf(await blue.client.get('/api/v1/notifications'), 200);
    assert.equal(await unread(), count + 1);
    assert.equal(items[0].tests, 3);
  });
});

describe('a member who plans without seeing hidden tests', () => {
  let mission: Mission;
  let seen: Place;
  let hidden: string;
  before(async () => {
    mission = await show(await newBlind([['One', secret]]), 'One');
    seen = placeOf(mission, 0);
    hidden = listTests(mission)[1]?.id as string;
  });

  it('makes nobody a lead', async () => {
    const members = (hint: string) => ({
      members: [
        { user_id: red.id, role_hint: 'red' },
        { user_id: blue.id, role_hint: hint },
      ],
    });
    assert.deepEqual(told(await blue.client.put(`${pathOf(mission)}/members`, members('lead'))), [
      403,
      'forbidden',
      undefined,
    ]);
    bodyOf(await blue.client.put(`${pathOf(mission)}/members`, members('observer')), 200);
    bodyOf(await red.client.put(`${pathOf(mission)}/members`, members('blue')), 200);
  });

  it('removes no hidden test with its scenario', async () => {
    const own = await newBlind([[secret], ['Two']]);
    const [first] = own.scenarios;
    bodyOf(await hide(own, { test_ids: first?.tests.map(({ id }) => id), hidden: true }), 200);
    bodyOf(await reveal(own, { scenario_ids: [first?.id], when: 'now' }), 200);
    time += 10_000;
    await until(async () => (await readMission(blue.client, own.id)).scenarios.length === 1);
    bodyOf(await hide(own, { test_ids: first?.tests.map(({ id }) => id), hidden: true }), 200);
    const path = `${pathOf(own)}/scenarios/${first?.id}`;
    assert.deepEqual((await readMission(blue.client, own.id)).scenarios[0]?.tests, []);
    bodyOf(await blue.client.delete(path), 204);
    assert.deepEqual((await readMission(blue.client, own.id)).scenarios, []);
    assert.equal((await blue.client.delete(path)).status, 404);
    assert.ok((await seenBy(red.client, own)).includes(secret));
  });

  it('keeps the hidden tests of what they change', async () => {
    const tests = [seen.test, hidden];
    await walk(red.client, seen.path, 'executed');
    const remediation = bodyOf(
      await red.client.post(`${pathOf(mission)}/remediations`, { title: 'R', test_ids: tests }),
      201,
    );
    const finding = bodyOf(
      await red.client.post(`${pathOf(mission)}/findings`, {
        title: 'F',
        tests: [{ test_id: seen.test, run: 1 }],
        status: 'confirmed',
      }),
      201,
    );
    const flag = { objective: 'Read the ledger', test_ids: tests, number: 1 };
    bodyOf(await red.client.patch(`${pathOf(mission)}/tlpt`, { flags: [flag] }), 200);
    const paths = {
      remediation: `${pathOf(mission)}/remediations/${remediation.id}`,
      finding: `${pathOf(mission)}/findings/${finding.id}`,
      tlpt: `${pathOf(mission)}/tlpt`,
    };
    assert.deepEqual(bodyOf(await blue.client.get(paths.remediation), 200).test_ids, [seen.test]);
    bodyOf(await blue.client.patch(paths.remediation, { title: 'Renamed', test_ids: [seen.test] }), 200);
    bodyOf(await blue.client.patch(paths.finding, { title: 'Renamed' }), 200);
    const { flags } = bodyOf(await blue.client.get(paths.tlpt), 200);
    assert.deepEqual(flags[0].test_ids, [seen.test]);
    bodyOf(await blue.client.patch(paths.tlpt, { flags: [{ ...flags[0], objective: 'Renamed' }] }), 200);
    const whole = bodyOf(await red.client.get(paths.tlpt), 200);
    assert.deepEqual(
      [whole.flags[0].objective, [...whole.flags[0].test_ids].sort()],
      ['Renamed', tests.sort()],
    );
    const kept = bodyOf(await red.client.get(paths.remediation), 200).test_ids;
    assert.deepEqual([...kept].sort(), tests.sort());
    const history = bodyOf(await blue.client.get(`${pathOf(mission)}/history`), 200);
    assert.ok(!JSON.stringify(history).includes(hidden));
  });

  it('gets no sign of a decision on a hidden test', async () => {
    await walk(admin, pathOf(mission), 'in_progress');
    const path = `${pathOf(mission)}/tests/${hidden}`;
    bodyOf(await red.client.put(path, { attack_result: 'succeeded' }), 200);
    await walk(red.client, path, 'executed');
    await walk(admin, path, 'reviewed_by_blue');
    const list = `${pathOf(mission)}/findings/suggestions`;
    const suggestions = bodyOf(await red.client.get(list), 200).items;
    assert.deepEqual(bodyOf(await blue.client.get(list), 200).items, []);
    for (const { suggestion } of suggestions) assert.ok(suggestion.includes(hidden));
  });
});

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString() === 'PK';
}
