import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, told } from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import { alert, executedMission, type Mission } from './scene.ts';

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

const newExecuted = (...executions: object[]) => executedMission({ admin, red, soc }, executions);
const refused = (answer: Answer) => told(answer).slice(0, 2);
const send = ({ path }: Mission, body: unknown, client: Client = soc.client): Promise<Answer> =>
  client.post(`${path}/alerts`, body);
const receive = async (mission: Mission, body: unknown) => bodyOf(await send(mission, body), 200).alerts;
const list = async ({ path }: Mission, query = '') =>
  bodyOf(await soc.client.get(`${path}/alerts${query}`), 200);

describe('alerts of other tools', () => {
  it('are matched to executions, the best first, with reasons', async () => {
    const mission = await newExecuted({ process_id: 4242 }, { host: 'ws02', command: 'ipconfig' });
    const weak = alert({ hosts: [], process: null, users: [] });
    const [, strong] = await receive(mission, [weak, alert()]);
    const { items, total } = await list(mission);
    assert.equal(total, 2);
    const [{ id, suggestions }, other] = items;
    assert.equal(id, strong.id);
    assert.deepEqual(
      [suggestions[0].test_id, suggestions[0].run, suggestions[0].band, suggestions[0].is_current],
      [mission.tests[0], 1, 'sure', true],
    );
    const kinds = suggestions[0].reasons.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds.sort(), [
      'command_same',
      'host_name',
      'process_same',
      'technique_same',
      'time_within',
    ]);
    const time = suggestions[0].reasons.find(({ kind }: { kind: string }) => kind === 'time_within');
    assert.equal(time.seconds, 2);
    for (const { band } of other.suggestions) assert.equal(band, 'possible');
  });

  it('are matched again after each change of what they are matched to', async () => {
    const mission = await newExecuted({ command: 'ipconfig', host: 'ws02' });
    const [{ id }, other] = await receive(mission, [
      alert(),
      alert({ hosts: ['ws02'], process: { command_line: 'ipconfig' } }),
    ]);
    const suggested = async (of: string) => {
      const { items } = await list(mission);
      assert.deepEqual(await list(mission), { ...(await list(mission)), items });
      return items.find((one: { id: string }) => one.id === of)?.suggestions ?? [];
    };
    assert.deepEqual(await suggested(id), []);

    const late = { external_id: 'late', command: 'whoami /all', host: 'ws01', technique: 'T1033' };
    const when = { executed_at: '2026-09-01T08:00:02Z', ended_at: '2026-09-01T08:00:10Z' };
    bodyOf(await red.client.post(`${mission.path}/executions`, { ...late, ...when }), 200);
    const [found] = await suggested(id);
    const path = `${mission.path}/tests/${found.test_id}`;
    bodyOf(await red.client.put(path, { target_host: 'elsewhere' }), 200);
    assert.deepEqual(await suggested(id), []);
    bodyOf(await red.client.put(path, { target_host: 'ws01' }), 200);
    const kinds = async () => (await suggested(id))[0].reasons.map(({ kind }: { kind: string }) => kind);
    assert.ok(!(await kinds()).includes('rule_known'));
    const fact = { kind: 'alerted', result: 'yes', rule_id: 'ef862985' };
    const { id: made } = bodyOf(await soc.client.post(`${path}/facts`, fact), 201);
    assert.ok((await kinds()).includes('rule_known'));
    bodyOf(await soc.client.delete(`${path}/facts/${made}`), 204);
    assert.ok(!(await kinds()).includes('rule_known'));
    bodyOf(await soc.client.post(`${mission.path}/alerts/${id}/not-ours`, {}), 200);
    assert.deepEqual([await suggested(id), (await suggested(other.id)).length], [[], 1]);
    bodyOf(await soc.client.post(`${mission.path}/alerts/${id}/undo`), 200);
    assert.equal((await suggested(id)).length, 1);
  });

  it('are received once', async () => {
    const mission = await newExecuted();
    const one = alert();
    const [first] = await receive(mission, one);
    assert.deepEqual([first.result, first.state, first.ignored], ['received', 'new', []]);
    assert.deepEqual(
      (await receive(mission, [one, { ...one, severity: 'low' }, { ...one, source: 'wazuh' }])).map(
        ({ result }: { result: string }) => result,
      ),
      ['same', 'differs', 'received'],
    );
    assert.equal((await list(mission)).total, 2);
  });

  it('are never lost for one of their fields', async () => {
    const mission = await newExecuted();
    const [became] = await receive(mission, {
      source: 'odd',
      occurred_at: 'yesterday',
      severity: 7,
      hosts: [null, 'n/a', '-'],
      process: 'cmd',
      techniques: { id: 1 },
      raw: 'a\u0000b',
    });
    assert.deepEqual(became.ignored, ['occurred_at', 'severity', 'hosts', 'process', 'techniques']);
    const [listed] = (await list(mission)).items;
    assert.deepEqual([listed.occurred_at, listed.hosts, listed.suggestions], [null, [], []]);
  });

  it('are refused without a source, all of them', async () => {
    const mission = await newExecuted();
    const answer = await send(mission, [alert(), { title: 'None' }]);
    assert.equal(answer.status, 422);
    assert.equal(answer.body.errors[0].path, 'alerts[1].source');
    assert.equal((await list(mission)).total, 0);
    assert.deepEqual(refused(await send(mission, alert(), red.client)), [403, 'forbidden']);
  });
});
describe('an alert that is not ours', () => {
  const notOurs = ({ path }: Mission, id: string, body: object = {}): Promise<Answer> =>
    soc.client.post(`${path}/alerts/${id}/not-ours`, body);

  it('leaves the list, and comes back when that is undone', async () => {
    const mission = await newExecuted({});
    const [{ id }] = await receive(mission, alert());
    assert.deepEqual(bodyOf(await notOurs(mission, id), 200), { alerts: 1 });
    assert.equal((await list(mission)).total, 0);
    assert.equal((await list(mission, '?state=not_ours')).items[0].decided_by.id, soc.id);
    bodyOf(await soc.client.post(`${mission.path}/alerts/${id}/undo`), 200);
    assert.equal((await list(mission)).total, 1);
  });

  it('is read by its id like any other, as it is now and without suggestions', async () => {
    const mission = await newExecuted({});
    const [{ id }, { id: other }] = await receive(mission, [alert(), alert()]);
    bodyOf(await soc.client.post(`${mission.path}/alerts/${id}/not-ours`, {}), 200);
    const { items, total } = await list(mission, `?ids=${other},${id},${crypto.randomUUID()}`);
    assert.equal(total, 2);
    assert.deepEqual(
      items.map((one: { id: string; state: string; suggestions: unknown[] }) => [
        one.id,
        one.state,
        one.suggestions,
      ]),
      [
        [other, 'new', []],
        [id, 'not_ours', []],
      ],
    );
    const elsewhere = await newExecuted();
    assert.equal((await list(elsewhere, `?ids=${id}`)).total, 0);
    assert.equal((await soc.client.get(`${mission.path}/alerts?ids=nonsense`)).status, 422);
  });

  it('takes its whole rule along, also what comes later', async () => {
    const mission = await newExecuted({});
    const other = alert({ rule_id: 'other' });
    const [{ id }] = await receive(mission, [alert(), alert(), other]);
    assert.deepEqual(bodyOf(await notOurs(mission, id, { rule: true }), 200), { alerts: 2 });
    assert.equal((await list(mission)).total, 1);
    const [later] = await receive(mission, alert());
    assert.equal(later.state, 'not_ours');
    const [own] = (await list(mission)).items;
    bodyOf(await notOurs(mission, own.id), 200);
    bodyOf(await soc.client.post(`${mission.path}/alerts/${later.id}/undo`), 200);
    assert.equal((await list(mission)).total, 3);
    assert.deepEqual(
      (await list(mission, '?state=not_ours')).items.map((one: { id: string }) => one.id),
      [own.id],
    );
    const { items } = bodyOf(await soc.client.get(`${mission.path}/history?limit=1`), 200);
    assert.deepEqual(items[0].changes, {
      state: ['not_ours', 'new'],
      rule: [null, 'ef862985'],
      alerts: [null, 3],
    });
    const [last] = await receive(mission, alert());
    assert.equal(last.state, 'new');
  });

  it('is another alert elsewhere', async () => {
    const mission = await newExecuted({});
    const elsewhere = await newExecuted({});
    const [{ id }] = await receive(mission, alert());
    for (const operation of ['accept', 'not-ours', 'undo']) {
      const path = `${elsewhere.path}/alerts/${id}/${operation}`;
      assert.deepEqual(
        refused(await soc.client.post(path, { test_id: elsewhere.tests[0] })),
        [404, 'not_found'],
        operation,
      );
    }
  });
});

