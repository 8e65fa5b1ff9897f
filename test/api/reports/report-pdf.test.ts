import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { findChromium } from '../../../tools/find-chromium.ts';
import { newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { cannotReadPdf, readPdf } from '../../support/reports/pdf.ts';
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

  for (const [locale, language] of [
    ['en-GB', 'en'],
    ['de-DE', 'de'],
    ['fr-FR', 'fr'],
  ] as const) {
    it(`names the page of each section in its contents, and has bookmarks with their numbers: ${language}`, async () => {
      const pdf = await readPdf(admin, mission, { kind: 'technical', options: { locale } });
      const [, contents = ''] = pdf.pages;
      const entries = [...contents.matchAll(/^ *(\d+|[A-Z]) +(\S.*?) {2,}(\d+)$/gm)];
      assert.ok(entries.length > 10, contents);
      for (const [, number = '', heading = '', page] of entries) {
        const found = pdf.pages.findIndex(
          (text, index) => index > 1 && new RegExp(`^ *${number} +${heading.slice(0, 20)}`, 'm').test(text),
        );
        assert.equal(found + 1, Number(page), heading);
      }
      const [first] = entries;
      assert.ok(pdf.bookmarks.includes(`${first?.[1]} ${first?.[2]}`), pdf.bookmarks.join('\n'));
      assert.equal(pdf.language, language);
    });
  }

  it('says title, author and program, and nothing of the browser', async () => {
    const title = '/*page numbers */ Report (of <all> & “Ünï”) \\ 第一';
    const pdf = await readPdf(admin, mission, { kind: 'executive', title });
    assert.equal(pdf.about.Title, title);
    assert.equal(pdf.about.Author, 'Ada Admin');
    assert.equal(pdf.about.Creator, 'Damson');
    assert.equal(pdf.about['Metadata Stream'], 'yes');
    assert.equal(pdf.about.Tagged, 'yes');
    assert.doesNotMatch(pdf.bytes.toString('latin1'), /Mozilla|Chrome|AppleWebKit/);
  });
});
