import { drawOutcomes, drawOutcomesByTactic, drawWithin } from '../../../../domain/charts/bars.ts';
import { nameRate, nameWithin } from '../../../../domain/charts/figure-places.ts';
import {
  describeExpectations,
  explainFigures,
  type HeadlineRate,
} from '../../../../domain/charts/figure-words.ts';
import { drawExpectations } from '../../../../domain/charts/matrices.ts';
import type { FigureKey } from '../../../../domain/counted-tests.ts';
import { drawHeatMaps, drawMoments, drawPath } from '../../content/drawings.ts';
import {
  compareFigures,
  describeActual,
  describeBeside,
  describeChange,
  describeExpectation,
  describeImproved,
  describeMoment,
  describeSpread,
  describeWorse,
  listChanges,
  listHeadlineOf,
  listRunChanges,
  shortRate,
} from '../../content/results.ts';
import { listStops } from '../../content/stops.ts';
import { writeName, writeSide, writeVerdict } from '../marks.ts';
import { type Html, html } from '../markup.ts';
import { writeTable } from '../prose.ts';
import { joinParts, type Part, type Report, spaceOf, writeChart, writeWords } from '../report.ts';
import { writeCountLink } from '../test-lists.ts';

/** The headline figures, large. */
function writeHeadline(report: Report): Html {
  const { model, wording, lists } = report;
  const title = wording.t('reports.rates');
  const write = ({ key, name: label, rate }: HeadlineRate) => {
    const figure = nameRate(key) as FigureKey;
    const place = lists?.placeOf(report, { figure, count: rate.n, title, label }) ?? null;
    return writeCountLink(place, shortRate(rate, wording));
  };
  return html`<ul class="cards">${listHeadlineOf(model, wording).map(
    (figure) =>
      html`<li><span class="card-name">${figure.name}</span> <b>${write(figure)}</b> <span class="card-share">${describeBeside(model, figure, wording)}</span></li>`,
  )}</ul><p class="quiet">${explainFigures(model.figures, wording)}</p>`;
}

export const outcome: Part = (report) => {
  const { figures } = report.model;
  if (figures.attempted === 0) return null;
  return html`${writeHeadline(report)}${writeChart(report, drawOutcomes(figures, spaceOf(report)), (figure) => ({ figure: figure as FigureKey }))}${[
    ...listRunChanges(report.model, report.wording),
    ...listStops(report),
  ].map(
    ({ title, tests }) =>
      html`<h4>${title}</h4><ul>${tests.map((test) => html`<li dir="auto">${test}</li>`)}</ul>`,
  )}`;
};

export const within: Part = (report) => {
  const { figures } = report.model;
  const chart = writeChart(report, drawWithin(figures, spaceOf(report)), (limit, part) => ({
    figure: nameWithin(limit, part) as FigureKey,
  }));
  if (chart === null) return null;
  const spread = describeSpread(figures, report.wording);
  return html`${chart}${spread !== null && html`<p>${spread}</p>`}`;
};

export const byTactic: Part = (report) =>
  writeChart(
    report,
    drawOutcomesByTactic(report.model.figures.by_tactic, spaceOf(report)),
    (tactic, figure = 'attempted') => ({ tactic, figure: figure as FigureKey }),
  );

export const change: Part = (report) => {
  const { model, wording } = report;
  const { t } = wording;
  if (model.change === null) return null;
  const counts = listChanges(model.change, wording);
  const named = [describeImproved(model.change, wording), describeWorse(model.change, wording)];
  return html`<p>${writeWords(report, describeChange(model.change, report))}</p>
${
  counts.length > 0 &&
  html`<ul class="cards">${counts.map(
    ([name, count]) =>
      html`<li><span class="card-name">${name}</span> <b>${wording.number(count)}</b> <span class="card-share">${t('reports.change.tests', { count })}</span></li>`,
  )}</ul>`
}${writeTable(
  [t('reports.outcome'), t('reports.change.last'), t('reports.change.this')],
  compareFigures(model.change, wording),
  { caption: t('reports.change.figures') },
)}${named.map((line) => line !== null && html`<p dir="auto">${line}</p>`)}`;
};

export const heatMap: Part = (report) => {
  const { figures: all, techniques } = report.model;
  if (techniques.length === 0) return null;
  const run = new Set(
    all.by_technique.filter(({ attempted }) => attempted > 0).map(({ technique }) => technique.external_id),
  );
  const rest = techniques.filter(({ external_id }) => !run.has(external_id));
  return html`${drawHeatMaps(report, spaceOf(report)).map((band, index) => writeChart(report, index === 0 ? band : { ...band, hint: null }, (technique) => ({ technique, figure: 'attempted' })))}${
    rest.length > 0 &&
    html`<h4>${report.wording.t('reports.not_run')}</h4><p>${rest.map(({ external_id, name }, index) => html`${index > 0 && '; '}${external_id} ${writeName(name)}`)}</p>`
  }`;
};

export const expected: Part = (report) => {
  const { tests, nameTest, model, wording } = report;
  const { t } = wording;
  const rows = tests.flatMap((test) =>
    test.expectations.map((expectation, index) => [
      index === 0 ? nameTest(test) : null,
      t(`names.fact_kind.${expectation.kind}`),
      writeWords(report, describeExpectation(expectation, wording)),
      writeWords(report, describeActual(test, expectation, wording)),
      writeVerdict(expectation.met, wording),
    ]),
  );
  if (rows.length === 0) return null;
  const share = describeExpectations(model.figures.expectations, wording);
  return html`${share !== null && html`<p>${share}</p>`}${writeChart(
    report,
    drawExpectations(model.figures.expected_levels, spaceOf(report)),
    (cell) => ({ figure: `expected_${cell.replace(' ', '_')}` as FigureKey }),
  )}${writeTable(
    [
      t('reports.test'),
      { name: t('reports.kind'), kind: 'word' },
      t('reports.expected'),
      t('reports.came'),
      { name: t('reports.seen'), kind: 'word' },
    ],
    rows,
    { caption: t('reports.expected_against_actual'), isSmall: true },
  )}`;
};

/** The attack path, each of its parts below its title; null without one. */
export function writeTitledPath(report: Report): Html | null {
  const drawings = drawPath(report, spaceOf(report));
  if (drawings.length === 0) return null;
  return html`${drawings.map((drawing) => html`<h4>${drawing.title}</h4>${writeChart(report, drawing)}`)}`;
}

export const timeline: Part = (report) => {
  const { model, wording, nameTest } = report;
  const { t } = wording;
  const { time_zone: zone } = model.report.options;
  if (model.timeline.length === 0) return null;
  return joinParts(
    writeTitledPath(report),
    writeChart(report, drawMoments(report, spaceOf(report))),
    html`<p>${t('reports.times_in', { zone })}</p>`,
    writeTable(
      [
        { name: t('reports.time'), kind: 'word' },
        t('reports.side'),
        t('reports.test'),
        { name: t('reports.what'), kind: 'word' },
        t('reports.tool'),
      ],
      model.timeline.map((moment) => [
        wording.time(moment.at),
        writeSide(moment.side, wording),
        html`${nameTest(moment.test)}${moment.run_number > 1 && html` <span class="quiet">${t('reports.run', { run: moment.run_number })}</span>`}`,
        describeMoment(moment, wording),
        moment.tool === null ? null : writeName(moment.tool),
      ]),
      { caption: t('reports.timeline'), isSmall: true },
    ),
  );
};
