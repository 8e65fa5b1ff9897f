import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { findChromium } from '../../../tools/find-chromium.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { assertContents, cannotReadPdf, readPdf } from '../../support/reports/pdf.ts';
import { listTagFaults } from '../../support/reports/pdf-tags.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { sample } from '../../support/sample.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const chromium = findChromium();

describe('a report as PDF', { skip: cannotReadPdf(chromium) }, () => {
  let server: TestServer;
  let admin: Client;
  let mission: Mission;
  before(async () => {
    server = await startTestServer({ env: { SVC_BROWSER: chromium ?? '' } });
    admin = server.admin.client;
    mission = await newMission(admin, { tests: 4, name: 'Autumn exercise' });
    await walk(admin, placeOf(mission).path, 'executed');
  });
  after(() => server.close());

  const languages = [
    ['en-GB', 'en'],
    ['de-DE', 'de'],
    ['fr-FR', 'fr'],
  ] as const;
  for (const [locale, language] of sample(languages, 3)) {
    it(`names the page of each section in its contents, and has bookmarks with their numbers: ${language}`, async () => {
      const pdf = await readPdf(admin, mission, { kind: 'technical', options: { locale } });
      const entries = assertContents(pdf);
      const [first] = entries;
      assert.ok(pdf.bookmarks.includes(`${first?.[1]} ${first?.[2]}`), pdf.bookmarks.join('\n'));
      assert.equal(pdf.language, language);
      assert.deepEqual(listTagFaults(pdf.bytes), []);
    });
  }

  it('says how many of its characters no typeface has', async () => {
    const at = `/api/v1/missions/${mission.id}/reports`;
    const count = async (summary: string) => {
      const draft = { title: 'Report', kind: 'executive', texts: { summary } };
      const { id } = bodyOf(await admin.post(at, draft), 201);
      await makeRendering(admin, `${at}/${id}`, 'pdf');
      const answer = await admin.get(`${at}/${id}/renderings/pdf`);
      assert.equal(answer.status, 200);
      return answer.headers.get('damson-missing-glyphs');
    };
    assert.equal(await count('Plain words'), null);
    // Private characters, in two paragraphs of two weights.
    assert.equal(await count('From \u{e123}\u{e124}\n\n**\u{e125}**'), '3');
  });

  it('names title, author and program, but not the browser', async () => {
    const title = '/*page numbers */ Report (of <all> & “Ünï”) \\ 第一';
    const pdf = await readPdf(admin, mission, { kind: 'executive', title });
    assert.equal(pdf.about.Title, title);
    assert.equal(pdf.about.Author, 'Ada Admin');
    assert.equal(pdf.about.Creator, 'Damson');
    assert.equal(pdf.about['Metadata Stream'], 'yes');
    assert.equal(pdf.about.Tagged, 'yes');
    assert.ok(pdf.pictures.length > 0);
    for (const tag of pdf.pictures) assert.match(tag, /\/Alt /);
    assert.doesNotMatch(pdf.bytes.toString('latin1'), /Mozilla|Chrome|AppleWebKit/);
  });

  it('shows a test as one block, with its plan only if the options include it', async () => {
    const description = 'Description that the plan of the test has';
    const template = await newTestTemplate(admin, { name: 'Log-on by night', description });
    const scenario = await newScenarioTemplate(admin, {
      tests: Array.from({ length: 6 }, () => template.id),
    });
    const planned = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
    const tests: { id: string }[] = bodyOf(
      await admin.get(`/api/v1/missions/${planned.id}`),
      200,
    ).scenarios.flatMap((one: { tests: { id: string }[] }) => one.tests);
    for (const { id } of tests) {
      const at = `/api/v1/missions/${planned.id}/tests/${id}`;
      bodyOf(await admin.put(at, { command: 'first of the block', red_comment: 'end of red' }), 200);
      await walk(admin, at, 'executed');
      const fact = { kind: 'logged', result: 'yes', rule_name: 'Night watch', note: 'last of the block' };
      bodyOf(await admin.post(`${at}/facts`, fact), 201);
    }
    const brief = await readPdf(admin, planned, { kind: 'technical' });
    assert.ok(!brief.pages.join('').includes(description));
    const count = (page: string, words: string) => page.split(words).length - 1;
    const blocks = brief.pages.map((page) => count(page, 'first of the block'));
    assert.equal(
      blocks.reduce((sum, shown) => sum + shown, 0),
      6,
    );
    assert.deepEqual(
      brief.pages.map((page) => count(page, 'last of the block')),
      blocks,
    );
    assert.ok(Math.max(...blocks) > 1, 'several tests on a page');
    const long = await readPdf(admin, planned, { kind: 'technical', options: { plans: true } });
    assert.ok(long.pages.join('').includes(description));
  });

  it('has the results of a mission on the contents page of the executive report', async () => {
    const { pages } = await readPdf(admin, mission, { kind: 'executive' });
    for (const said of ['Contents', 'Prevented or detected', 'Most important findings'])
      assert.ok(pages[1]?.includes(said), said);
  });

  it('starts a section where the previous one ends', async () => {
    const { pages } = await readPdf(admin, mission, { kind: 'dora_summary' });
    assert.ok(pages.length < 10, `${pages.length} pages`);
  });
});
