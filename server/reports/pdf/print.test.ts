import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { type Found, processesBelow } from '../../../test/support/servers/processes.ts';
import { until } from '../../../test/support/servers/until.ts';
import { findChromium } from '../../../tools/find-chromium.ts';
import { english } from '../../words.ts';
import { writeStyle } from '../html/style.ts';
import { namedHtml } from './named-html.ts';
import { createBrowserPrinter } from './print.ts';

const chromium = findChromium();
const hasPoppler = spawnSync('pdfinfo', ['-v']).error === undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'print-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Autumn exercise</title>
<style>@page { size: A4; @bottom-right { content: "Page " counter(page) " of " counter(pages); } } h2 { break-before: page; }</style></head>
<body><h1>Report</h1><p>שלום العربية</p><script>document.body.append('a script ran')</script><h2>Second page</h2></body></html>`;

function write(name: string, content = page): { html: string; pdf: string } {
  const html = path.join(folder, name);
  writeFileSync(html, content);
  return { html, pdf: path.join(folder, `${name}.pdf`) };
}

describe('a PDF', () => {
  it('is printed by the browser that is installed, tagged, with its pages and their numbers, and without a script', {
    skip:
      (chromium === null && 'no Chromium is installed') || (!hasPoppler && 'poppler-utils is not installed'),
  }, async () => {
    const { html, pdf } = write('report');
    const print = namedHtml(createBrowserPrinter(['/nowhere', chromium ?? '']));
    await print(html, pdf, new AbortController().signal);
    const about = execFileSync('pdfinfo', [pdf], { encoding: 'utf8' });
    assert.match(about, /Title: +Autumn exercise/);
    assert.match(about, /Tagged: +yes/);
    assert.match(about, /Pages: +2\n/);
    assert.match(about, /A4/);
    const text = execFileSync('pdftotext', [pdf, '-'], { encoding: 'utf8' });
    assert.match(text, /Page 1 of 2/);
    assert.match(text, /Second page/);
    assert.doesNotMatch(text, /a script ran/);
    assert.deepEqual(readdirSync(folder).sort(), ['report', 'report.pdf']);
  });

  it('has no heading alone at the foot of a page, wherever tests without a record end', {
    skip:
      (chromium === null && 'no Chromium is installed') || (!hasPoppler && 'poppler-utils is not installed'),
  }, async () => {
    const edges = { title: 'Report', classification: null, organisation: null, isDraft: false };
    const pending =
      '<article class="test"><h4>Log-on by night</h4><p class="marks"><b>Pending</b></p></article>';
    const finding = `<article class="measure"><h4>F-1</h4>${'<p>A line of the finding</p>'.repeat(14)}</article>`;
    const start = (lines: number) =>
      `<section class="section" style="break-before: page"><h2>Tests</h2>${'<p>A line</p>'.repeat(lines)}`;
    const head = '<table><thead><tr><th>Test</th></tr></thead><tbody>';
    const row = `<div class="scroll">${head}<tr><td>Pending</td></tr></tbody></table></div>`;
    const next = (content: string) =>
      `</section><section class="section"><h2>Findings</h2>${content}</section>`;
    const places = Array.from({ length: 14 }, (_, lines) => [
      `${start(lines)}${pending.repeat(9)}${next(finding)}`,
      `${start(lines + 20)}${row}${next('<p class="quiet">No F-1</p>')}`,
    ]).flat();
    const style = writeStyle({ ...edges, knowsLastPage: true }, null, english);
    const { html, pdf } = write(
      'breaks',
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>${style}</style></head><body><main><div class="body">${places.join('')}</div></main></body></html>`,
    );
    await namedHtml(createBrowserPrinter([chromium ?? '']))(html, pdf, new AbortController().signal);
    const pages = execFileSync('pdftotext', [pdf, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1);
    assert.equal(pages.filter((text) => text.includes('Findings')).length, places.length);
    for (const text of pages) {
      assert.equal(text.includes('Findings'), text.includes('F-1'), text);
      assert.ok(!text.includes('Tests') || text.includes('Pending'), text);
    }
  });

  it('is refused with no_browser if there is none', async () => {
    const { html, pdf } = write('without');
    const print = createBrowserPrinter(['/nowhere/chromium']);
    await assert.rejects(print(html, pdf, new AbortController().signal), { code: 'no_browser' });
  });

  it('is refused with no_browser if it does not start', {
    skip: process.platform === 'win32',
  }, async () => {
    const { html, pdf } = write('broken');
    await assert.rejects(createBrowserPrinter(['/bin/false'])(html, pdf, new AbortController().signal), {
      code: 'no_browser',
    });
  });

  it('is cancelled when it is stopped', {
    skip: chromium === null && 'no Chromium is installed',
  }, async () => {
    const { html, pdf } = write('stopped');
    const stop = new AbortController();
    const printing = createBrowserPrinter([chromium ?? ''])(html, pdf, stop.signal);
    stop.abort(new Error('stopped'));
    await assert.rejects(printing, /stopped/);
    assert.ok(!readdirSync(folder).includes('stopped.pdf'));
  });

  for (const [what, isIt] of [
    ['the browser', ({ depth }: Found) => depth === 1],
    ['the process of its page', ({ type }: Found) => type === 'renderer'],
  ] as const) {
    it(`is refused with rendering_failed when ${what} is killed`, {
      skip:
        (chromium === null && 'no Chromium is installed') ||
        (process.platform !== 'linux' && 'it reads /proc'),
    }, async () => {
      const { html, pdf } = write(`killed-${what}`);
      writeFileSync(html, page.replace('</body>', `${'<p>Words and words</p>'.repeat(30_000)}</body>`));
      const printing = namedHtml(createBrowserPrinter([chromium ?? '']))(
        html,
        pdf,
        new AbortController().signal,
      );
      let isOver = false;
      const refused = assert
        .rejects(printing, { code: 'rendering_failed', message: /browser.*leave out/ })
        .finally(() => {
          isOver = true;
        });
      // A process that has been busy for this long is rendering the document, not the empty page before it.
      const isBusy = ({ type, ticks }: Found) => type === 'renderer' && ticks >= 20;
      await until(() => isOver || processesBelow(process.pid).some(isBusy));
      const killed = processesBelow(process.pid).filter((found) => isIt(found));
      for (const { pid } of killed) process.kill(pid, 'SIGKILL');
      await refused;
    });
  }
});
