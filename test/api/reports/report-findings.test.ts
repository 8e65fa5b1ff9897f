import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { Finding } from '../../../server/missions/findings/contract.ts';
import { renderDocx } from '../../../server/reports/docx/render.ts';
import { renderHtml } from '../../../server/reports/html/document.ts';
import type { ReportModel } from '../../../server/reports/model.ts';
import { renderCsv } from '../../../server/reports/sheets/csv.ts';
import { renderXlsx } from '../../../server/reports/sheets/xlsx.ts';
import { attach, bodyOf, newMission, type Place, placeOf } from '../../support/missions/factories.ts';
import { render } from '../../support/reports/report-samples.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let missionId: string;
let places: [Place, Place];
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  const mission = await newMission(admin, { tests: 2 });
  missionId = mission.id;
  places = [placeOf(mission, 0), placeOf(mission, 1)];
  const executed_at = '2026-11-20T09:00:00.000Z';
  for (const { path } of places) {
    bodyOf(await admin.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
    for (const kind of ['alerted', 'logged']) {
      bodyOf(await admin.post(`${path}/facts`, { kind, result: 'no' }), 201);
    }
  }
  const [first, second] = places;
  const file = bodyOf(await attach(admin, first), 201);
  const remediation = bodyOf(
    await admin.post(`${first.missionPath}/remediations`, { title: 'Watch it', owner_text: 'SOC' }),
    201,
  );
  const add = (fields: object) => admin.post(`${first.missionPath}/findings`, fields);
  const shown = ({ test }: Place) => [{ test_id: test, run: 1 }];
  for (const fields of [
    { title: 'Nobody looks', severity: 'low', status: 'confirmed', tests: shown(first) },
    { title: 'A draft', severity: 'critical' },
    { title: 'No finding', severity: 'critical', status: 'dismissed' },
    {
      title: 'Rules were lost',
      severity: 'high',
      kind: 'process',
      status: 'confirmed',
      description: 'They are <gone>.',
      impact: 'Nobody is told.',
      root_cause: 'The migration.',
      recommendation: 'Write them anew.',
      affected: 'ws-0417',
      references: ['https://example.test/rules'],
      techniques: ['T1003'],
      tests: shown(second),
      evidence_ids: [file.id],
      remediation_ids: [remediation.id],
    },
    { title: 'For red', severity: 'medium', status: 'confirmed', side: 'red' },
    { title: 'For blue', severity: 'medium', status: 'risk_accepted', side: 'blue' },
  ]) {
    bodyOf(await add(fields), 201);
  }
});
after(() => server.close());

const titles = ({ findings = [] }: ReportModel) => findings.map(({ title }) => title);

