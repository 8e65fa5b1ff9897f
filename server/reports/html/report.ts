import type { Drawing, Space, Target } from '../../../domain/charts/drawing.ts';
import { toSvg } from '../../../domain/charts/svg.ts';
import type { ReportPart } from '../../../domain/reports.ts';
import type { CountedFigure } from '../content/counted.ts';
import { numberFinding } from '../content/findings.ts';
import { openSource, type Source } from '../content/source.ts';
import { type Field, listLines, listSaid, type Words } from '../content/words.ts';
import type { ReportModel } from '../model.ts';
import { writeName } from './marks.ts';
import { Html, html } from './markup.ts';
import { writeFields, writeProse } from './prose.ts';
import { TestLists, writeMarkLink } from './test-lists.ts';

/** Input of every part of a report. */
export type Report = Source & {
  /** The number and name of a test, linked to it if this report shows it. */
  nameTest(test: { number: string; name: string }): Html;
  /** The same for a finding. */
  nameFinding(finding: { number: number; title: string }): Html;
  /** Where the tests that figures count are listed; null if this report does not list them. */
  lists: TestLists | null;
};

/** Writes a part of a model; null when it is empty. */
export type Part = (report: Report) => Html | null;

/**
 * Takes a model, returns it with data shared by the parts of its report: names of tests are links if `linksTests`, and figures if
 * `listsTests` and the report shows the whole record of each test.
 */
export function openReport(
  model: ReportModel,
  { linksTests, listsTests = false }: { linksTests: boolean; listsTests?: boolean },
): Report {
  const shows = (part: ReportPart) => model.sections.some(({ parts }) => parts.includes(part));
  const leads = linksTests && shows('tests');
  const leadsToFindings = linksTests && shows('findings');
  return {
    ...openSource(model),
    lists: listsTests && leads && model.report.options.side === 'both' ? new TestLists() : null,
    nameTest: ({ number, name }) =>
      leads
        ? html`<a href="#test-${number}"><b>${number}</b> ${writeName(name)}</a>`
        : html`<b>${number}</b> ${writeName(name)}`,
    nameFinding: ({ number, title }) => {
      const name = html`<b>${numberFinding(number)}</b> ${writeName(title)}`;
      return leadsToFindings ? html`<a href="#finding-${number}">${name}</a>` : name;
    },
  };
}

/** The width of an A4 page between its margins, in CSS pixels. */
const chartWidth = 658;

/** Size of a chart in a report. */
export function spaceOf({ wording }: Source): Space {
  return { words: wording, width: chartWidth };
}

/**
 * Takes a chart, and what its marks count if they count tests; returns it with its legend, and with links to those tests if the
 * report lists them; null for no chart. The caller writes the title.
 */
export function writeChart(
  report: Report,
  drawing: Drawing | null,
  toFigure: ((key: string, part?: string) => CountedFigure) | null = null,
): Html | null {
  if (drawing === null) return null;
  const { hint, title, targets, parts = [], width, height } = drawing;
  const write = (marks: readonly Target[], isInner: boolean) =>
    marks.flatMap((mark) => {
      const { key, part, count, label } = mark;
      if (toFigure === null || count === null) return [];
      const place = report.lists?.placeOf(report, { ...toFigure(key, part), count, title, label }) ?? null;
      return place === null ? [] : [writeMarkLink(place, mark, { isInner })];
    });
  // They name a list that both lead to more precisely.
  const inner = write(parts, true);
  const links = [...write(targets, false), ...inner];
  const picture = new Html(toSvg(drawing, 'paper'));
  return html`<figure class="chart" tabindex="0">${hint !== null && html`<figcaption>${hint}</figcaption>`}${
    links.length === 0
      ? picture
      : html`<div class="linked">${picture}<svg class="marked" viewBox="0 0 ${width} ${height}">${links}</svg></div>`
  }</figure>`;
}

/** Joins parts; null when all are empty. */
export function joinParts(...parts: readonly (Html | null)[]): Html | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : html`${known}`;
}

/** Takes words, returns their markup; null when empty. */
export function writeWords(report: Report, words: Words): Html | null {
  if (words === null) return null;
  if (typeof words === 'string') return html`${words}`;
  const write = (part: Words) => writeWords(report, part);
  if ('lines' in words)
    return html`${listLines(words).map((line, index) => html`${index > 0 && html`<br>`}${write(line)}`)}`;
  if ('test' in words) return report.nameTest(words.test);
  if ('name' in words) return writeName(words.name);
  if ('code' in words) return html`<code>${words.code}</code>`;
  if ('strong' in words) return html`<b>${words.strong}</b>`;
  if ('prose' in words) return writeProse(words.prose);
  return html`${words.map(write)}`;
}

/** Takes fields, returns the non-empty ones as a list. */
export function writeFieldsOf(report: Report, fields: readonly Field[]): Html {
  return writeFields(listSaid(fields).map(([label, value]) => [label, writeWords(report, value)]));
}
