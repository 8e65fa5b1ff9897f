import { describePeriod, describeVersion, nameAuthor, nameKind } from '../content/document.ts';
import { describeLeftOutPart, describeNothing } from '../content/parts.ts';
import { describeUnstated, isWritten, numberSections, type Section } from '../content/sections.ts';
import { describeUnshown } from '../content/tests.ts';
import type { ReportEvidence, ReportModel } from '../model.ts';
import { writeRoom } from '../pdf/page-numbers.ts';
import type { RenderContext } from '../renderer.ts';
import { cutLong } from './cut-long.ts';
import { partEnd, startOfParts, writeHeadStart } from './head.ts';
import { writeName } from './marks.ts';
import { Html, html } from './markup.ts';
import { parts } from './parts/index.ts';
import { writeCaption, writeTest } from './parts/test.ts';
import { cutPicture, detectPicture, writeCut, writeLogo, writePictureAddress } from './pictures.ts';
import { writeFields, writeProse } from './prose.ts';
import { openReport, type Report, writeWords } from './report.ts';
import { writeStyle } from './style.ts';
import { writeTypeface } from './typeface.ts';
import { WrittenPictures } from './written-pictures.ts';

/** Loads and runs nothing, whatever texts the document contains. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

/** Writes a model as one self-contained HTML file that runs nothing and prints well. */
export function renderHtml(model: ReportModel, context: RenderContext): Promise<void> {
  return writeDocument(model, context, { printed: false });
}

/** Writes a model as HTML for printing a PDF. It looks like the output of `renderHtml`, without the tests behind its figures, and prints faster. */
export function renderForPrint(model: ReportModel, context: RenderContext): Promise<void> {
  return writeDocument(model, context, { printed: true });
}

/**
 * A browser looks for every link target on each page, which takes forever with thousands of them. The bookmarks lead to all
 * tests.
 */
const mostLinkedTests = 200;
/** Of a part of a longer document that is printed by itself. */
const testsOfPart = 300;
const pictureBytesOfPart = 16 * 1024 * 1024;
/** Without its tests: while a browser prints, each character takes 400 bytes of its memory or more. */
const charactersOfPart = 500_000;

async function writeDocument(
  model: ReportModel,
  given: RenderContext,
  { printed }: { printed: boolean },
): Promise<void> {
  const tests = model.scenarios.reduce((sum, scenario) => sum + scenario.tests.length, 0);
  const isShort = tests <= mostLinkedTests;
  const report = openReport(model, { linksTests: !printed || isShort, listsTests: !printed });
  const written = new WrittenPictures(report, given, { printed });
  const write = (piece: string | Uint8Array) => written.write(piece);
  const context = { ...given, write: printed ? writeGroups({ write }) : write };
  const sections = numberSections(report);
  const inParts = printed && !isShort;
  // The first part is printed twice.
  const media = {
    printed,
    inParts,
    room: inParts ? charactersOfPart / 2 : Number.POSITIVE_INFINITY,
    written,
  };
  await context.write(writeHead(report, media, sections.length, await writeTypeface(model)));
  await context.write(
    html`<main>${writeCover(report)}<div class="body">${writeContents(sections, report)}`.text,
  );
  for (const [index, section] of sections.entries()) {
    if (index > 0 && media.room < charactersOfPart / 2) {
      await context.write(partBreak);
      media.room = charactersOfPart;
    }
    await writeSection(report, section, context, media);
  }
  await context.write(
    html`${report.lists?.write(report) ?? null}</div></main></body></html>
`.text,
  );
  context.progress(1);
}

/** A browser tags a figure as a picture without a description, although the one in it has a description. */
function writeGroups({ write }: Pick<RenderContext, 'write'>): RenderContext['write'] {
  return (chunk) =>
    write(typeof chunk === 'string' ? chunk.replaceAll('<figure ', '<figure role="group" ') : chunk);
}

