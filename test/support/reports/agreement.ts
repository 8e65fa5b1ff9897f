import assert from 'node:assert/strict';
import { strFromU8, unzipSync } from 'fflate';
import { describeRate, listHeadline } from '../../../domain/charts/figure-words.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import type { MissionFigures } from '../../../server/missions/figures/contract.ts';
import type { Finding } from '../../../server/missions/findings/contract.ts';
import { renderDocx } from '../../../server/reports/docx/render.ts';
import { renderHtml } from '../../../server/reports/html/document.ts';
import { renderJson } from '../../../server/reports/json.ts';
import { renderXlsx } from '../../../server/reports/sheets/xlsx.ts';
import { english as words } from '../../../server/words.ts';
import { bodyOf } from '../missions/factories.ts';
import type { TestServer } from '../servers/server.ts';
import { render } from './report-samples.ts';
import { modelOf } from './reports.ts';

/** Compares a mission's figures in the API, the list of tests, HTML, Word, Excel and JSON, read back from the files. */
export async function assertAgreement(server: TestServer, mission: Mission): Promise<void> {
  const { client } = server.admin;
  const path = `/api/v1/missions/${mission.id}`;
  const figures: MissionFigures = bodyOf(await client.get(`${path}/figures`), 200);
  const model = await modelOf(server, mission.id);
  assert.deepEqual(model.figures, figures);
  const classes = [
    ['Prevented', figures.classes.prevented, 'prevented'],
    ['Detected', figures.classes.alerted, 'alerted'],
    ['Logged only', figures.classes.logged, 'logged'],
    ['Missed', figures.classes.not_detected, 'not_detected'],
    ['Not judged', figures.not_judged, 'open'],
  ] as const;
  for (const [name, count, key] of classes) {
    const { test_ids } = bodyOf(await client.get(`${path}/figures/tests?of=${key}`), 200);
    assert.equal(test_ids.length, count, name);
  }

  const { items } = bodyOf(await client.get(`${path}/findings`), 200);
  const findings = (items as Finding[]).filter(({ status }) => status !== 'draft' && status !== 'dismissed');
  assert.equal(model.findings?.length, findings.length);

  const html = textIn((await render(renderHtml, model)).toString());
  const docx = textIn(await partOf(await render(renderDocx, model), 'word/document.xml'));
  for (const { number, status, severity } of findings) {
    const said = [words.t(`names.severity.${severity}`), words.t(`reports.finding.status.${status}`)];
    assert.ok(html.includes(`F-${number} Found ${said.join(' ')} `), `F-${number} in HTML`);
    assert.ok(docx.includes(`F-${number} Found ${said.join(' · ')} `), `F-${number} in Word`);
  }
  for (const { name, rate } of listHeadline(figures, figures.first, words)) {
    const said = rate.N === 0 ? '–' : `${rate.n} of ${rate.N}`;
    assert.ok(html.includes(`${name} ${said}`), `${name} ${said} in HTML`);
    assert.ok(docx.includes(`${name} : ${said}`), `${name}: ${said} in Word`);
  }
  const inTime = describeRate(figures.within['15m'], words).replaceAll('\u00a0', ' ');
  assert.ok(html.includes(`Detected within 15 min ${inTime}`), 'within 15 min in HTML');
  for (const [name, count] of classes) {
    assert.ok(docx.includes(`${name} ${count} `), `${name} ${count} in Word`);
  }
  assert.ok(html.includes(`${figures.judged} of ${figures.attempted} executed tests judged`));

  const json = JSON.parse((await render(renderJson, model)).toString());
  assert.deepEqual(json.figures, figures);

  const workbook = await render(renderXlsx, model);
  const [whole = {}] = await readSheet(workbook, 7);
  assert.equal(whole.Judged, `${figures.judged}`);
  for (const [name, count] of classes) assert.equal(whole[name], `${count}`, `${name} in Excel’s figures`);
  const outcomes = latestOutcomes(await readSheet(workbook, 2));
  assert.equal(outcomes.length, figures.attempted);
  for (const [name, count, key] of classes) {
    const found = outcomes.filter((outcome) => outcome === (key === 'open' ? '' : name));
    assert.equal(found.length, count, `${name} in Excel`);
  }
}

function textIn(markup: string): string {
  return markup
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#160;', ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
}

async function partOf(archive: Buffer, name: string): Promise<string> {
  return strFromU8(unzipSync(archive)[name] as Uint8Array);
}

/** Takes a workbook, returns the rows of a sheet, with cells by column name. */
async function readSheet(workbook: Buffer, number: number): Promise<Record<string, string>[]> {
  const shared = [...(await partOf(workbook, 'xl/sharedStrings.xml')).matchAll(/<si>([\s\S]*?)<\/si>/g)].map(
    ([, text = '']) => text.replace(/<[^>]*>/g, ''),
  );
  const sheet = await partOf(workbook, `xl/worksheets/sheet${number}.xml`);
  const [head = {}, ...rows] = [...sheet.matchAll(/<row [^>]*>([\s\S]*?)<\/row>/g)].map(([, cells = '']) =>
    Object.fromEntries(
      [...cells.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)>(?:<v>([^<]*)<\/v>)?/g)].map(
        ([, column, attributes = '', value = '']) => [
          column as string,
          attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : value,
        ],
      ),
    ),
  );
  return rows.map((row) =>
    Object.fromEntries(Object.entries(head).map(([column, name]) => [name, row[column] ?? ''])),
  );
}

/** Outcomes of the latest run of each executed test; empty for unjudged ones. */
function latestOutcomes(rows: readonly Record<string, string>[]): string[] {
  const ofTest = Map.groupBy(rows, (row) => row['Test ID'] ?? '');
  return [...ofTest.values()]
    .flatMap((runs) => runs.toSorted((one, other) => Number(other.Run) - Number(one.Run)).slice(0, 1))
    .filter((row) => ['Executed', 'Reviewed'].includes(row.Status ?? ''))
    .map((row) => row.Outcome ?? '');
}
