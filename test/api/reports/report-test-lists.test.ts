import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { renderForPrint, renderHtml } from '../../../server/reports/html/document.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { newVariedMission } from '../../support/missions/varied-results.ts';
import { render } from '../../support/reports/report-samples.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let mission: Mission;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  mission = await newVariedMission(server.admin.client);
});
after(() => server.close());

const write = async (how = renderHtml, asked: Parameters<typeof modelOf>[2] = {}) =>
  (await render(how, await modelOf(server, mission.id, asked))).toString();

/** The numbers of the tests behind a place: those of its list, or of the test itself. */
function behind(document: string, place: string): string[] {
  if (place.startsWith('test-')) return [place.slice('test-'.length)];
  const [, list = ''] = new RegExp(`<div id="${place}">(.*?)</ul></dd></div>`, 's').exec(document) ?? [];
  return [...list.matchAll(/<li [^>]*><a href="#test-([\d.]+)">/g)].map(([, number = '']) => number);
}

it('marks and numbers of an HTML report lead to exactly the tests that the API lists', async () => {
  const document = await write();
  const numbers = new Map(
    mission.scenarios.flatMap(({ tests }, scenario) =>
      tests.map(({ id }, index) => [id, `${scenario + 1}.${index + 1}`] as const),
    ),
  );
  const counted = async (query: string): Promise<string[]> => {
    const path = `/api/v1/missions/${mission.id}/figures/tests?${query}`;
    return bodyOf(await server.admin.client.get(path), 200).test_ids.map((id: string) => numbers.get(id));
  };
  const marks = new Map(
    [...document.matchAll(/<a href="#([\w.-]+)" (?:aria-label|tabindex)=[^>]*><title>([^<]*)</g)].map(
      ([, place = '', label = '']) => [label, place],
    ),
  );
  for (const [label, query] of [
    ['Detected: 4', 'of=alerted'],
    ['Missed: 2', 'of=not_detected'],
    ['Not judged: 1', 'of=open'],
    ['Within 1 h: In time 1', 'of=within_1h'],
    ['Within 24 h: Later or not detected 3', 'of=within_24h_late'],
    ['Execution: Detected 2', 'of=alerted&tactic=TA0002'],
    ['Expected Detected, Missed: 1 test', 'of=expected_alerted_not_detected'],
    ['T1082 System Information Discovery: Detected 1, Logged only 1', 'of=attempted&technique=T1082'],
  ] as const) {
    const place = marks.get(label);
    assert.ok(place !== undefined, `${label} is not among ${[...marks.keys()].join('; ')}`);
    assert.deepEqual(behind(document, place), await counted(query), label);
  }
  const cells = [...document.matchAll(/<td [^>]*><a href="#([\w.-]+)">(\d+)<\/a><\/td>/g)];
  assert.ok(cells.length > 40, String(cells.length));
  for (const [, place = '', count] of cells) {
    assert.equal(behind(document, place).length, Number(count), place);
  }
  const [, missed = ''] = /Missed<\/span> <b><a href="#([\w.-]+)">/.exec(document) ?? [];
  assert.deepEqual(behind(document, missed), await counted('of=not_detected'));
});

it('no mark of a chart that counts tests is without a link, and no link without its place', async () => {
  const document = await write();
  const charts = [...document.matchAll(/<div class="linked">(.*?)<\/div><\/figure>/gs)].map(
    ([, chart = '']) => chart,
  );
  assert.equal(charts.length, 7);
  for (const chart of charts) {
    const drawn = [...chart.matchAll(/pointer-events="all"><title>([^<]*)</g)].map(([, label = '']) => label);
    const linked = new Set([...chart.matchAll(/<a [^>]*><title>([^<]*)</g)].map(([, label]) => label));
    const without = drawn.filter((label) => !linked.has(label) && !/: (0 of |no detections)/.test(label));
    assert.deepEqual(without, []);
  }
  const places = new Set([...document.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const missing = [...document.matchAll(/ href="#([^"]*)"/g)].filter(([, place]) => !places.has(place));
  assert.deepEqual(missing, []);
});

it('reports that leave out tests, a part of their record, or are printed list none', async () => {
  for (const document of [
    await write(renderForPrint),
    await write(renderHtml, { kind: 'executive' }),
    await write(renderHtml, { options: { side: 'red' } }),
  ]) {
    assert.doesNotMatch(document, /class="linked"|class="lists"|href="#tests-/);
  }
});
