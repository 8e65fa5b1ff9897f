import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ReportKind, type ReportOptions, reportKinds, reportSections } from '../../../domain/reports.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import type { ReportModel, ReportTest } from '../../../server/reports/model.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  type Place,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
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

const executedAt = '2026-11-20T09:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(executedAt) + minutes * 60_000).toISOString();

const testsOf = (model: ReportModel): ReportTest[] => model.scenarios.flatMap(({ tests }) => tests);
const firstOf = (model: ReportModel): ReportTest => testsOf(model)[0] as ReportTest;

async function execute({ path }: Pick<Place, 'path'>): Promise<void> {
  const move = { status: 'executed', executed_at: executedAt };
  bodyOf(await admin.post(`${path}/transition`, move), 200);
}

const addFact = async ({ path }: Pick<Place, 'path'>, kind: string, result: string, more: object = {}) =>
  bodyOf(await admin.post(`${path}/facts`, { kind, result, ...more }), 201);

const remedy = async (mission: string, title: string, more: object): Promise<void> => {
  bodyOf(await admin.post(`/api/v1/missions/${mission}/remediations`, { title, ...more }), 201);
};

/** A mission with tests from these templates, in one scenario. */
async function missionOf(fields: Record<string, unknown>, ...templates: object[]): Promise<Mission> {
  const ids = [];
  for (const template of templates) ids.push((await newTestTemplate(admin, { ...template })).id);
  const scenario = await newScenarioTemplate(admin, { tests: ids });
  return newMission(admin, { tests: 0, scenario_template_ids: [scenario.id], ...fields });
}

