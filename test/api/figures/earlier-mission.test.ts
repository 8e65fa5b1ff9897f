import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import type { MissionFigures } from '../../../server/missions/figures/contract.ts';
import type { Suggestion } from '../../../server/missions/findings/contract.ts';
import { renderHtml } from '../../../server/reports/html/document.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../../support/missions/factories.ts';
import { render } from '../../support/reports/report-samples.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
let scenario: string;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
  const catalog_tags = [{ kind: 'technique', external_id: 'T1003' }];
  const template = await newTestTemplate(admin, { catalog_tags });
  scenario = (await newScenarioTemplate(admin, { tests: [template.id] })).id;
});
after(() => server.close());

let clients = 0;
/** Creates missions of a new organisation, each with the same test. */
function newSeries() {
  clients += 1;
  const client = `Series ${clients}`;
  return (start_date: string, ...members: Person[]): Promise<Mission> =>
    newMission(admin, { tests: 0, scenario_template_ids: [scenario], client, start_date, members });
}

async function run(mission: Mission, kind: string): Promise<void> {
  const { path } = placeOf(mission);
  const executed = { status: 'executed', executed_at: '2026-11-20T09:00:00.000Z' };
  bodyOf(await admin.post(`${path}/transition`, executed), 200);
  bodyOf(await admin.post(`${path}/facts`, { kind, result: 'yes' }), 201);
}

async function beginAgain(mission: Mission): Promise<void> {
  bodyOf(await admin.post(`${placeOf(mission).path}/runs`, { reason: 'after_fix' }), 201);
}

const seat = async ({ id }: Mission, ...people: Person[]) => {
  const members = people.map((person) => ({ user_id: person.id, role_hint: 'red' }));
  bodyOf(await admin.put(`/api/v1/missions/${id}/members`, { members }), 200);
};
const change = async ({ id }: Mission, body: object) =>
  bodyOf(await admin.patch(`/api/v1/missions/${id}`, body), 200);
const figuresOf = async ({ id }: Mission, client = admin): Promise<MissionFigures> =>
  bodyOf(await client.get(`/api/v1/missions/${id}/figures`), 200);
/** For each gap of a mission, the name of the earlier mission in which the test did better, or `-`. */
const worseThan = async (mission: Mission, client = admin) =>
  (await figuresOf(mission, client)).gaps.map(({ worse_than }) => worse_than?.name ?? '-');

