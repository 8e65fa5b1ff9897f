import { palettes } from '../../../domain/charts/palette.ts';
import { colourPattern } from '../../../domain/fields.ts';
import type { Wording } from '../dates.ts';
import { lastPage } from './head.ts';
import { toCssString } from './markup.ts';

const paper = palettes.paper;

/** Margins of each printed page. */
export type Edges = {
  title: string;
  classification: string | null;
  /** Its organisation. */
  organisation: string | null;
  isDraft: boolean;
  /** Whether all pages are printed at once, so that their number is known. */
  knowsLastPage: boolean;
};

/** The default accent, replaced by an organisation's `#rrggbb`. */
const ownAccent = '#6b2d5c';

const sans = `Inter, "Segoe UI", "Helvetica Neue", Roboto, "Noto Sans", "Liberation Sans", Arial, "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans CJK SC", "Hiragino Sans", "Yu Gothic", "Microsoft YaHei", system-ui, sans-serif`;
const mono = `"Cascadia Mono", Consolas, Menlo, "Noto Sans Mono", "Liberation Mono", "DejaVu Sans Mono", monospace`;

/** A longer text would overlap its neighbour at the edge of the page. */
const longestEdge = 60;
const longestWordOfEdge = 20;

/** A text shortened to fit a page edge, followed by a mark that is never cut off. */
function writeEdge(text: string | null, mark: string | null = null): string {
  const words = text?.split(/\s+/).map((word) => shorten(word, longestWordOfEdge));
  const parts = [words === undefined ? null : shorten(words.join(' '), longestEdge), mark];
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? 'none' : toCssString(said.join(' · '));
}

function shorten(text: string, longest: number): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}

/** The printing engine counts pages itself. */
function writeCounted(text: string): string {
  return text
    .split(/(«pages?»)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('«') ? `counter(${part.slice(1, -1)})` : toCssString(part)))
    .join(' ');
}

/** Room for the number of the last page, and the page `last` that has nothing else: it is laid over the others. */
function writeLastPage(text: string): string {
  const room = `${(0.45 * text.replace('«pages»', '').length + 0.65 * 4).toFixed(1)}em`;
  const others = ['top-left', 'top-right', 'bottom-left', 'bottom-center'];
  return `@page { @bottom-right { padding-right: ${room}; } }
@page ${lastPage} { ${others.map((edge) => `@${edge} { content: none; }`).join(' ')} @bottom-right { content: ${writeCounted(text.replace('«pages»', '«page»'))}; padding-right: 0; width: ${room}; text-align: left; white-space: pre; } }`;
}

/** The style sheet of a report: for screens of any width, and for A4 pages. */
export function writeStyle(
  { title, classification, organisation, isDraft, knowsLastPage }: Edges,
  accent: string | null,
  { t }: Pick<Wording, 't'>,
): string {
  const chosen = accent !== null && colourPattern.test(accent) ? accent : ownAccent;
  const pageOfPages = t('reports.page', { page: '«page»', pages: '«pages»' });
  const pageOf = writeCounted(knowsLastPage ? pageOfPages : t('reports.page_alone', { page: '«page»' }));
  return `
@page {
  size: A4;
  margin: 24mm 18mm 20mm;
  @top-left { content: ${writeEdge(title)}; }
  @top-right { content: ${writeEdge(classification, isDraft ? t('reports.draft') : null)}; font-weight: 600; }
  @bottom-left { content: ${writeEdge(organisation)}; }
  @bottom-center { content: ${writeEdge(classification)}; font-weight: 600; }
  @bottom-right { content: ${pageOf}; }
  @top-left, @top-right { padding-bottom: 4mm; vertical-align: bottom; }
}
${['top-left', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right']
  .map((edge) => `@page { @${edge} { font: 8pt/1.3 ${sans}; color: ${paper.muted}; } }`)
  .join('\n')}
${knowsLastPage ? '' : writeLastPage(pageOfPages.replace(/^.*«page»/, ''))}
@page cover { margin: 0; @top-left { content: none; } @top-right { content: none; } @bottom-left { content: none; } @bottom-center { content: none; } @bottom-right { content: none; } }
:root {
  --accent: ${chosen};
  --ink: #16181d;
  --muted: ${paper.muted};
  --line: #d5d8de;
  --soft: #f5f6f8;
  --prevented: ${paper.prevented};
  --alerted: ${paper.alerted};
  --logged: ${paper.logged};
  --not-detected: ${paper.not_detected};
  --open: ${paper.open};
  --red: ${paper.red};
  --blue: ${paper.blue};
  color-scheme: only light;
  print-color-adjust: exact;
  -webkit-print-color-adjust: exact;
}
${rules}`;
}