describe('the model of a report', () => {
  it('of a mission without tests and organisation is empty', async () => {
    const model = await modelOf(server, (await newMission(admin, { tests: 0 })).id);
    assert.equal(model.mission.organisation, null);
    assert.deepEqual(
      [model.scenarios, model.timeline, model.gaps, model.strengths, model.remediations, model.tools],
      [[], [], [], [], [], []],
    );
    assert.deepEqual([model.change, model.figures.tests], [null, 0]);
  });

  it('has the sections of its kind with their texts, each named once', async () => {
    const { id } = await newMission(admin, { tests: 0 });
    for (const kind of reportKinds) {
      const { sections } = await modelOf(server, id, {
        kind,
        texts: { [reportSections[kind][1]!.key]: 'Why' },
      });
      assert.deepEqual(
        sections.map(({ key, text }) => [key, text]),
        reportSections[kind].map(({ key }, index) => [key, index === 1 ? 'Why' : null]),
      );
      assert.equal(new Set(sections.map(({ key }) => key)).size, sections.length, kind);
    }
  });

  it('drafts what the lead has not written from the record, in the language of the report', async () => {
    const mission = await newMission(admin, { tests: 3 });
    await execute(placeOf(mission));
    await addFact(placeOf(mission), 'alerted', 'yes', { at: later(5) });
    await execute(placeOf(mission, 1));
    for (const kind of ['alerted', 'logged'] as const) await addFact(placeOf(mission, 1), kind, 'no');
    const draftsOf = async (
      kind: ReportKind,
      options: Partial<ReportOptions>,
      texts: Record<string, string> = {},
    ) =>
      Object.fromEntries(
        (await modelOf(server, mission.id, { kind, options, texts })).sections.flatMap(
          ({ key, text, drafted }) => (text === null ? [] : [[key, [text, drafted]]]),
        ),
      );
    const gaps = ['1 test was missed or fell short of its expected outcome.', true];
    assert.deepEqual(await draftsOf('executive', {}), {
      summary: [
        '2 of 3 tests were executed and judged. Of the 2 judged tests, 0 were prevented, 1 detected, 0 logged only and 1 missed.',
        true,
      ],
      gaps,
    });
    assert.deepEqual(await draftsOf('executive', {}, { summary: 'As **agreed**' }), {
      summary: ['As **agreed**', false],
      gaps,
    });
    assert.deepEqual((await draftsOf('technical', { locale: 'de-DE' })).gaps, [
      '1 Test blieb unerkannt oder hinter der Erwartung zurück.',
      true,
    ]);
    assert.deepEqual(await draftsOf('dora_red', {}), {});
  });

  it('has the figures of the mission', async () => {
    const mission = await newMission(admin, { tests: 3, client: 'Figures alike' });
    await execute(placeOf(mission));
    await addFact(placeOf(mission), 'alerted', 'yes', { at: later(5) });
    const { figures } = await modelOf(server, mission.id);
    assert.deepEqual(figures, bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200));
  });

  it('has the reasons for skipped tests and omits removed ones', async () => {
    const mission = await newMission(admin, { tests: 3 });
    const [skipped, blocked, removed] = [0, 1, 2].map((index) => placeOf(mission, index)) as [
      Place,
      Place,
      Place,
    ];
    bodyOf(await admin.put(skipped.path, { red_comment: 'Out of time' }), 200);
    await walk(admin, skipped.path, 'skipped');
    await walk(admin, blocked.path, 'blocked');
    assert.equal((await admin.delete(removed.path)).status, 204);
    const model = await modelOf(server, mission.id);
    assert.deepEqual(
      testsOf(model).map(({ number, status, red_comment, class: found }) => [
        number,
        status,
        red_comment,
        found,
      ]),
      [
        ['1.1', 'skipped', 'Out of time', null],
        ['1.2', 'blocked', null, null],
      ],
    );
    assert.deepEqual(model.figures.not_attempted, { pending: 0, skipped: 1, blocked: 1 });
  });

  it('reports the omitted bytes of a long output and cuts between characters', async () => {
    const place = placeOf(await newMission(admin));
    await execute(place);
    bodyOf(await admin.put(place.path, { output: `a${'é'.repeat(20_000)}`, command: 'whoami' }), 200);
    const model = await modelOf(server, place.mission);
    const { output, command, left_out } = firstOf(model);
    assert.deepEqual([output, command], [`a${'é'.repeat(9999)}`, 'whoami']);
    assert.deepEqual(left_out, { output: 20_002 });
    assert.deepEqual(model.left_out, { texts: 1, bytes: 20_002 });
  });

  it('fills in the variables of commands and of the procedure', async () => {
    const mission = await missionOf(
      { variables: { host: 'dc-1', user: 'mission' } },
      { command: 'dump #{host} #{user} #{none}', cleanup_command: 'undo #{user}', procedure: 'As #{user}' },
    );
    const place = placeOf(mission);
    bodyOf(await admin.patch(`${place.path}/variables`, { variables: { user: 'test' } }), 200);
    const { suggested_command, cleanup_command, procedure } = firstOf(await modelOf(server, mission.id));
    assert.deepEqual(
      [suggested_command, cleanup_command, procedure],
      ['dump dc-1 test #{none}', 'undo test', 'As test'],
    );
  });

  it('has the output of recordings as text, without what was typed', async () => {
    const place = placeOf(await newMission(admin, { members: [red] }));
    const cast = [
      { version: 2, width: 80, height: 24 },
      [0, 'o', '\u001b[31m$ \u001b[0mlogin\r\n'],
      [1, 'i', 'hunter2'],
    ];
    const content = cast.map((line) => JSON.stringify(line)).join('\n');
    for (const [name, bytes] of [
      ['a.cast', content],
      ['b.typescript', '\u001b]0;title\u0007$ id\r\n'],
      ['c.cast', '{"version":9}'],
    ] as const)
      bodyOf(await attach(red.client, place, evidenceForm(bytes, { name })), 201);
    const model = await modelOf(server, place.mission, { options: { evidence: 'full' } });
    assert.deepEqual(
      firstOf(model).evidence.map((file) => [file.content, file.content_left_out]),
      [
        ['$ login\n', 0],
        ['$ id\n', 0],
        ['', 0],
      ],
    );
    assert.doesNotMatch(JSON.stringify(model), /hunter2/);
  });

  it('has facts and evidence with their run, without deleted people', async () => {
    const gone = await server.newPerson('soc');
    const mission = await newMission(admin, { members: [red, gone] });
    const place = placeOf(mission);
    await execute(place);
    bodyOf(await attach(gone.client, place), 201);
    const at = '2026-11-20T10:00:00.000Z';
    bodyOf(await gone.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'yes', at }), 201);
    bodyOf(await admin.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
    assert.equal((await admin.delete(`/api/v1/users/${gone.id}`)).status, 204);
    const model = await modelOf(server, mission.id, { options: { evidence: 'full' } });
    const test = firstOf(model);
    assert.deepEqual([test.facts, test.evidence, test.outcome, test.run_number], [[], [], null, 2]);
    const run = test.closed_runs[0]!;
    assert.deepEqual(
      run.evidence.map(({ content, content_left_out, run_number, uploaded_by }) => [
        content,
        content_left_out,
        run_number,
        uploaded_by,
      ]),
      [['seen', 0, 1, null]],
    );
    assert.deepEqual([run.outcome?.alerted?.result, run.facts[0]?.analyst], ['yes', null]);
    assert.deepEqual(
      model.timeline.map(({ event, side, run_number }) => [event, side, run_number]),
      [
        ['executed', 'red', 1],
        ['alerted', 'blue', 1],
      ],
    );
    assert.equal(model.mission.members.length, 1);
  });
});

