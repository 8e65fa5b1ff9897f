import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { ReportKind } from '../../../domain/reports.ts';
import { renderDocx } from '../../../server/reports/docx/render.ts';
import { renderHtml } from '../../../server/reports/html/document.ts';
import type { ReportModel } from '../../../server/reports/model.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  type Place,
  placeOf,
} from '../../support/missions/factories.ts';
import { render } from '../../support/reports/report-samples.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let missionId: string;
let plainId: string;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  plainId = (await newMission(admin, { tests: 1 })).id;
  const tags = [{ kind: 'technique', external_id: 'T1003' }];
  const { id: template } = await newTestTemplate(admin, { catalog_tags: tags });
  const scenario = await newScenarioTemplate(admin, { tests: [template, template, template] });
  const mission = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
  missionId = mission.id;
  const [first, second, third] = [0, 1, 2].map((index) => placeOf(mission, index)) as [Place, Place, Place];
  const move = (place: Place, body: object) => admin.post(`${place.path}/transition`, body);
  for (const [place, attack_result] of [
    [first, 'succeeded'],
    [second, 'failed'],
  ] as const) {
    bodyOf(await move(place, { status: 'executed', executed_at: '2026-11-20T09:00:00.000Z' }), 200);
    bodyOf(await admin.put(place.path, { attack_result }), 200);
  }
  bodyOf(await move(third, { status: 'blocked' }), 200);
  const log = bodyOf(
    await attach(admin, second, evidenceForm('seen', { side: 'blue', name: 'sysmon.txt' })),
    201,
  );
  const addFact = (place: Place, fact: object) => admin.post(`${place.path}/facts`, fact);
  for (const kind of ['prevented', 'alerted', 'logged', 'detected']) {
    bodyOf(await addFact(first, { kind, result: 'no' }), 201);
  }
  const seen = {
    rule_name: 'LSASS access',
    alert_id: 'A-77',
    note: 'Event 10 at 09:01',
    evidence_ids: [log.id],
  };
  bodyOf(await addFact(second, { kind: 'alerted', result: 'yes', ...seen }), 201);
  const remedy = async (title: string, more: object) =>
    bodyOf(await admin.post(`${first.missionPath}/remediations`, { title, ...more }), 201).id;
  const watch = await remedy('Watch memory', {
    priority: 'high',
    due_on: '2026-12-02',
    root_cause: 'No rule',
  });
  await remedy('Accepted risk', { priority: 'critical', status: 'risk_accepted' });
  await remedy('Later', { priority: 'high', due_on: '2026-12-24', root_cause: 'No time' });
  await remedy('First', { priority: 'critical' });
  const finding = { status: 'confirmed', tests: [{ test_id: first.test, run: 1 }] };
  const shared = { title: 'Nobody watches memory', severity: 'high', remediation_ids: [watch] };
  bodyOf(
    await admin.post(`${first.missionPath}/findings`, { ...finding, ...shared, root_cause: 'Sensor is off' }),
    201,
  );
  const own = { title: 'Shares are open', severity: 'critical', side: 'red' };
  bodyOf(await admin.post(`${first.missionPath}/findings`, { ...finding, ...own }), 201);
  bodyOf(
    await admin.patch(`${first.missionPath}/tlpt`, {
      code_name: 'Heron',
      authority: 'Central bank',
      entities: [{ name: 'Orchard Bank', jurisdiction: 'LU' }],
      functions: [{ name: 'Payments', systems: 'SWIFT gateway', rationale: 'Critical' }],
      testing_start: '2026-01-05',
      testing_end: '2026-04-06',
      red_report_on: '2026-05-01',
      flags: [
        { number: 2, objective: 'Read the ledger', captured: false },
        { number: 1, objective: 'Be administrator', system: 'dc-01', captured: true, test_ids: [first.test] },
      ],
      leg_ups: [{ what: 'A user account', why: 'Mail was stopped', granted_by: 'Cy', on: '2026-02-03' }],
    }),
    200,
  );
});
after(() => server?.close());

type Read = { model: ReportModel; html: string; sectionOf: (key: string) => string; word: string };

const made = new Map<string, Promise<Read>>();

/** A report of a kind in its usual options, its sections as text, and its Word document. */
function read(kind: ReportKind, mission = missionId): Promise<Read> {
  const key = `${kind} ${mission}`;
  const known = made.get(key) ?? make(kind, mission);
  made.set(key, known);
  return known;
}

async function make(kind: ReportKind, mission: string): Promise<Read> {
  const draft = bodyOf(
    await admin.post(`/api/v1/missions/${mission}/reports`, { kind, title: 'Report' }),
    201,
  );
  const model = await modelOf(server, mission, { kind, options: draft.options });
  const html = (await render(renderHtml, model)).toString();
  const xml = strFromU8(unzipSync(await render(renderDocx, model))['word/document.xml'] as Uint8Array);
  return {
    model,
    html,
    sectionOf: (key) => textOf(findSection(parse(html), key)).replace(/\s+/g, ' '),
    word: xml.replace(/<\/w:p>/g, ' ').replace(/<[^>]*>/g, ''),
  };
}

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

