import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import {
  type ReportFormat,
  type ReportKind,
  reportFormats,
  reportKinds,
  reportSections,
} from '../../../domain/reports.ts';
import type { Report, ReportOutline, SensitiveText } from '../../../server/missions/reports/contract.ts';
import { findChromium } from '../../../tools/find-chromium.ts';
import { picture } from '../../support/missions/evidence-samples.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  told,
} from '../../support/missions/factories.ts';
import { cannotReadPdf, readPdf } from '../../support/reports/pdf.ts';
import { fetchBytes, makeRendering } from '../../support/reports/renderings.ts';
import { sample } from '../../support/sample.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const chromium = findChromium();
/** Stands in every text of the mission, in several cases. */
const secret = 'Zebrafish';

let server: TestServer;
let admin: Client;
let mission: string;
let reports: string;
let files: { picture: string; text: string };
before(async () => {
  server = await startTestServer({ loadCatalog: true, env: { SVC_BROWSER: chromium ?? 'none' } });
  admin = server.admin.client;
  const red = await server.newPerson('redteam');
  bodyOf(await admin.patch(`/api/v1/users/${red.id}`, { display_name: `Ro ${secret}` }), 200);
  const template = await newTestTemplate(admin, {
    name: `Dump ${secret}`,
    description: `About **${secret}**`,
    objective: `See ${secret}`,
    procedure: `1. ${secret}: go`,
    command: `nltest /dsgetdc:${secret}.local`,
    cleanup_command: `del ${secret}`,
    expected_detection: `${secret} alert`,
    platforms: ['windows'],
    tags: [secret],
    catalog_tags: [{ kind: 'technique', external_id: 'T1003' }],
  });
  const scenario = await newScenarioTemplate(admin, {
    name: `Way into ${secret}`,
    description: `${secret}: first\n\n[x](https://${secret.toLowerCase()}.example/a)`,
    tests: [template.id],
  });
  const made = await newMission(admin, {
    name: `Exercise at ${secret}`,
    client: `${secret} Bank`,
    description: `For ${secret.toUpperCase()}`,
    tests: 0,
    scenario_template_ids: [scenario.id],
    members: [[red, 'lead']],
  });
  mission = made.id;
  const place = placeOf(made);
  reports = `${place.missionPath}/reports`;
  const move = { status: 'executed', executed_at: '2026-11-20T09:00:00.000Z' };
  const execute = async () => bodyOf(await admin.post(`${place.path}/transition`, move), 200);
  await execute();
  const record = {
    command: `type \\\\${secret}\\share`,
    output: `password: hunter2! of ${secret}\n`,
    red_comment: `*${secret}*`,
    source_host: `${secret}-ws`,
    target_host: `${secret}-dc`,
    target_user: `${secret}\\svc`,
    operator: `Op ${secret}`,
    attack_result: 'succeeded',
    blue_comment: `| a |\n|---|\n| ${secret} |`,
  };
  bodyOf(await admin.put(place.path, record), 200);
  bodyOf(await admin.post(`${place.path}/runs`, { reason: 'retest' }), 201);
  await execute();
  bodyOf(await admin.put(place.path, record), 200);
  const evidence = async (
    bytes: string | Uint8Array<ArrayBuffer>,
    name: string,
    type: string,
    side: string,
  ) =>
    bodyOf(await attach(admin, place, evidenceForm(bytes, { name, type, side, caption: `A ${secret}` })), 201)
      .id;
  files = {
    picture: await evidence(new Uint8Array(picture), `${secret}.png`, 'image/png', 'red'),
    text: await evidence(`log of ${secret}\n`, `${secret}.txt`, 'text/plain', 'blue'),
  };
  const tools = `/api/v1/organisations/${made.organisation?.id}/tools`;
  const tool = bodyOf(await admin.post(tools, { name: `EDR ${secret}`, vendor: secret, kind: 'edr' }), 201);
  const fact = {
    kind: 'alerted',
    result: 'yes',
    at: '2026-11-20T09:05:00.000Z',
    tool: { id: tool.id },
    rule_name: `Rule ${secret}`,
    rule_id: `r-${secret}`,
    alert_id: `a-${secret}`,
    note: `Seen ${secret}`,
    evidence_ids: [files.text],
  };
  bodyOf(await admin.post(`${place.path}/facts`, fact), 201);
  const remediation = bodyOf(
    await admin.post(`${place.missionPath}/remediations`, {
      title: `Harden ${secret}`,
      shortcoming: `No ${secret}`,
      root_cause: `${secret}`,
      measure: `- ${secret}`,
      risk_if_not_done: `Loss of ${secret}`,
      owner_text: `Owner ${secret}`,
      test_ids: [place.test],
    }),
    201,
  );
  bodyOf(
    await admin.post(`${place.missionPath}/findings`, {
      title: `${secret} is open`,
      severity: 'high',
      status: 'confirmed',
      description: `The ${secret}`,
      impact: secret,
      root_cause: secret,
      recommendation: secret,
      affected: secret,
      references: [`https://${secret}.example`],
      tests: [{ test_id: place.test, run: 2 }],
      evidence_ids: [files.picture],
      remediation_ids: [remediation.id],
    }),
    201,
  );
  const parties = ['code_name', 'authority', 'test_managers', 'control_team_lead', 'control_team'];
  bodyOf(
    await admin.patch(`${place.missionPath}/tlpt`, {
      ...Object.fromEntries(parties.map((name) => [name, secret])),
      intelligence_provider: secret,
      red_team_provider: secret,
      entities: [{ name: secret, jurisdiction: secret }],
      functions: [{ name: secret, systems: secret, rationale: secret }],
      flags: [{ number: 1, system: secret, objective: secret, captured: true, test_ids: [place.test] }],
      leg_ups: [{ what: secret, why: secret, granted_by: secret }],
      deviations: [{ what: secret, why: secret, agreed_by: secret }],
    }),
    200,
  );
});
after(() => server?.close());

