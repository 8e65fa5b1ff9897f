import { describeRate } from '../../../../domain/charts/figure-words.ts';
import { drawSeverities } from '../../../../domain/charts/matrices.ts';
import { drawTimes } from '../../../../domain/charts/times.ts';
import { outcomeName, outcomeOrder } from '../../../../domain/charts/words.ts';
import { type Figures, toLevelCounts } from '../../../../domain/figures.ts';
import {
  describeBasis,
  describeMethod,
  figureTerms,
  groupFigures,
  listCategories,
  listRates,
  listSeverities,
  listTimes,
  outcomeTerms,
  shortRate,
  timeHeads,
} from '../../content/results.ts';
import { type Content, html } from '../markup.ts';
import { type Column, writeTable } from '../prose.ts';
import { chartWidth, type Part, writeChart, writeWords } from '../report.ts';

const space = { width: chartWidth };

export const method: Part = ({ model }) =>
  html`<p>${describeMethod(model)}</p>
<h4>Outcome of a test</h4>
<dl class="terms">
${outcomeTerms.map(
  ([key, meaning]) =>
    html`<div><dt><span class="mark"><i class="${key}"></i>${outcomeName[key]}</span></dt><dd>${meaning}</dd></div>`,
)}</dl>
<h4>Figures</h4>
<dl class="terms">
${figureTerms.map(([term, meaning]) => html`<div><dt>${term}</dt><dd>${meaning}</dd></div>`)}</dl>`;

function numbers(names: readonly string[]): Column[] {
  return names.map((name) => ({ name, kind: 'number' }));
}

export const figures: Part = (report) => {
  const { model, wording } = report;
  const all = model.figures;
  if (all.attempted === 0) return null;
  const categories = listCategories(all);
  const [timeHead, ...otherTimeHeads] = timeHeads;
  const groupHeads = numbers(['Run', ...outcomeOrder.map((key) => outcomeName[key]), 'Detected', 'Missed']);
  return html`<p>${describeBasis(report)}</p>
<h4>Rates</h4>${writeTable(
    ['', ...numbers(['Yes', 'Partly', 'Of']), 'Rate'],
    listRates(all).map(([name, rate]) => [name, rate.n, rate.partial, rate.N, describeRate(rate)]),
    { caption: 'Rates' },
  )}
<h4>Times</h4>${writeChart(drawTimes(all, space))}${writeTable(
    [timeHead, ...numbers(otherTimeHeads)],
    listTimes(all, wording),
    { caption: 'Times' },
  )}${
    categories.length > 0 &&
    html`<h4>Categories of detections</h4>${writeTable(
      ['Category', ...numbers(['Tests'])],
      categories.map(([name, count]) => [name, wording.number(count)]),
      { caption: 'Categories of detections' },
    )}`
  }${
    listSeverities(all).length > 0 &&
    html`<h4>By severity</h4>${writeChart(drawSeverities(all.severities, space))}`
  }${groupFigures(all).map(
    ({ title, first, rows }) =>
      html`<h4>${title}</h4>${writeTable(
        [first, ...groupHeads],
        rows.map(({ name, of }) => [writeWords(report, name), ...writeCounts(of)]),
        { caption: title, isSmall: true },
      )}`,
  )}`;
};

function writeCounts(of: Figures): Content[] {
  const counts = toLevelCounts(of);
  return [
    of.attempted,
    ...outcomeOrder.map((key) => (counts[key] === 0 ? html`<span class="quiet">0</span>` : counts[key])),
    shortRate(of.detection),
    shortRate(of.missed),
  ];
}
