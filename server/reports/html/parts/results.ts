import { drawOutcomes, drawOutcomesByTactic, drawWithin } from '../../../../domain/charts/bars.ts';
import { describeExpectations, explainFigures } from '../../../../domain/charts/figure-words.ts';
import { drawHeatMap } from '../../../../domain/charts/heat-map.ts';
import { drawExpectations } from '../../../../domain/charts/matrices.ts';
import { drawTimeline } from '../../../../domain/charts/timeline.ts';
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
import type { ReportModel } from '../../model.ts';
import { writeName, writeSide, writeVerdict } from '../marks.ts';
import { type Html, html } from '../markup.ts';
import { writeTable } from '../prose.ts';
import { joinParts, type Part, type Report, spaceOf, writeChart, writeWords } from '../report.ts';

/** The headline figures, large. */
function writeHeadline({ model, wording }: Report): Html {
  return html`<ul class="cards">${listHeadlineOf(model, wording).map(
    (figure) =>
      html`<li><span class="card-name">${figure.name}</span> <b>${shortRate(figure.rate, wording)}</b> <span class="card-share">${describeBeside(model, figure, wording)}</span></li>`,
  )}</ul><p class="quiet">${explainFigures(model.figures, wording)}</p>`;
}

export const outcome: Part = (report) => {
  const { figures } = report.model;
  if (figures.attempted === 0) return null;
  return html`${writeHeadline(report)}${writeChart(drawOutcomes(figures, spaceOf(report)))}${listRunChanges(
    report.model,
    report.wording,
  ).map(
    ({ title, tests }) =>
      html`<h4>${title}</h4><ul>${tests.map((test) => html`<li dir="auto">${test}</li>`)}</ul>`,
  )}`;
};

export const within: Part = (report) => {
  const { figures } = report.model;
  const chart = writeChart(drawWithin(figures, spaceOf(report)));
  if (chart === null) return null;
  const spread = describeSpread(figures, report.wording);
  return html`${chart}${spread !== null && html`<p>${spread}</p>`}`;
};

export const byTactic: Part = (report) =>
  writeChart(drawOutcomesByTactic(report.model.figures.by_tactic, spaceOf(report)));

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
  ['', t('reports.change.last'), t('reports.change.this')],
  compareFigures(model.change, wording),
  { caption: t('reports.change.figures') },
)}${named.map((line) => line !== null && html`<p dir="auto">${line}</p>`)}`;
};

/** Tactics side by side, so that no drawing is longer than a page. */
const tacticsAbreast = 6;

export const heatMap: Part = (report) => {
  const { figures: all, techniques } = report.model;
  if (techniques.length === 0) return null;
  const { by_technique } = all;
  const run = new Set(
    by_technique.filter(({ attempted }) => attempted > 0).map(({ technique }) => technique.external_id),
  );
  const tactics = all.by_tactic.filter(({ attempted }) => attempted > 0);
  const known = new Set(tactics.map(({ tactic }) => tactic.external_id));
  const count = Math.max(1, Math.ceil(tactics.length / tacticsAbreast));
  const bands = Array.from({ length: count }, (_, band) => {
    const abreast = tactics.slice(band * tacticsAbreast, (band + 1) * tacticsAbreast);
    const own = new Set(abreast.map(({ tactic }) => tactic.external_id));
    // Techniques without a tactic are only in the last one.
    const isLast = band === count - 1;
    return drawHeatMap(
      {
        by_tactic: abreast,
        by_technique: by_technique.filter(
          (one) =>
            one.tactics.some((id) => own.has(id)) || (isLast && !one.tactics.some((id) => known.has(id))),
        ),
      },
      spaceOf(report),
    );
  });
  const rest = techniques.filter(({ external_id }) => !run.has(external_id));
  return html`${bands.map((band, index) => band !== null && writeChart(index === 0 ? band : { ...band, hint: null }))}${
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
    drawExpectations(model.figures.expected_levels, spaceOf(report)),
  )}${writeTable(
    [
      t('reports.test'),
      { name: t('reports.kind'), kind: 'word' },
      t('reports.expected'),
      t('reports.came'),
      { name: '', kind: 'word' },
    ],
    rows,
    { caption: t('reports.expected_against_actual'), isSmall: true },
  )}`;
};

type Moment = ReportModel['timeline'][number];

/** Marks have the colour of the outcome. */
function colorMoment({ event, side }: Moment): 'prevented' | 'alerted' | 'logged' | null {
  if (event === 'prevented' || event === 'logged') return event;
  return side === 'red' ? null : 'alerted';
}

export const timeline: Part = (report) => {
  const { model, wording, nameTest } = report;
  const { t } = wording;
  const { time_zone: zone } = model.report.options;
  if (model.timeline.length === 0) return null;
  const drawn = model.timeline.map((moment) => ({
    key: moment.test.id,
    at: moment.at,
    side: moment.side,
    name: `${moment.test.number} ${moment.test.name}`,
    what: t(`reports.event.in_chart.${moment.event}`),
    role: colorMoment(moment),
    tool: moment.tool,
  }));
  return joinParts(
    writeChart(drawTimeline(drawn, { ...spaceOf(report), zone })),
    html`<p>${t('reports.times_in', { zone })}</p>`,
    writeTable(
      [
        { name: t('reports.time'), kind: 'narrow' },
        t('reports.side'),
        t('reports.test'),
        t('reports.what'),
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