async function draft(kind: ReportKind, options: object = {}): Promise<Report> {
  const own = {
    plans: true,
    evidence: 'full',
    side: 'both',
    sanitised: true,
    withheld_words: [secret.toLowerCase()],
  };
  return bodyOf(
    await admin.post(reports, {
      kind,
      title: `Report on ${secret}`,
      options: { ...own, classification: `For ${secret}`, ...options },
      texts: textsOf(kind),
    }),
    201,
  );
}

/** A text of the lead in each section that takes one. */
const textsOf = (kind: ReportKind) =>
  Object.fromEntries(
    reportSections[kind].flatMap(({ key, hint }) => (hint === null ? [] : [[key, `We tested ${secret}.`]])),
  );

const read = async ({ id }: Report): Promise<Report> => bodyOf(await admin.get(`${reports}/${id}`), 200);
const change = async ({ id }: Report, options: object): Promise<Report> =>
  bodyOf(await admin.patch(`${reports}/${id}`, { options }), 200);
/** Likely secrets and names in a sanitised draft. */
const searchIn = async (report: Report): Promise<SensitiveText[]> => {
  const { sanitised } = await outlineOf(report);
  assert.ok(sanitised);
  return sanitised.sensitive;
};
const outlineOf = async ({ id }: Report): Promise<ReportOutline> =>
  bodyOf(await admin.get(`${reports}/${id}/outline`), 200);

async function fetchReport({ id }: Report, format: ReportFormat): Promise<{ bytes: Buffer; name: string }> {
  const { headers, status } = await makeRendering(admin, `${reports}/${id}`, format);
  assert.equal(status, 200);
  const bytes = await fetchBytes(admin, `${reports}/${id}/renderings/${format}`);
  return { bytes, name: decodeURIComponent(headers.get('content-disposition') ?? '') };
}

