import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { renderDocx } from '../../../server/reports/docx/render.ts';
import { renderHtml } from '../../../server/reports/html/document.ts';
import { bodyOf, newMission, told } from '../../support/missions/factories.ts';
import { render } from '../../support/reports/report-samples.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

const minute = 60_000;
const first = Date.parse('2026-09-01T08:00:00Z');
const iso = (time: number) => new Date(time).toISOString();

/** A mission with tests executed on ws01 every ten minutes. */
async function newExecuted(count: number): Promise<{ path: string; tests: string[] }> {
  const { id } = await newMission(admin, { members: [red, soc], tests: 0 });
  const path = `/api/v1/missions/${id}`;
  if (count === 0) return { path, tests: [] };
  const rows = Array.from({ length: count }, (_, index) => ({
    external_id: `e-${index}`,
    command: `whoami /all /${index}`,
    executed_at: iso(first + index * 10 * minute),
    ended_at: iso(first + index * 10 * minute + 8000),
    host: 'ws01',
  }));
  const { executions } = bodyOf(await red.client.post(`${path}/executions`, rows), 200);
  return { path, tests: executions.map(({ test_id }: { test_id: string }) => test_id) };
}

/** The alert of the test with this number, by a clock seven minutes ahead. */
const alertOf = (index: number) => ({
  source: 'elastic',
  external_id: `a-${index}`,
  title: `Whoami ${index}`,
  occurred_at: iso(first + index * 10 * minute + 7 * minute + 2000),
  hosts: ['WS01.corp.example'],
  process: { command_line: `whoami /all /${index}` },
});

/** Accepts the alerts of the first tests, which shows by how much the clock is ahead. */
async function acceptFirst({ path, tests }: { path: string; tests: string[] }, count: number) {
  const { alerts } = bodyOf(
    await soc.client.post(
      `${path}/alerts`,
      tests.map((_, index) => alertOf(index)),
    ),
    200,
  );
  for (let index = 0; index < count; index += 1) {
    const accepted = { test_id: tests[index] };
    bodyOf(await soc.client.post(`${path}/alerts/${alerts[index].id}/accept`, accepted), 200);
  }
}

const post = (path: string, body: object, client: Client = soc.client) => client.post(`${path}/clocks`, body);

describe('the clock of a host', () => {
  it('is measured from accepted alerts, and used once somebody has confirmed it', async () => {
    const mission = await newExecuted(6);
    await acceptFirst(mission, 3);
    const list = async () => bodyOf(await soc.client.get(`${mission.path}/alerts`), 200).items;
    for (const { clock_seconds, suggestions } of await list()) {
      assert.equal(clock_seconds, null);
      assert.notEqual(suggestions[0]?.band, 'sure');
    }
    const host = 'ws01.corp.example';
    const measured = { seconds: 422, pairs: 3, spread: 0 };
    const read = async () => bodyOf(await red.client.get(`${mission.path}/clocks`), 200).hosts;
    assert.deepEqual(await read(), [{ host, confirmed: null, measured }]);

    const { hosts } = bodyOf(await post(mission.path, { host: 'WS01.corp.example', seconds: 422 }), 200);
    const { set_by, set_at: _, ...confirmed } = hosts[0].confirmed;
    assert.deepEqual([confirmed, set_by.id], [measured, soc.id]);
    const listed = await list();
    assert.equal(listed.length, 3);
    for (const { clock_seconds, title, occurred_at, suggestions } of listed) {
      const index = Number(title.at(-1));
      assert.equal(clock_seconds, 422);
      assert.deepEqual([suggestions[0].test_id, suggestions[0].band], [mission.tests[index], 'sure']);
      assert.equal(occurred_at, alertOf(index).occurred_at);
    }
  });

  it('is the confirmed one in suggestions, also when it was another while they were made', async () => {
    const mission = await newExecuted(2);
    await acceptFirst(mission, 1);
    const list = async () => bodyOf(await soc.client.get(`${mission.path}/alerts`), 200).items;
    const confirm = async (seconds: number) =>
      bodyOf(await post(mission.path, { host: 'ws01.corp.example', seconds }), 200);
    for (let round = 0; round < 4; round += 1) {
      await confirm(422);
      const during = list();
      await confirm(-90);
      await during;
      await confirm(422);
      assert.deepEqual(
        (await list()).map(({ clock_seconds }: { clock_seconds: number }) => clock_seconds),
        [422],
      );
    }
  });

  it('may be given by hand, changed and taken back, each recorded once', async () => {
    const { path } = await newExecuted(0);
    bodyOf(await post(path, { host: 'ws01', seconds: 60 }), 200);
    bodyOf(await post(path, { host: 'ws01', seconds: 60 }), 200);
    const { hosts } = bodyOf(await post(path, { host: 'ws01', seconds: -90 }), 200);
    assert.deepEqual([hosts[0].confirmed.seconds, hosts[0].confirmed.pairs], [-90, null]);
    assert.deepEqual(bodyOf(await post(path, { host: 'ws01', seconds: null }), 200), { hosts: [] });
    bodyOf(await post(path, { host: 'ws01', seconds: null }), 200);
    const { items } = bodyOf(await soc.client.get(`${path}/history`), 200);
    const changes = items.flatMap(({ changes }: { changes: { clocks?: unknown } }) =>
      changes.clocks === undefined ? [] : [changes.clocks],
    );
    assert.deepEqual(changes, [
      [{ ws01: -90 }, null],
      [{ ws01: 60 }, { ws01: -90 }],
      [null, { ws01: 60 }],
    ]);
  });

  it('is named in the method of reports, not in those of red alone', async () => {
    const { path } = await newExecuted(1);
    bodyOf(await post(path, { host: 'ws01', seconds: 422 }), 200);
    bodyOf(await post(path, { host: 'ws02', seconds: -60 }), 200);
    const id = path.split('/').at(-1) as string;
    const model = await modelOf(server, id);
    assert.deepEqual(model.clocks, [
      { host: 'ws01', seconds: 422, pairs: null, spread: null },
      { host: 'ws02', seconds: -60, pairs: null, spread: null },
    ]);
    const said = 'ws01 is 7 min 2 s ahead; ws02 is 1 min behind';
    assert.ok((await render(renderHtml, model)).toString().includes(said));
    const xml = strFromU8(unzipSync(await render(renderDocx, model))['word/document.xml'] as Uint8Array);
    assert.ok(xml.replace(/<[^>]*>/g, '').includes(said));
    assert.deepEqual((await modelOf(server, id, { options: { side: 'red' } })).clocks, []);
  });

  it('is refused where it is none', async () => {
    const { path } = await newExecuted(0);
    for (const body of [
      { host: 'ws01 ws02', seconds: 1 },
      { host: '-', seconds: 1 },
      { host: 'ws01', seconds: 26 * 3600 + 1 },
      { host: 'ws01', seconds: 0.5 },
      { host: 'ws01' },
    ]) {
      assert.deepEqual(told(await post(path, body)).slice(0, 2), [422, 'invalid'], JSON.stringify(body));
    }
    for (let index = 0; index < 200; index += 1)
      bodyOf(await post(path, { host: `h${index}`, seconds: 9 }), 200);
    assert.deepEqual(told(await post(path, { host: 'more', seconds: 9 })), [422, 'invalid', 'host']);
    bodyOf(await post(path, { host: 'h7', seconds: 10 }), 200);
  });
});