describe('a file of alerts', () => {
  const send = (
    { path }: Mission,
    to: 'files' | 'files/preview',
    content: string,
    { choices, client = soc.client }: { choices?: unknown; client?: Client } = {},
  ): Promise<Answer> => {
    const form = new FormData();
    if (choices !== undefined) {
      form.set('choices', typeof choices === 'string' ? choices : JSON.stringify(choices));
    }
    form.set('file', new Blob([content]), 'alerts.json');
    return client.request('POST', `${path}/alerts/${to}`, { raw: form });
  };
  const upload = (mission: Mission, content: string, client: Client = soc.client): Promise<Answer> =>
    send(mission, 'files', content, { client });
  const line = {
    timestamp: '2026-09-01T10:00:03.118+0200',
    rule: { level: 8, description: 'Whoami', id: '92031', mitre: { id: ['T1033'] } },
    agent: { id: '004', name: 'ws01' },
    id: '1788249603.52931',
  };

  it('is received, once, with suggestions', async () => {
    const mission = await newExecuted({});
    const content = `${JSON.stringify(line)}\n${JSON.stringify({ ...line, id: '2' })}\n`;
    const counts = {
      format: 'wazuh',
      same: 0,
      differs: 0,
      left_out: 0,
      reasons: [],
      wrong: { count: 0, items: [] },
      without_zone: 0,
    };
    const { received_at, ...first } = bodyOf(await upload(mission, content), 200);
    assert.deepEqual(first, { ...counts, received: 2 });
    const again = { ...counts, received: 0, same: 2, received_at: null };
    assert.deepEqual(bodyOf(await upload(mission, content), 200), again);
    const { items, total } = await list(mission);
    assert.equal(total, 2);
    assert.equal(items[0].received_at, received_at);
    assert.equal(items[0].suggestions[0].test_id, mission.tests[0]);
  });

  it('is refused when it cannot be read, and nothing is received', async () => {
    const mission = await newExecuted();
    for (const content of ['[{"a":1}]', '{"class_uid":2004', 'hello', '['.repeat(100_000)]) {
      const answer = await upload(mission, content);
      assert.deepEqual(told(answer), [422, 'invalid', 'file'], content.slice(0, 20));
    }
    assert.deepEqual(refused(await upload(mission, JSON.stringify(line), red.client)), [403, 'forbidden']);
    assert.equal((await list(mission)).total, 0);
  });

  const table = [
    'When;Alarm;Severity;Computer;PID',
    '2026-09-01 10:00:03;Whoami;High;ws01;4242',
    'soon;Whoami again;7;ws01;x',
    ';;Low;ws01;',
  ].join('\n');

  it('of an unknown tool is previewed by the columns of its table, and received as previewed', async () => {
    const mission = await newExecuted();
    const guess = bodyOf(await send(mission, 'files/preview', table), 200);
    assert.deepEqual(
      guess.asks.columns.map(({ field }: { field: string | null }) => field),
      ['occurred_at', null, 'severity', 'hosts', 'process_id'],
    );
    assert.equal(guess.received, 0);
    assert.match(guess.reasons[0].why, /No column is for the title/);
    assert.deepEqual(told(await send(mission, 'files', table)), [422, 'invalid', 'file']);

    const choices = { columns: { Alarm: 'title' }, zone: 'Europe/Berlin' };
    const preview = bodyOf(await send(mission, 'files/preview', table, { choices }), 200);
    assert.equal((await list(mission)).total, 0);
    const [first, second] = preview.alerts;
    assert.deepEqual(
      [first.row, first.title, first.occurred_at, first.severity, first.hosts, first.result],
      ['row 2', 'Whoami', '2026-09-01T08:00:03.000Z', 'high', ['ws01'], 'received'],
    );
    assert.deepEqual([second.title, second.occurred_at, second.severity], ['Whoami again', null, null]);
    assert.deepEqual(
      preview.wrong.items.map(({ row, column, value }: Record<string, string>) => [row, column, value]),
      [
        ['row 3', 'When', 'soon'],
        ['row 3', 'Severity', '7'],
        ['row 3', 'PID', 'x'],
      ],
    );
    const { received_at, ...answer } = bodyOf(await send(mission, 'files', table, { choices }), 200);
    const { alerts, asks: _asks, ...counts } = preview;
    assert.deepEqual(answer, counts);
    assert.ok(received_at);
    const { items } = await list(mission);
    const shown = (one: Record<string, unknown>) => [one.title, one.occurred_at, one.severity, one.hosts];
    const byTitle = (one: unknown[], other: unknown[]) => String(one[0]).localeCompare(String(other[0]));
    assert.deepEqual(items.map(shown).sort(byTitle), alerts.map(shown).sort(byTitle));
    const { raw } = bodyOf(await soc.client.get(`${mission.path}/alerts/${items[0].id}`), 200);
    assert.equal(JSON.parse(raw).Computer, 'ws01');

    const again = bodyOf(await send(mission, 'files/preview', table, { choices }), 200);
    assert.deepEqual([again.received, again.same, again.alerts[0].result], [0, 2, 'same']);
    const other = { ...choices, columns: { ...choices.columns, PID: null } };
    const changed = bodyOf(await send(mission, 'files/preview', table, { choices: other }), 200);
    assert.deepEqual([changed.received, changed.same, changed.differs], [0, 1, 1]);
  });

  it('is previewed by those who may receive it, with choices that are some', async () => {
    const mission = await newExecuted();
    const { status } = await send(mission, 'files/preview', table, { client: red.client });
    assert.equal(status, 403);
    for (const [choices, field] of [
      ['{', 'choices'],
      [{ zone: 'Nowhere' }, 'choices.zone'],
      [{ rows: 1 }, 'choices.rows'],
      [{ columns: { When: 4 } }, 'choices.columns.When'],
    ] as const) {
      const answer = await send(mission, 'files/preview', table, { choices });
      assert.deepEqual(told(answer), [422, 'invalid', field]);
    }
  });
});