/** A colour with this percentage of white in it: a transparent pattern becomes a mask in a PDF, which takes more room. */
const lighten = (name: string, percentage: number) =>
  `color-mix(in srgb, #fff ${percentage}%, var(--${name}))`;

const rules = `
* { box-sizing: border-box; }
html { background: #e9ebef; }
body { margin: 0; color: var(--ink); font: 15px/1.5 ${sans}; overflow-wrap: anywhere; }
main { max-width: 60rem; margin: 0 auto; background: #fff; }
.body { padding: 1rem 3.5rem 4rem; }
h1, h2, h3, h4 { line-height: 1.25; text-align: left; margin: 0; text-wrap: balance; }
h2 { font-size: 1.6rem; margin: 3.2rem 0 1rem; padding-bottom: .4rem; border-bottom: 2px solid var(--accent); }
h2 .number { color: var(--muted); font-weight: 400; margin-inline-end: .4rem; }
h3 { font-size: 1.2rem; margin: 2rem 0 .7rem; }
h4 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; }
.prose { max-width: 46rem; }
p.prose { white-space: pre-line; }
ul.prose, ol.prose { padding-inline-start: 1.4rem; margin: .5rem 0; }
li > .prose { margin: .2rem 0; }
p.prose.head { margin: .9rem 0 .3rem; }
blockquote.prose { margin: .5rem 0; padding-inline-start: .8rem; border-inline-start: 3px solid var(--line); color: var(--muted); }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 2px; }
.quiet, .note, .card-share { color: var(--muted); font-size: .87em; }
.kept { white-space: pre-line; }
code, pre { font-family: ${mono}; font-size: .86em; }
pre { margin: .3rem 0 .8rem; padding: .55rem .7rem; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; tab-size: 4; }
td .digest { font-size: .76em; white-space: nowrap; }
.digest { font-size: .78em; color: var(--muted); }
.label { margin: .9rem 0 .2rem; font-weight: 600; font-size: .87em; color: var(--muted); }

.cover { position: relative; display: flex; flex-direction: column; min-height: min(100vh, 62rem); padding: 4rem 3.5rem 3rem 5rem; }
.cover > * { flex: none; }
.cover::before { content: ""; position: absolute; inset: 0 auto 0 0; width: 1.5rem; background: var(--accent); }
.cover .top { display: flex; justify-content: space-between; align-items: flex-start; gap: 2rem; min-height: 4rem; }
.logo { display: block; max-width: 16rem; max-height: 5.5rem; object-fit: contain; object-position: left; }
.classification { padding: .3rem .8rem; border: 2px solid currentcolor; font-weight: 700; letter-spacing: .04em; font-size: .87rem; }
.cover .kind { margin: auto 0 .8rem; color: var(--muted); font-size: 1.1rem; }
.cover h1 { font-size: clamp(1.7rem, 5vw, 2.9rem); line-height: 1.12; }
.cover h1.long { font-size: clamp(1.4rem, 4vw, 1.9rem); }
.cover .rule { width: 6rem; height: .35rem; margin: 1.6rem 0; background: var(--accent); }
.cover .subject { margin: 0 0 auto; font-size: 1.25rem; }
.cover dl { margin: 3rem 0 0; }
.draft { display: inline-block; margin-inline-start: .6rem; padding: 0 .5rem; border: 1px dashed currentcolor; font-size: .9rem; }

.contents ol { list-style: none; margin: 0; padding: 0; }
.contents a { display: flex; gap: .6rem; padding: .35rem 0; border-bottom: 1px solid var(--line); text-decoration: none; }
.contents .number { flex: 0 0 2.2rem; color: var(--muted); }
.contents .entry { flex: 1; }

dl { margin: .8rem 0; }
dl > div { display: grid; grid-template-columns: minmax(8rem, 11rem) minmax(0, 1fr); gap: .2rem 1rem; padding: .25rem 0; }
dt { color: var(--muted); }
dd { margin: 0; }
dd > :first-child { margin-top: 0; }
dd > :last-child { margin-bottom: 0; }
.gaps dl > div, .miss dl > div { padding: .1rem 0; font-size: .93em; }
.terms dt { color: inherit; font-weight: 600; }

.scroll { overflow-x: auto; margin: .8rem 0 1.2rem; }
table { width: 100%; border-collapse: collapse; font-size: .93em; font-variant-numeric: tabular-nums; }
table.small { font-size: .85em; }
th, td { padding: .4rem .7rem .4rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); min-width: 3.5rem; }
th { overflow-wrap: normal; color: var(--muted); font-weight: 600; border-bottom-color: var(--muted); }
th.number, td.number { text-align: end; white-space: nowrap; }
th.word, td.word { white-space: nowrap; }
th.narrow, td.narrow { min-width: 6.5rem; }
th.wide, td.wide { min-width: 14rem; }
td > :first-child { margin-top: 0; }
td > :last-child { margin-bottom: 0; }

.mark { display: inline-flex; align-items: center; gap: .4rem; font-weight: 600; white-space: nowrap; }
.mark.none { color: var(--muted); }
i.prevented, i.alerted, i.logged, i.not_detected, i.open { display: inline-block; flex: none; width: .85em; height: .85em; border-radius: 2px; background-color: var(--open); }
i.prevented { background-color: var(--prevented); }
i.alerted { background: repeating-linear-gradient(90deg, ${lighten('alerted', 60)} 0 1.5px, var(--alerted) 1.5px 4px); }
i.logged { background: radial-gradient(circle, ${lighten('logged', 80)} 1px, var(--logged) 1.2px) 0 0 / 4px 4px; }
i.not_detected { background: repeating-linear-gradient(45deg, ${lighten('not-detected', 60)} 0 1.5px, var(--not-detected) 1.5px 4px); }
.verdict, .priority, .side-mark, .result { font-weight: 600; white-space: nowrap; }
.verdict::before { content: "✓ "; }
.verdict.missed::before { content: "✗ "; }
.verdict.open::before { content: "… "; }
.verdict.open, .priority.low, .result.no, .result.not_tested, .result.not_applicable { font-weight: 400; }
.result::before { content: "● "; }
.result.partial::before { content: "◐ "; }
.result.no::before { content: "○ "; }
.result.not_tested::before, .result.not_applicable::before { content: "– "; }
.priority.critical::before { content: "▲▲ "; }
.priority.high::before { content: "▲ "; }
.side-mark.red, .side.red .side-name { color: var(--red); }
.side-mark.blue, .side.blue .side-name { color: var(--blue); }
.marks { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem 1rem; }
.technique { font-size: .93em; }

.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(5.9rem, 1fr)); gap: .7rem; margin: 1rem 0 1.5rem; padding: 0; list-style: none; }
.cards li { padding: .7rem .9rem; background: var(--soft); border-top: 3px solid var(--accent); }
.card-name { display: block; color: var(--muted); font-size: .87em; }
.cards b { font-size: 1.5rem; line-height: 1.2; }
.chart { margin: 1rem 0 1.5rem; }
.chart figcaption { margin-bottom: .6rem; }
.linked { position: relative; width: fit-content; max-width: 100%; }
.linked .marked { position: absolute; inset: 0; width: 100%; height: 100%; }
.marked rect { fill: transparent; }
.marked a:hover rect { fill: rgb(0 0 0 / 7%); }
.lists ul { margin: 0; padding-left: 1rem; }
.lists li { line-height: 24px; }
.chart svg { font-family: inherit; display: block; max-width: 100%; height: auto; }
.gaps { margin: 1rem 0; padding: 0; list-style: none; counter-reset: gap; }
.gaps > li { position: relative; padding: .8rem 0 .8rem 3rem; border-bottom: 1px solid var(--line); counter-increment: gap; }
.gaps > li::before { content: counter(gap); position: absolute; inset-inline-start: 0; font-size: 1.6rem; line-height: 1.2; color: var(--muted); }
.gap-name { margin: 0; font-weight: 600; }
.gaps p, .miss p { margin: .15rem 0; }
.gaps dl, .miss dl { margin: .3rem 0 0; }
.gaps dl > div { grid-template-columns: 6.5rem minmax(0, 1fr); }
.miss { padding: .8rem 0; border-bottom: 1px solid var(--line); }
.group { margin: 1.4rem 0 .3rem; font-weight: 600; font-size: 1.1rem; }
.measure { padding: .2rem 0 .8rem; border-bottom: 1px solid var(--line); }

.test { margin: 1rem 0 1.2rem; padding-top: .6rem; border-top: 1px solid var(--muted); }
.test > h4 { font-size: 1.1rem; margin: 0 0 .3rem; }
.test > .marks { margin: .2rem 0 .5rem; }
.test-number { color: var(--muted); margin-inline-end: .3rem; }
.plan > dl { margin: .4rem 0; font-size: .93em; }
.side { margin: .5rem 0; padding: .1rem 0 .1rem .8rem; border-inline-start: 3px solid var(--line); }
.side.red { border-color: var(--red); }
.side.blue { border-color: var(--blue); }
.record { margin: 0; font-size: .93em; }
.record > div { grid-template-columns: 6rem minmax(0, 1fr); padding: .1rem 0; }
.record p { margin: 0; }
.record pre { margin: .1rem 0 .3rem; padding: .35rem .55rem; }
.record .side-name { font-weight: 700; }
.line > span { display: inline-block; margin-inline-end: .8rem; }
.facts { list-style: none; margin: 0; padding: 0; }
.facts li { display: grid; grid-template-columns: 5rem 5.5rem minmax(0, 1fr); column-gap: .5rem; padding: .1rem 0; }
.facts .kind { font-weight: 600; }
.facts .note { display: block; }
.run { margin: .9rem 0 .4rem; padding-top: .4rem; border-top: 1px dashed var(--line); font-weight: 600; }
.files { margin: 0; padding-inline-start: 1.1rem; }
.picture { margin: .8rem 0 1.2rem; }
.written { vertical-align: top; }
.picture img, .written { max-width: 100%; max-height: 40rem; border: 1px solid var(--line); }
.picture img { display: block; }
.picture figcaption { margin-top: .3rem; font-size: .93em; }

@media (width <= 40rem) {
  .body { padding: .5rem 1.1rem 2rem; }
  .cover { padding: 2rem 1.2rem 2rem 2.4rem; min-height: 0; gap: 1rem; }
  .cover::before { width: .8rem; }
  .cover .top { flex-direction: column; gap: 1rem; }
  .cover .kind { margin-top: 2rem; }
  dl > div, .record > div, .facts li { grid-template-columns: minmax(0, 1fr); gap: 0; padding: .3rem 0; }
  .side { padding-inline-start: .7rem; }
  .gaps > li { padding-inline-start: 2rem; }
  .scroll table { min-width: 34rem; }
  .scroll table:not(:has(th:nth-child(4))) { min-width: 0; }
  .chart { overflow-x: auto; }
  .chart > svg, .linked { max-width: max(100%, 34rem); }
  .linked { width: max-content; }
}

@media print {
  html { background: none; font-size: 12.5px; }
  body { font-size: 9.5pt; line-height: 1.42; }
  main { max-width: none; }
  .body { padding: 0; }
  .cover { page: cover; break-after: page; min-height: 297mm; padding: 28mm 20mm 22mm 34mm; }
  .cover::before { width: 14mm; }
  .cover h1 { font-size: 30pt; }
  .cover h1.long { font-size: 20pt; }
  h2 { font-size: 17pt; margin-top: 0; }
  .section { margin-top: 9mm; }
  /* As much of a page as a section begins on; before the heading itself, Chromium would cut lines in two further down. */
  .section > h2, [data-section="history"] { break-inside: avoid; }
  .section > h2::before { content: ""; display: block; height: 63mm; margin-bottom: -63mm; }
  h3 { margin-top: 1.4rem; }
  .cards { gap: .5rem; margin: .6rem 0 .8rem; }
  .cards li { padding: .4rem .6rem; }
  .lists { display: none; }
  .chart { margin: .6rem 0 .9rem; }
  .contents a { padding: .2rem 0; }
  .contents.brief ol { columns: 2; column-gap: 8mm; }
  .contents.brief li { break-inside: avoid; }
  th, td { padding-block: .22rem; }
  /* Takes a browser much less memory than a grid. */
  dl > div { display: flow-root; padding: .1rem 0; }
  dl > div > dt { float: left; width: 11rem; }
  dl > div > dd { margin-left: 12rem; }
  .gaps dl > div > dt { width: 6.5rem; }
  .gaps dl > div > dd { margin-left: 7.5rem; }
  .record > div > dt { width: 6rem; }
  .record > div > dd { margin-left: 7rem; }
  .measure { padding-bottom: .4rem; }
  .measure > h4 { margin-top: .9rem; }
  .miss, .gaps > li { padding-block: .5rem; }
  .scroll { margin-bottom: .9rem; }
  h2, h3, h4, .label, .run, .group, .marks, figcaption { break-after: avoid; }
  .chart figcaption, .picture figcaption { break-after: auto; }
  /* It would be that of the element around it too: a test that is pending ends with its marks. */
  .marks:last-child { break-after: auto; }
  .test, .chart, .picture, .cards, .gaps > li, dl > div, tr, .miss, .measure { break-inside: avoid; }
  tr.more, tbody tr:last-child { break-before: avoid; }
  tbody tr:first-child:not(:last-child) { break-after: avoid; }
  /* The start of a scenario stays with that of its first test. */
  h3 + .test, .prose + .test, .test.long { break-inside: auto; }
  .record > div, .plan > dl > div, .miss dl > div, .measure dl > div { break-inside: auto; }
  h3 + .prose, p:has(+ .test), p:has(+ .cards), p:has(+ .scroll), p:has(+ dl), p:has(+ pre), .cards:has(+ .chart), .prose.head, .prose:has(+ .prose.list) { break-after: avoid; }
  .record pre { font-size: 7.4pt; line-height: 1.3; }
  .facts li { break-inside: avoid; }
  p, li { orphans: 3; widows: 3; }
  thead { display: table-header-group; }
  .scroll { overflow: visible; }
  .chart svg { max-height: 225mm; }
  /* Two pixels of a picture on a point. */
  .picture img, .written { zoom: calc(2 / 3); max-height: 160mm; }
  .picture.cut { break-inside: auto; }
  .cut, .piece, .cut .note { display: block; }
  .piece { max-width: 100%; background-image: var(--picture); background-repeat: no-repeat; break-inside: avoid; }
  .cut .note { break-after: avoid; }
  a { text-decoration: none; }
  .contents a::after { content: ""; flex: 0 0 3rem; text-align: end; font-variant-numeric: tabular-nums; }
}
`;