/** Names and contents of a file and of those packed in it. */
function unpack(bytes: Buffer): Buffer[] {
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return [bytes];
  return Object.entries(unzipSync(bytes)).flatMap(([name, content]) => [
    Buffer.from(name),
    ...unpack(Buffer.from(content)),
  ]);
}

/** Whether a word stands in a file, in any case, in UTF-8 or UTF-16. */
function holds(bytes: Buffer, word: string): boolean {
  const wide = [...word].join('\u0000');
  return unpack(bytes).some((part) => {
    const text = part.toString('latin1').toLowerCase();
    return text.includes(word.toLowerCase()) || text.includes(wide.toLowerCase());
  });
}

describe('a sanitised report', () => {
  it('is not what a report is unless somebody asks for it', async () => {
    const report = await draft('technical', { sanitised: false });
    const { bytes, name } = await fetchReport(report, 'html');
    assert.ok(holds(bytes, secret));
    assert.ok(name.includes(secret));
    assert.equal((await outlineOf(report)).sanitised, null);
  });

  for (const kind of sample(reportKinds, 3)) {
    it(`has a withheld word in no byte of any format: ${kind}`, async () => {
      const report = await draft(kind);
      for (const format of reportFormats.filter((one) => one !== 'pdf')) {
        const { bytes, name } = await fetchReport(report, format);
        assert.ok(!holds(bytes, secret), format);
        assert.ok(!name.includes(secret), name);
      }
    });
  }

  it('says so on its first page and in its data', async () => {
    const report = await draft('executive');
    const { bytes } = await fetchReport(report, 'html');
    assert.match(bytes.toString(), /<p class="kind">[^<]*sanitised version/);
    assert.ok(bytes.toString().includes('‹withheld›'));
    const model = JSON.parse((await fetchReport(report, 'json')).bytes.toString());
    assert.equal(model.report.options.sanitised, true);
    assert.equal(model.report.options.withheld_words, undefined);
    const word = unpack((await fetchReport(report, 'docx')).bytes).join('\n');
    assert.match(word, /sanitised version/);
    assert.match(unpack((await fetchReport(report, 'xlsx')).bytes).join('\n'), /sanitised version/);
  });

  it('has a withheld word in no page, property or bookmark of its PDF', {
    skip: cannotReadPdf(chromium),
  }, async () => {
    for (const kind of sample(['technical', 'dora_summary'] as const, 2)) {
      const { options } = await draft(kind);
      const pdf = await readPdf(admin, { id: mission }, { kind, title: `On ${secret}`, options });
      const said = [...pdf.pages, ...Object.values(pdf.about), ...pdf.bookmarks].join('\n');
      assert.ok(!said.toLowerCase().includes(secret.toLowerCase()), kind);
      assert.ok(!holds(pdf.bytes, secret), kind);
      assert.match(pdf.pages[0] ?? '', /sanitised version/);
    }
  });

  it('stays without it once issued, and hands out no evidence', async () => {
    const { id } = await draft('technical');
    const issued: Report = bodyOf(await admin.post(`${reports}/${id}/issue`), 200);
    for (const format of ['json', 'html', 'docx', 'xlsx', 'csv'] as const) {
      assert.ok(!holds((await fetchReport(issued, format)).bytes, secret), format);
    }
    const model = JSON.parse((await fetchReport(issued, 'json')).bytes.toString());
    assert.deepEqual(model.scenarios[0].tests[0].evidence, []);
    assert.deepEqual(model.scenarios[0].tests[0].facts[0].evidence_ids, []);
    assert.deepEqual(model.findings[0].evidence, []);
  });

  it('shows files that are released, and their words withheld', async () => {
    const report = await draft('technical', { released_files: [files.text] });
    const { bytes } = await fetchReport(report, 'json');
    const [file, ...others] = JSON.parse(bytes.toString()).scenarios[0].tests[0].evidence;
    assert.deepEqual([file.id, others], [files.text, []]);
    assert.equal(file.content, 'log of ‹withheld›\n');
    assert.equal(file.file_name, '‹withheld›.txt');
    assert.ok(!holds(bytes, secret));
  });

  it('is in the language of the report', async () => {
    const { bytes } = await fetchReport(await draft('executive', { locale: 'de-DE' }), 'html');
    assert.match(bytes.toString(), /bereinigte Fassung/);
    assert.ok(bytes.toString().includes('‹geschwärzt›'));
  });

  it('uses the template of Damson, because the words of another one are not searched', async () => {
    const own = Buffer.from(await fetchBytes(admin, '/api/v1/report-templates/own'));
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(own)]), 'own.docx');
    const { id: template_id } = bodyOf(
      await admin.request('POST', '/api/v1/report-templates', { raw: form }),
      201,
    );
    const { id } = await draft('executive', { template_id });
    const issued: Report = bodyOf(await admin.post(`${reports}/${id}/issue`), 200);
    assert.equal(
      issued.files.some(({ format }) => format === 'docx'),
      false,
    );
    assert.equal(issued.template, null);
  });

  it('refuses words that are too short, and too many', async () => {
    const { id } = await draft('executive');
    const send = (withheld_words: string[]) =>
      admin.patch(`${reports}/${id}`, { options: { withheld_words } });
    assert.deepEqual(told(await send(['a'])), [422, 'invalid', 'options.withheld_words.0']);
    assert.deepEqual(told(await send(Array(501).fill('word'))), [422, 'invalid', 'options.withheld_words']);
  });
});