describe('the findings of a report', () => {
  it('are those that its readers may read, most severe first, without drafts and dismissed ones', async () => {
    const of = async (side: 'both' | 'red' | 'blue') =>
      titles(await modelOf(server, missionId, { options: { side } }));
    assert.deepEqual(await of('both'), ['Rules were lost', 'Nobody looks']);
    assert.deepEqual(await of('red'), ['Rules were lost', 'For red', 'Nobody looks']);
    assert.deepEqual(await of('blue'), ['Rules were lost', 'For blue', 'Nobody looks']);
  });

  it('have all details, with the names of tests, files and remediations', async () => {
    const { findings = [] } = await modelOf(server, missionId);
    const { id, evidence, remediations, ...rest } = findings[0]!;
    assert.deepEqual(rest, {
      number: 4,
      title: 'Rules were lost',
      severity: 'high',
      kind: 'process',
      status: 'confirmed',
      came_back: false,
      description: 'They are <gone>.',
      impact: 'Nobody is told.',
      root_cause: 'The migration.',
      recommendation: 'Write them anew.',
      affected: 'ws-0417',
      references: ['https://example.test/rules'],
      techniques: ['T1003'],
      tests: [{ test: { id: places[1].test, number: '1.2', name: rest.tests[0]?.test.name }, run_number: 1 }],
    });
    assert.deepEqual(
      evidence.map(({ test, run_number }) => [test.number, run_number]),
      [['1.1', 1]],
    );
    assert.deepEqual(
      remediations.map(({ title, owner }) => [title, owner]),
      [['Watch it', 'SOC']],
    );
  });

  it('put the gaps in the order of their severity', async () => {
    const { gaps } = await modelOf(server, missionId);
    assert.deepEqual(
      gaps.map(({ test, finding }) => [test.number, finding]),
      [
        ['1.2', 4],
        ['1.1', 1],
      ],
    );
  });

  it('give their remediations to the gaps of their tests, which never say that none is planned', async () => {
    const model = await modelOf(server, missionId);
    assert.deepEqual(
      model.gaps.map(({ remediation }) => remediation?.title ?? null),
      ['Watch it', null],
    );
    const [gap] = model.gaps;
    assert.ok(gap);
    const settled = { ...model, gaps: [{ ...gap, remediation: null }] };
    const html = (await render(renderHtml, settled)).toString();
    assert.ok(html.includes('See finding F-4.'));
    assert.ok(!html.includes('No remediation planned.'));
    const docx = strFromU8(unzipSync(await render(renderDocx, settled))['word/document.xml'] as Uint8Array);
    assert.ok(!/See finding F-4\.(?:(?!<\/w:tr>).)*None planned/s.test(docx));
  });

  it('are the same in every format', async () => {
    const model = await modelOf(server, missionId);
    const { items } = bodyOf(await admin.get(`/api/v1/missions/${missionId}/findings`), 200);
    const listed = (items as Finding[]).filter(
      ({ side, status }) => side === 'both' && status !== 'draft' && status !== 'dismissed',
    );
    assert.equal(model.findings?.length, listed.length);
    const html = (await render(renderHtml, model)).toString();
    const docx = strFromU8(unzipSync(await render(renderDocx, model))['word/document.xml'] as Uint8Array);
    const csv = strFromU8(unzipSync(await render(renderCsv, model))['findings.csv'] as Uint8Array);
    const xlsx = strFromU8(unzipSync(await render(renderXlsx, model))['xl/sharedStrings.xml'] as Uint8Array);
    const plain = docx.replace(/<[^>]*>/g, '');
    assert.equal(html.match(/<h4[^>]*>F-\d+ /g)?.length, listed.length);
    assert.equal(csv.match(/^F-\d+,/gm)?.length, listed.length);
    for (const { number, title } of listed) {
      assert.ok(html.includes(`>F-${number} <bdi>${title}</bdi></h4>`), `${title} in HTML`);
      assert.ok(plain.includes(`F-${number} ${title}`), `${title} in Word`);
      assert.match(csv, new RegExp(`^F-${number},${title},`, 'm'));
      assert.ok(xlsx.includes(`>F-${number}<`) && xlsx.includes(`>${title}<`), `${title} in XLSX`);
    }
    assert.doesNotMatch(html + plain + csv + xlsx, /A draft|No finding<|For red|For blue/);
    assert.ok(html.includes('They are &lt;gone&gt;.') && plain.includes('They are &lt;gone&gt;.'));
  });

  it('are omitted from a report that predates them', async () => {
    const { findings: _findings, ...older } = await modelOf(server, missionId);
    const sections = older.sections.filter(
      ({ parts }) => !parts.includes('findings') && !parts.includes('top_findings'),
    );
    const gaps = older.gaps.map(({ finding: _finding, worse_than: _worse, ...gap }) => gap);
    const model = { ...older, sections, gaps };
    assert.doesNotMatch((await render(renderHtml, model)).toString(), /\bF-\d|\bfinding/i);
    assert.deepEqual(Object.keys(unzipSync(await render(renderCsv, model))), [
      'tests.csv',
      'detections.csv',
      'remediations.csv',
      'evidence.csv',
    ]);
  });
});
