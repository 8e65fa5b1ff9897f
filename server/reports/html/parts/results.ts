import { drawOutcomes, drawOutcomesByTactic, drawWithin } from '../../../../domain/charts/bars.ts';
import { describeRate } from '../../../../domain/charts/figure-words.ts';
import { drawHeatMap } from '../../../../domain/charts/heat-map.ts';
import { drawExpectations } from '../../../../domain/charts/matrices.ts';
import { drawTimeline } from '../../../../domain/charts/timeline.ts';
import type { Figures } from '../../../../domain/figures.ts';
import { kindName } from '../../../../domain/words.ts';
import {
  compareFigures,
  describeActual,
  describeChange,
  describeExpectation,
  describeExpectations,
  describeMoment,
  describeSpread,
  listChanges,
  listHeadline,
  nameEvent,
} from '../../content/results.ts';
import type { ReportModel } from '../../model.ts';
import { writeName, writeSide, writeVerdict } from '../marks.ts';
import { type Html, html } from '../markup.ts';
import { writeTable } from '../prose.ts';
import { chartWidth, joinParts, type Part, writeChart, writeWords } from '../report.ts';

const space = { width: chartWidth };

/** The most important rates, large. */
function writeHeadline(figures: Figures): Html {
  return html`<ul class="cards">${listHeadline(figures).map(
    ([name, rate]) =>
      html`<li><span class="card-name">${name}</span> <b>${rate.N === 0 ? '–' : `${rate.n} of ${rate.N}`}</b> <span class="card-share">${
        rate.N === 0 ? 'not known' : (/\((.*)\)/.exec(describeRate(rate))?.[1] ?? '')
      }</span></li>`,
  )}</ul>`;
}

export const outcome: Part = ({ model: { figures } }) =>
  figures.attempted === 0
    ? null
    : html`${figures.scored > 0 && writeHeadline(figures)}${writeChart(drawOutcomes(figures, space))}`;

export const within: Part = ({ model: { figures } }) => {
  const chart = writeChart(drawWithin(figures, space));
  if (chart === null) return null;
  const spread = describeSpread(figures);
  return html`${chart}${spread !== null && html`<p>${spread}</p>`}`;
};

export const byTactic: Part = ({ model: { figures } }) =>
  writeChart(drawOutcomesByTactic(figures.by_tactic, space));

export const change: Part = (report) => {
  const { model, wording } = report;
  if (model.change === null) return null;
  const counts = listChanges(model.change);
  return html`<p>${writeWords(report, describeChange(model.change, report))}</p>
${
  counts.length > 0 &&
  html`<ul class="cards">${counts.map(
    ([name, count]) =>
      html`<li><span class="card-name">${name}</span> <b>${wording.number(count)}</b> <span class="card-share">${count === 1 ? 'test' : 'tests'}</span></li>`,
  )}</ul>`
}${writeTable(['', 'Last mission', 'This mission'], compareFigures(model.change, model.figures), {
  caption: 'Figures of both missions',
})}`;
};

/** As many tactics stand side by side, so that no drawing is longer than a page. */
const tacticsAbreast = 6;

export const heatMap: Part = ({ model: { figures: all, techniques } }) => {
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
    // Those of no tactic stand in the last one alone.
    const isLast = band === count - 1;
    return drawHeatMap(
      {
        by_tactic: abreast,
        by_technique: by_technique.filter(
          (one) =>
            one.tactics.some((id) => own.has(id)) || (isLast && !one.tactics.some((id) => known.has(id))),
        ),
      },
      space,
    );
  });
  const rest = techniques.filter(({ external_id }) => !run.has(external_id));
  return html`${bands.map((band, index) => band !== null && writeChart(index === 0 ? band : { ...band, hint: null }))}${
    rest.length > 0 &&
    html`<h4>Not run</h4><p>${rest.map(({ external_id, name }, index) => html`${index > 0 && '; '}${external_id} ${writeName(name)}`)}</p>`
  }`;
};

export const expected: Part = (report) => {
  const { tests, nameTest, model } = report;
  const rows = tests.flatMap((test) =>
    test.expectations.map((expectation, index) => [
      index === 0 ? nameTest(test) : null,
      kindName[expectation.kind],
      writeWords(report, describeExpectation(expectation)),
      writeWords(report, describeActual(test, expectation)),
      writeVerdict(expectation.met),
    ]),
  );
  if (rows.length === 0) return null;
  const share = describeExpectations(model.figures);
  return html`${share !== null && html`<p>${share}</p>`}${writeChart(
    drawExpectations(model.figures.expected_levels, space),
  )}${writeTable(
    ['Test', { name: 'Kind', kind: 'word' }, 'Expected', 'Came', { name: '', kind: 'word' }],
    rows,
    { caption: 'Expected against actual', isSmall: true },
  )}`;
};

type Moment = ReportModel['timeline'][number];

/** Those that stand for an outcome have its colour. */
function colorMoment({ event, side }: Moment): 'prevented' | 'alerted' | 'logged' | null {
  if (event === 'prevented' || event === 'logged') return event;
  return side === 'red' ? null : 'alerted';
}

export const timeline: Part = ({ model, wording, nameTest }) => {
  const { time_zone: zone } = model.report.options;
  if (model.timeline.length === 0) return null;
  const drawn = model.timeline.map((moment) => ({
    key: moment.test.id,
    at: moment.at,
    side: moment.side,
    name: `${moment.test.number} ${moment.test.name}`,
    what: nameEvent(moment.event).toLowerCase(),
    role: colorMoment(moment),
    tool: moment.tool,
  }));
  return joinParts(
    writeChart(drawTimeline(drawn, { ...space, zone })),
    html`<p>Times are in ${zone}.</p>`,
    writeTable(
      [{ name: 'Time', kind: 'narrow' }, 'Side', 'Test', 'What', 'Tool'],
      model.timeline.map((moment) => [
        wording.time(moment.at),
        writeSide(moment.side),
        html`${nameTest(moment.test)}${moment.run_number > 1 && html` <span class="quiet">run ${moment.run_number}</span>`}`,
        describeMoment(moment),
        moment.tool === null ? null : writeName(moment.tool),
      ]),
      { caption: 'Timeline', isSmall: true },
    ),
  );
};