describe('the search of a sanitised draft', () => {
  const find = (found: readonly SensitiveText[], text: string) => found.find((one) => one.text === text);

  it('finds names and secrets where they stand, until they are withheld, left or known', async () => {
    const report = await draft('technical', { withheld_words: [] });
    const sensitive = await searchIn(report);
    assert.equal(find(sensitive, `${secret} Bank`)?.kind, 'organisation');
    assert.equal(find(sensitive, `${secret}-dc`)?.kind, 'host');
    assert.equal(find(sensitive, `${secret}\\svc`)?.kind, 'user');
    assert.equal(find(sensitive, `Ro ${secret}`)?.kind, 'person');
    const password = find(sensitive, 'hunter2!');
    assert.equal(password?.kind, 'password');
    const [place] = password?.places ?? [];
    assert.deepEqual(
      [place?.object, place?.name, place?.name_of_field, place?.before, place?.after],
      ['test', `1.1 Dump ${secret}`, 'output', 'password: ', ` of ${secret}\n`],
    );
    const without = async (options: object) => searchIn(await change(report, options));
    assert.equal(find(await without({ withheld_words: ['hunter2!'] }), 'hunter2!'), undefined);
    assert.ok(find(await without({ withheld_words: [] }), 'hunter2!'));
    assert.equal(find(await without({ left_words: ['HUNTER2!'] }), 'hunter2!'), undefined);
    assert.ok(find(await without({ left_words: [] }), 'hunter2!'));
    assert.equal(find(await without({ withheld_fields: [place?.field] }), 'hunter2!'), undefined);
    const { sanitised } = await outlineOf(report);
    assert.deepEqual(sanitised?.fields, [
      { field: place?.field, object: 'test', name: `1.1 Dump ${secret}`, name_of_field: 'output' },
    ]);
    assert.deepEqual(
      sanitised?.files.map(({ id, file_name }) => [id, file_name]),
      [
        [files.picture, `${secret}.png`],
        [files.text, `${secret}.txt`],
      ],
    );
    const { bytes } = await fetchReport(await read(report), 'json');
    assert.ok(!holds(bytes, 'hunter2!'));
  });

  it('never asks again about what is known in another report of the mission', async () => {
    const first = await draft('technical', { withheld_words: [] });
    await change(first, { known_words: ['hunter2!'] });
    const second = await draft('executive', { withheld_words: [] });
    const third = await draft('technical', { withheld_words: [] });
    for (const report of [second, third]) {
      assert.equal(find(await searchIn(report), 'hunter2!'), undefined);
    }
  });
});