/** How a document is shown; `inParts` prints its parts one by one, and `room` is how many more characters the present one takes. */
type Media = { printed: boolean; inParts: boolean; room: number; written: WrittenPictures };

const partBreak = `</div></main>${partEnd}<main><div class="body">`;

/** A browser also lays out the document for its invisible window, before and after printing. */
const onPaperAlone = '@media screen { main { content-visibility: hidden; } }\n';

/** A PDF has room for the page numbers of its sections. */
function writeHead(source: Report, { printed, inParts }: Media, sections: number, typeface: string): string {
  const { model, wording } = source;
  const { report, mission, brand } = model;
  const style = writeStyle(
    {
      title: report.title,
      classification: report.options.classification,
      organisation: mission.organisation ?? mission.client,
      isDraft: report.issued === null,
      knowsLastPage: !inParts,
    },
    brand.accent,
    wording,
  );
  const { language } = wording;
  return `${writeHeadStart({ title: report.title, author: nameAuthor(model), language })}<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<style>${printed ? writeRoom(sections) : ''}${style}${printed ? onPaperAlone : ''}${typeface}</style>${inParts ? startOfParts : '</head>\n<body>\n'}`;
}

/** A longer title would leave no room on the cover in large letters. */
const longTitle = 80;

function writeCover(report: Report): Html {
  const { model, wording } = report;
  const { t } = wording;
  const { report: head, mission, brand } = model;
  const { classification } = head.options;
  return html`<header class="cover"><div class="top">${writeLogo(brand.logo) ?? html`<span></span>`}${
    classification !== null && html`<span class="classification" dir="auto">${classification}</span>`
  }</div>
<p class="kind">${nameKind(model, wording)}${head.issued === null && html` <span class="draft">${t('reports.draft')}</span>`}</p>
<h1 dir="auto" class="${head.title.length > longTitle ? 'long' : ''}">${head.title}</h1><div class="rule"></div>
<p class="subject" dir="auto">${mission.name}</p>
${writeFields([
  [t('reports.version'), describeVersion(model, wording)],
  [t('reports.organisation'), mission.organisation],
  [t('reports.period'), describePeriod(report)],
  [
    t('reports.issued'),
    head.issued === null
      ? null
      : writeWords(
          report,
          wording.tell('reports.issued.by', {
            when: wording.dayOf(head.issued.at),
            person: { name: head.issued.by.display_name },
          }),
        ),
  ],
  [t('reports.data_as_of'), wording.timeInZone(head.read_at)],
])}</header>`;
}

/** Up to this many lines, the contents leave room for the result on their page. */
const briefContents = 10;

function writeContents(sections: readonly Section[], { wording: { t } }: Report): Html {
  return html`<nav class="contents ${sections.length <= briefContents ? 'brief' : ''}" aria-labelledby="contents"><h2 id="contents">${t('reports.contents')}</h2><ol>${sections.map(
    ({ number, heading }) =>
      html`<li><a href="#section-${number}"><span class="number">${number}</span> <span class="entry">${heading}</span></a></li>`,
  )}</ol></nav>`;
}

async function writeSection(
  report: Report,
  section: Section,
  context: RenderContext,
  media: Media,
): Promise<void> {
  const { key, text: written, drafted, number, heading, parts: shown } = section;
  const unstated = describeUnstated(section, report);
  await context.write(
    html`<section class="section" data-section="${key}" aria-labelledby="section-${number}">
<h2 id="section-${number}"><span class="number">${number}</span> ${heading}</h2>${
      isWritten(written)
        ? html`${drafted === true && html`<p class="quiet">${report.wording.t('reports.drafted')}</p>`}${writeProse(written)}`
        : unstated !== null && html`<p class="quiet">${unstated}</p>`
    }`.text,
  );
  for (const part of shown) {
    if (part === 'tests') {
      await writeTests(report, context, media, { number, heading });
      continue;
    }
    const leftOut = describeLeftOutPart(part, report.model.report.options.side, report.wording);
    const said = leftOut === null ? parts[part](report) : null;
    const markup = html`${shown.length > 1 && html`<h3>${report.wording.t(`report_parts.title.${part}`)}</h3>`}${said ?? html`<p class="quiet">${leftOut ?? describeNothing(part, report.wording)}</p>`}`;
    const text = shown.length > 1 ? markup.text : raiseHeadings(markup.text);
    for (const [index, piece] of cutLong(text, media.room, charactersOfPart).entries()) {
      if (index > 0) {
        await context.write(continueSection(report, { number, heading }));
        media.room = charactersOfPart;
      }
      await context.write(piece);
      media.room -= piece.length;
    }
  }
  await context.write('</section>\n');
}