function findSection(node: Node, key: string): Node | null {
  if ('attrs' in node && node.attrs.some(({ name, value }) => name === 'data-section' && value === key))
    return node;
  if (!('childNodes' in node)) return null;
  for (const child of node.childNodes) {
    const found = findSection(child, key);
    if (found !== null) return found;
  }
  return null;
}

function textOf(node: Node | null): string {
  if (node === null) return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map((child) => `${textOf(child)} `).join('') : '';
}

/** Texts of sections, in order. */
const sections: { kind: ReportKind; section: string; says: readonly string[]; not?: RegExp }[] = [
  {
    kind: 'dora_red',
    section: 'control',
    says: ['Code name Heron', 'TLPT authority Central bank', 'Orchard Bank (LU)'],
  },
  { kind: 'dora_red', section: 'functions', says: ['Payments SWIFT gateway Critical'] },
  {
    kind: 'dora_red',
    section: 'flags',
    says: ['1 Be administrator dc-01 Captured', '1.1', '2 Read the ledger', 'Not captured'],
  },
  { kind: 'dora_red', section: 'techniques', says: ['T1003 OS Credential Dumping', '1.1', '1.2'] },
  { kind: 'dora_red', section: 'deviations', says: ['No deviations recorded.', '1.3', 'Blocked'] },
  { kind: 'dora_red', section: 'leg_ups', says: ['A user account Mail was stopped Cy 3 Feb 2026'] },
  { kind: 'dora_red', section: 'findings', says: ['Shares are open Critical', 'Nobody watches memory High'] },
  { kind: 'dora_red', section: 'causes', says: ['Succeeded', 'Sensor is off'] },
  {
    kind: 'dora_red',
    section: 'recommendations',
    says: [
      '1 First',
      '2 Watch memory',
      'F-1 Nobody watches memory',
      '3 Later',
      'Done, accepted or declined',
      '4 Accepted risk',
    ],
  },
  {
    kind: 'dora_blue',
    section: 'detections',
    says: [
      '1.1',
      'Missed',
      'Root cause Sensor is off',
      '1.2',
      'LSASS access',
      'Alert A-77',
      'Event 10 at 09:01',
      'sysmon.txt , SHA-256',
    ],
  },
  { kind: 'dora_blue', section: 'assessment', says: ['Nobody watches memory'], not: /Shares are open/ },
  {
    kind: 'dora_summary',
    section: 'project_plan',
    says: [
      'Active red team test 5 Jan 2026 6 Apr 2026',
      'Red team test report 12(2) 4 May 2026 Done on 1 May 2026',
      'Blue team test report 12(4) 15 Jun 2026 Overdue',
    ],
  },
  { kind: 'dora_summary', section: 'parties', says: ['Heron', 'Orchard Bank (LU)'] },
  { kind: 'dora_summary', section: 'leg_ups', says: ['A user account'] },
  {
    kind: 'dora_summary',
    section: 'plan',
    says: [
      'F-1 Nobody watches memory High Sensor is off Watch memory (Open) High',
      '– First (Open) Critical',
      'No time Later (Open) High',
      'Accepted risk',
    ],
    not: /Shares are open/,
  },
  {
    kind: 'dora_remediation',
    section: 'plan',
    says: ['1 First', '2 Watch memory', '3 Later', 'Done, accepted or declined', '4 Accepted risk'],
  },
];

describe('a report on a threat-led penetration test', () => {
  for (const { kind, section, says, not } of sections) {
    it(`fills ${section} of ${kind} from the record, the same in Word`, async () => {
      const { sectionOf, word } = await read(kind);
      const text = sectionOf(section).replace(/\s+/g, ' ');
      let from = 0;
      for (const words of says) {
        const at = text.indexOf(words, from);
        assert.notEqual(at, -1, `“${words}” after ${from} in: ${text}`);
        from = at + words.length;
        const last = words.split(/ , | {2}/)[0] ?? '';
        for (const part of last.split(' ')) assert.ok(word.includes(part), `“${part}” in Word`);
      }
      if (not !== undefined) assert.doesNotMatch(text, not);
    });
  }

  it('has the record and the findings of the red team, unless its author chooses otherwise', async () => {
    const { model } = await read('dora_red');
    assert.equal(model.report.options.side, 'red');
    for (const kind of ['dora_blue', 'dora_summary', 'dora_remediation', 'technical'] as const) {
      assert.equal((await read(kind)).model.report.options.side, 'both');
    }
    const body = { kind: 'dora_red', title: 'Report', options: { side: 'both' } };
    const chosen = await admin.post(`/api/v1/missions/${missionId}/reports`, body);
    assert.equal(bodyOf(chosen, 201).options.side, 'both');
  });

  it('says that nothing is recorded where nothing is', async () => {
    const { model, sectionOf } = await read('dora_summary', plainId);
    assert.equal(model.tlpt, null);
    for (const [section, nothing] of [
      ['parties', 'No parties recorded.'],
      ['project_plan', 'No deadlines recorded.'],
      ['scope', 'No functions recorded.'],
      ['flags', 'No flags recorded.'],
      ['deviations', 'No deviations recorded.'],
      ['leg_ups', 'No leg-ups recorded.'],
      ['plan', 'No findings and no remediations.'],
    ] as const) {
      assert.ok(sectionOf(section).includes(nothing), `${section}: ${sectionOf(section)}`);
    }
  });
});
