import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findChromium } from '../../../tools/find-chromium.ts';
import { newMission, newScenarioTemplate, newTestTemplate } from '../../support/missions/factories.ts';
import { assertContents, cannotReadPdf, readPdf } from '../../support/reports/pdf.ts';
import { listTagFaults } from '../../support/reports/pdf-tags.ts';
import { startTestServer } from '../../support/servers/server.ts';

const chromium = findChromium();

it('a PDF of many tests is printed part by part, with all of its pages, bookmarks and links', {
  skip: cannotReadPdf(chromium),
}, async (t) => {
  const server = await startTestServer({ env: { SVC_BROWSER: chromium ?? '' } });
  t.after(() => server.close());
  const admin = server.admin.client;
  const template = await newTestTemplate(admin, { name: 'Log-on by night' });
  const scenario = await newScenarioTemplate(admin, {
    tests: Array.from({ length: 420 }, () => template.id),
  });
  const long = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
  const pdf = await readPdf(admin, long, { kind: 'technical', options: { locale: 'de-DE' } });
  const entries = assertContents(pdf);
  for (const [index, page] of pdf.pages.entries())
    if (index > 0) assert.match(page, new RegExp(`Seite ${index + 1} von ${pdf.pages.length}\\s*$`));
  assert.deepEqual(listTagFaults(pdf.bytes), []);
  const sections = entries.map(([, number, heading]) => `${number} ${heading}`);
  const shown = pdf.bookmarks.filter((bookmark) => sections.includes(bookmark));
  assert.deepEqual(shown, sections);
  const tests = pdf.bookmarks.filter((bookmark) => bookmark.includes('Log-on by night'));
  assert.equal(tests.length, 420);
  assert.equal(pdf.bookmarks.filter((bookmark) => bookmark.endsWith('(Fortsetzung)')).length, 1);
  assert.equal(pdf.about.Title, 'Report');
  assert.equal(pdf.about.Tagged, 'yes');
  assert.equal(pdf.language, 'de');
  assert.equal(pdf.structure.filter((line) => line === 'Document').length, 1);
  assert.ok(pdf.structure.filter((line) => /^H[34]\b/.test(line.trim())).length >= 420);
  assert.equal(pdf.links, sections.length);
});