describe('a test that got worse than in an earlier mission', () => {
  it('is a gap, and its technique no strength, wherever gaps are shown', async () => {
    const make = newSeries();
    const [spring, autumn] = [await make('2026-03-01', red), await make('2026-09-01', red)];
    await run(spring, 'prevented');
    await run(autumn, 'alerted');
    assert.equal((await figuresOf(spring)).strengths.length, 1);
    const { gaps, strengths } = await figuresOf(autumn);
    assert.deepEqual(
      gaps.map(({ reasons, state, worse_than }) => [reasons, state, worse_than]),
      [[['worse'], 'open', { id: spring.id, name: spring.name }]],
    );
    assert.deepEqual(strengths, []);
    const ofScenario = `/api/v1/missions/${autumn.id}/figures?scenario=${placeOf(autumn).scenario}`;
    assert.deepEqual(bodyOf(await admin.get(ofScenario), 200).gaps, gaps);

    const findings = `/api/v1/missions/${autumn.id}/findings`;
    const { items } = bodyOf(await admin.get(`${findings}/suggestions`), 200);
    assert.deepEqual(
      items.map(({ reasons }: Suggestion) => reasons),
      [['worse']],
    );
    const tests = [{ test_id: placeOf(autumn).test, run: 1 }];
    const made = bodyOf(await admin.post(findings, { title: 'Worse', tests, status: 'confirmed' }), 201);
    const report = await modelOf(server, autumn.id);
    assert.deepEqual(
      [report.gaps.map(({ reasons, worse_than }) => [reasons, worse_than]), report.strengths],
      [[[['worse'], { id: spring.id, name: spring.name }]], []],
    );
    assert.equal(report.change?.tests.worse, 1);
    const html = (await render(renderHtml, report)).toString();
    assert.ok(html.includes(`The result is worse than in ${spring.name}.`));
    const ofRed = await modelOf(server, autumn.id, { options: { side: 'red' } });
    assert.deepEqual([ofRed.gaps, ofRed.change], [[], null]);

    // The gap stays while the test waits for its next run, which then closes it.
    await beginAgain(autumn);
    assert.deepEqual(await worseThan(autumn), [spring.name]);
    await run(autumn, 'prevented');
    const stateOf = async () => (await figuresOf(autumn)).gaps.map(({ state }) => state);
    const findingOf = async () => {
      const { status, came_back } = bodyOf(await admin.get(`${findings}/${made.id}`), 200);
      return [status, came_back];
    };
    assert.deepEqual([await stateOf(), await findingOf()], [['proven'], ['verified', false]]);
    await beginAgain(autumn);
    await run(autumn, 'alerted');
    assert.deepEqual([await stateOf(), await findingOf()], [['came_back'], ['confirmed', true]]);
    const shown = await modelOf(server, autumn.id);
    assert.deepEqual(
      [shown.gaps[0]?.state, shown.findings?.map((one) => one.came_back)],
      ['came_back', [true]],
    );
    const { items: news } = bodyOf(await red.client.get('/api/v1/notifications'), 200);
    assert.ok(news.some(({ kind }: { kind: string }) => kind === 'finding_came_back'));
  });

  it('is compared with the mission that is retested, before the last one of the organisation', async () => {
    const make = newSeries();
    const first = await make('2026-01-01');
    await run(first, 'prevented');
    const between = await make('2026-02-01');
    await run(between, 'logged');
    const retest: Mission = bodyOf(await admin.post(`/api/v1/missions/${first.id}/retest`, {}), 201);
    await run(retest, 'alerted');
    assert.deepEqual(await worseThan(retest), [first.name]);
    assert.equal((await modelOf(server, retest.id)).change?.mission.name, first.name);
    // Then the mission in between is the previous one, with a worse result.
    bodyOf(await admin.delete(`/api/v1/missions/${first.id}`), 204);
    assert.deepEqual(await worseThan(retest), []);
    assert.equal((await modelOf(server, retest.id)).change?.mission.name, between.name);
  });

  it('is reported only if every member sees both missions', async () => {
    const make = newSeries();
    const spring = await make('2026-03-01', red);
    await run(spring, 'prevented');
    const autumn = await make('2026-09-01', red, blue);
    await run(autumn, 'alerted');
    const all = async () => [
      await worseThan(autumn),
      await worseThan(autumn, red.client),
      (await modelOf(server, autumn.id)).gaps.length,
      bodyOf(await admin.get(`/api/v1/missions/${autumn.id}/findings/suggestions`), 200).items.length,
    ];
    assert.deepEqual(await all(), [[], [], 0, 0]);
    await seat(spring, red, blue);
    assert.deepEqual(await all(), [[spring.name], [spring.name], 1, 1]);
    await seat(spring, red);
    assert.deepEqual(await all(), [[], [], 0, 0]);
    await seat(autumn, red);
    assert.deepEqual(await all(), [[spring.name], [spring.name], 1, 1]);
  });

  it('follows changes of the earlier mission', async () => {
    const make = newSeries();
    const spring = await make('2026-03-01');
    const autumn = await make('2026-09-01');
    await run(autumn, 'alerted');
    assert.deepEqual(await worseThan(autumn), []);
    await run(spring, 'prevented');
    assert.deepEqual(await worseThan(autumn), [spring.name]);
    await change(spring, { name: 'Renamed' });
    assert.deepEqual(await worseThan(autumn), ['Renamed']);
    await change(spring, { start_date: '2026-10-01' });
    assert.deepEqual(await worseThan(autumn), []);
    await change(spring, { start_date: '2026-03-01' });
    await beginAgain(spring);
    await run(spring, 'alerted');
    assert.deepEqual(await worseThan(autumn), []);
    await beginAgain(spring);
    await run(spring, 'prevented');
    assert.deepEqual(await worseThan(autumn), ['Renamed']);
    bodyOf(await admin.delete(`/api/v1/missions/${spring.id}`), 204);
    assert.deepEqual(await worseThan(autumn), []);
  });
});