describe('parts that options leave out', () => {
  let mission: Mission;
  /** Each mark occurs in only one text of the mission. */
  const marks = {
    command: ['CMD-first', 'CMD-present', 'CMD-planned', 'CMD-clean', 'CMD-red-file'],
    output: ['OUT-first', 'OUT-present'],
    red: ['RED-comment', 'RED-skipped', 'RED-host', 'RED-operator', 'RED-file', 'RED-closed'],
    blue: ['BLUE-comment', 'BLUE-rule', 'BLUE-note', 'BLUE-file', 'BLUE-closed', 'BLUE-tool'],
    blueContent: ['BLUE-content'],
    both: ['BOTH-plan', 'BOTH-status', 'BOTH-remediation'],
  };
  before(async () => {
    mission = await missionOf(
      { client: 'Options', members: [red, soc] },
      {
        command: 'CMD-planned',
        cleanup_command: 'CMD-clean',
        procedure: 'BOTH-plan',
        description: 'BOTH-status',
        expectations: [{ kind: 'alerted', result: 'yes', severity: 'high' }],
      },
      {},
    );
    const place = placeOf(mission);
    const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
    const tool = bodyOf(await admin.post(tools, { name: 'BLUE-tool', kind: 'edr' }), 201);
    await execute(place);
    const first = { command: 'CMD-first', output: 'OUT-first', red_comment: 'RED-closed' };
    bodyOf(await admin.put(place.path, { ...first, blue_comment: 'BLUE-closed' }), 200);
    bodyOf(await admin.post(`${place.path}/runs`, { reason: 'retest' }), 201);
    await execute(place);
    bodyOf(
      await admin.put(place.path, {
        command: 'CMD-present',
        output: 'OUT-present',
        red_comment: 'RED-comment',
        target_host: 'RED-host',
        operator: 'RED-operator',
        attack_result: 'succeeded',
        blue_comment: 'BLUE-comment',
      }),
      200,
    );
    const upload = async (client: Client, name: string, content: string): Promise<string> =>
      bodyOf(await attach(client, place, evidenceForm(content, { name })), 201).id;
    const redFile = await upload(red.client, 'RED-file.txt', 'CMD-red-file');
    const blueFile = await upload(soc.client, 'BLUE-file.txt', 'BLUE-content');
    const seen = { rule_name: 'BLUE-rule', note: 'BLUE-note', at: later(5), tool: { id: tool.id } };
    await addFact(place, 'alerted', 'no', { ...seen, evidence_ids: [redFile, blueFile] });
    await addFact(place, 'logged', 'no', { at: later(6) });
    await addFact(place, 'responded', 'yes', { at: later(7) });
    const other = placeOf(mission, 1);
    bodyOf(await admin.put(other.path, { red_comment: 'RED-skipped' }), 200);
    await walk(admin, other.path, 'skipped');
    await remedy(mission.id, 'BOTH-remediation', { test_ids: [place.test] });
  });

  const table: [options: Parameters<typeof modelOf>[2], hidden: (keyof typeof marks)[]][] = [
    [{ options: { evidence: 'full' } }, []],
    [{ options: { evidence: 'pictures' } }, ['blueContent']],
    [{ options: { evidence: 'list' } }, ['blueContent']],
    [{ options: { evidence: 'full', commands: false } }, ['command', 'output']],
    [{ options: { evidence: 'full', side: 'red' } }, ['blue', 'blueContent']],
    [{ options: { evidence: 'full', side: 'blue' } }, ['command', 'output', 'red']],
  ];
  for (const [asked, hidden] of table) {
    it(`do not appear in any field with ${JSON.stringify(asked?.options)}`, async () => {
      const json = JSON.stringify(await modelOf(server, mission.id, asked));
      for (const [group, texts] of Object.entries(marks)) {
        const isHidden = hidden.some((name) => name === group);
        for (const text of texts) {
          const isRedFile = text === 'CMD-red-file' && asked?.options?.evidence !== 'full';
          assert.equal(json.includes(text), !isHidden && !isRedFile, text);
        }
      }
    });
  }

  it('of red leave no trace of its times, and keep blue’s detections', async () => {
    const model = await modelOf(server, mission.id, { options: { side: 'blue' } });
    const { executed_at, attack_result, facts, class: found, closed_runs } = firstOf(model);
    assert.deepEqual([executed_at, attack_result, found], [null, null, 'not_detected']);
    assert.equal(closed_runs[0]?.executed_at, null);
    assert.deepEqual(facts[0]?.evidence_ids.length, 1);
    assert.deepEqual(
      model.timeline.map(({ event, side }) => [event, side]),
      [['responded', 'blue']],
    );
    assert.deepEqual([model.figures.missed.n, model.gaps.length], [1, 1]);
  });

  it('of blue leave nothing to be judged', async () => {
    const model = await modelOf(server, mission.id, { options: { side: 'red' } });
    const { class: found, expectation_met, expectations, attack_result } = firstOf(model);
    assert.deepEqual([found, expectation_met, attack_result], [null, null, 'succeeded']);
    assert.deepEqual(
      expectations.map(({ kind, severity, met }) => [kind, severity, met]),
      [['alerted', 'high', null]],
    );
    const { attempted, judged, missed, expectations: met, by_tool } = model.figures;
    const none = { met: 0, not_met: 0, open: 0, not_applicable: 0 };
    assert.deepEqual([attempted, judged, missed.N, met, by_tool], [1, 0, 0, none, []]);
    assert.deepEqual([model.gaps, model.strengths, model.tools, model.change], [[], [], [], null]);
    assert.deepEqual(
      model.timeline.map(({ event, run_number }) => [event, run_number]),
      [
        ['executed', 1],
        ['executed', 2],
      ],
    );
  });
});
it('the schema of the model is served, and its reports fit it', async () => {
  const answer = await server.anonymous.get('/api/schemas/report-2.json');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/schema\+json/);
  const schema = answer.body;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const fits = ajv.compile(schema);
  const mission = await newMission(admin, { tests: 2, members: [red, soc] });
  const place = placeOf(mission);
  await execute(place);
  await addFact(place, 'alerted', 'yes', { at: later(5) });
  bodyOf(await attach(admin, place), 201);
  const model = await modelOf(server, mission.id, { options: { evidence: 'full' } });
  assert.ok(fits(model), JSON.stringify(fits.errors));
  assert.equal(fits({ ...model, version: 3 }), false);
});