/** The headings of a section's only part, which has no heading of its own, come directly below that of the section. */
function raiseHeadings(markup: string): string {
  return markup.replaceAll('<h4>', '<h4 aria-level="3">');
}

/** Ends a part of a document in the middle of a section. */
function continueSection(
  { wording }: Report,
  { number, heading }: Pick<Section, 'number' | 'heading'>,
): string {
  const title = wording.t('reports.picture.continued', { title: heading });
  return `</section>${partBreak}${html`<section class="section"><h2><span class="number">${number}</span> ${title}</h2>`.text}`;
}

/** Written scenario by scenario and test by test, so that only one picture is in memory. */
async function writeTests(
  report: Report,
  context: RenderContext,
  media: Media,
  { number, heading }: Pick<Section, 'number' | 'heading'>,
): Promise<void> {
  const { model, tests } = report;
  const nothing = html`<p class="quiet">${describeNothing('tests', report.wording)}</p>`;
  if (model.scenarios.length === 0) await context.write(nothing.text);
  let done = 0;
  let room = { tests: testsOfPart, bytes: pictureBytesOfPart };
  const goOn = async () => {
    if (!media.inParts || (room.tests > 0 && room.bytes > 0)) return;
    room = { tests: testsOfPart, bytes: pictureBytesOfPart };
    await context.write(continueSection(report, { number, heading }));
  };
  for (const [index, scenario] of model.scenarios.entries()) {
    await context.write(
      html`<h3>${index + 1} ${writeName(scenario.name)}</h3>${scenario.description !== null && writeProse(scenario.description)}${scenario.tests.length === 0 && nothing}`
        .text,
    );
    for (const test of scenario.tests) {
      await goOn();
      room.tests -= 1;
      for (const piece of writeTest(report, test)) {
        if (piece instanceof Html) await context.write(piece.text);
        else room.bytes -= await writePicture(report, piece, context, media.printed);
      }
      room.bytes -= media.written.takeLength();
      done += 1;
      context.progress(done / tests.length);
    }
  }
  if (media.inParts) media.room = 0;
}

/** Returns the length of the picture. */
async function writePicture(
  report: Report,
  evidence: ReportEvidence,
  context: RenderContext,
  printed: boolean,
): Promise<number> {
  const bytes = await context.openPicture(evidence);
  const mimeType = bytes === null ? null : detectPicture(bytes);
  const title = evidence.caption ?? evidence.file_name;
  const cut = bytes === null || !printed ? null : cutPicture(bytes);
  if (bytes === null || mimeType === null) {
    await context.write('<figure class="picture">');
    await context.write(html`<p class="note">${describeUnshown(evidence, bytes, report.wording)}</p>`.text);
  } else if (cut === null) {
    await context.write(html`<figure class="picture"><img alt="${title}" src="`.text);
    for (const part of writePictureAddress(bytes, mimeType)) await context.write(part);
    await context.write('">');
  } else {
    const said = { title, continued: report.wording.t('reports.picture.continued', { title }) };
    for (const part of writeCut({ bytes, mimeType, cut }, said, 'figure')) await context.write(part);
  }
  await context.write(html`${writeCaption(report, evidence)}</figure>`.text);
  return bytes?.length ?? 0;
}
