import { rankTactics } from '../../../../domain/charts/bars.ts';
import {
  describeExpectations,
  describeRate,
  explainFigures,
} from '../../../../domain/charts/figure-words.ts';
import { drawExpectations, drawSeverities } from '../../../../domain/charts/matrices.ts';
import { drawTimes } from '../../../../domain/charts/times.ts';
import { outcomeOrder } from '../../../../domain/charts/words.ts';
import { type Figures, questionAnswers, type Rate, toLevelCounts } from '../../../../domain/figures.ts';
import { factKinds } from '../../../../domain/outcomes.ts';
import { drawHeatMaps, drawMoments, drawPath } from '../../content/drawings.ts';
import { describeMethod, listFigureTerms, listOutcomeTerms } from '../../content/method.ts';
import {
  compareFigures,
  describeActual,
  describeBasis,
  describeBeside,
  describeChange,
  describeExpectation,
  describeImproved,
  describeMoment,
  describeSpread,
  describeWorse,
  groupFigures,
  listCategories,
  listChanges,
  listHeadlineOf,
  listRates,
  listRunChanges,
  listSeverities,
  listTimes,
  listWithin,
  shortRate,
} from '../../content/results.ts';
import { listStops } from '../../content/stops.ts';
import { toText } from '../../content/words.ts';
import type { Wording } from '../../dates.ts';
import { named, type Part, type Report, say, spaceOf, toDrawings, toFields } from '../report.ts';
import type { Data } from '../values.ts';

function toRates(
  rates: readonly (readonly [name: string, rate: Rate & { unknown?: number }])[],
  wording: Wording,
): Data[] {
  return rates.map(([name, rate]) => ({
    name,
    yes: String(rate.n),
    unknown: String(rate.unknown ?? 0),
    // For templates from before version 2.
    partly: '–',
    of: String(rate.N),
    rate: describeRate(rate, wording),
  }));
}

function toLevels({ wording }: Report, figures: Pick<Figures, 'attempted' | 'classes' | 'not_judged'>): Data {
  const counts = toLevelCounts(figures);
  return {
    run: wording.number(figures.attempted),
    ...Object.fromEntries(outcomeOrder.map((key) => [key, wording.number(counts[key])])),
  };
}

export const outcome: Part = async (source) => {
  const { model, wording } = source;
  const { t } = wording;
  const all = model.figures;
  if (all.attempted === 0) return null;
  const counts = toLevelCounts(all);
  return {
    headline: listHeadlineOf(model, wording).map((figure) => ({
      name: figure.name,
      rate: shortRate(figure.rate, wording),
      beside: describeBeside(model, figure, wording),
    })),
    intro: explainFigures(all, wording),
    run_changes: [...listRunChanges(model, wording), ...listStops(source)].map(({ title, tests }) => ({
      title,
      tests: tests.join('; '),
    })),
    outcomes: outcomeOrder.map((key) => ({
      outcome: t(`names.outcome.${key}`),
      tests: wording.number(counts[key]),
    })),
  };
};

export const within: Part = async ({ model: { figures: all }, wording }) => {
  const rates = listWithin(all, wording);
  return rates.length === 0 ? null : { intro: describeSpread(all, wording), rates: toRates(rates, wording) };
};

export const byTactic: Part = async (report) => {
  const tactics = rankTactics(report.model.figures.by_tactic);
  if (tactics.length === 0) return null;
  return { tactics: tactics.map((of) => ({ tactic: of.tactic.name, ...toLevels(report, of) })) };
};

export const change: Part = async (report) => {
  const { model, wording } = report;
  if (model.change === null) return null;
  const counts = listChanges(model.change, wording);
  return {
    intro: say(describeChange(model.change, report)),
    outro: say(
      [describeImproved(model.change, wording), describeWorse(model.change, wording)]
        .filter((line) => line !== null)
        .join('\n'),
    ),
    fields: toFields(counts.map(([name, count]) => [name, wording.t('reports.change.count', { count })])),
    changes: compareFigures(model.change, wording).map(([name, before, now]) => ({
      name,
      before,
      now,
    })),
  };
};

export const method: Part = async ({ model, wording }) => ({
  intro: describeMethod(model, wording),
  terms: [
    ...listOutcomeTerms(wording).map(([key, meaning]) => ({
      term: wording.t(`names.outcome.${key}`),
      meaning,
    })),
    ...listFigureTerms(wording).map(([term, meaning]) => ({ term, meaning })),
  ],
});

export const figures: Part = async (report) => {
  const { model, wording } = report;
  const { t } = wording;
  const all = model.figures;
  if (all.attempted === 0) return null;
  const categories = listCategories(all, wording);
  const severities = listSeverities(all, wording);
  const space = spaceOf(report);
  return {
    intro: describeBasis(report),
    drawings: toDrawings(drawTimes(all, space), drawSeverities(all.severities, space)),
    rates: toRates(listRates(all, wording), wording),
    questions: factKinds.map((kind) => ({
      kind: t(`names.fact_kind.${kind}`),
      ...Object.fromEntries(
        questionAnswers.map((answer) => [
          answer === 'partial' ? 'partly' : answer,
          wording.number(all.questions[kind][answer]),
        ]),
      ),
    })),
    times: listTimes(all, wording).map(([name, median, most, tests, without]) => ({
      name,
      median,
      most,
      tests,
      without,
    })),
    has_categories: categories.length > 0,
    categories: categories.map(([category, tests]) => ({ category, tests: wording.number(tests) })),
    has_severities: severities.length > 0,
    severities: severities.map(([severity, counts]) => ({
      severity,
      ...Object.fromEntries(outcomeOrder.map((key) => [key, wording.number(counts[key])])),
    })),
    // The coverage already has a line for each technique.
    groups: groupFigures(all, wording)
      .filter((group) => group.of !== 'technique')
      .map(({ title, first, rows }) => ({
        group: title,
        first,
        members: rows.map(({ name, of }) => ({
          name: toText(name),
          ...toLevels(report, of),
          detected: shortRate(of.stopped_or_detected, wording),
          missed: shortRate(of.missed, wording),
        })),
      })),
  };
};

export const heatMap: Part = async (report) => {
  const { techniques, figures: all } = report.model;
  if (techniques.length === 0) return null;
  const byId = new Map(all.by_technique.map(({ technique, ...of }) => [technique.external_id, of]));
  const unknown = Object.fromEntries(['run', ...outcomeOrder].map((key) => [key, '–']));
  return {
    drawings: toDrawings(...drawHeatMaps(report, spaceOf(report))),
    techniques: techniques.map(({ external_id, name, tactics }) => {
      const of = byId.get(external_id);
      return {
        id: external_id,
        name,
        tactics: tactics.map((tactic) => tactic.name).join(', '),
        ...(of === undefined || of.attempted === 0 ? unknown : toLevels(report, of)),
      };
    }),
  };
};

export const expected: Part = async (report) => {
  const { tests, model, wording } = report;
  const { t } = wording;
  const expectations = tests.flatMap((test) =>
    test.expectations.map((expectation, index) => ({
      ...named(report, test),
      ...(index === 0 ? {} : { name: null }),
      kind: t(`names.fact_kind.${expectation.kind}`),
      expected: toText(describeExpectation(expectation, wording)),
      came: toText(describeActual(test, expectation, wording)),
      met: expectation.met && t(`names.verdict.${expectation.met}`),
    })),
  );
  return expectations.length === 0
    ? null
    : {
        intro: describeExpectations(model.figures.expectations, wording),
        drawings: toDrawings(drawExpectations(model.figures.expected_levels, spaceOf(report))),
        expectations,
      };
};

export const timeline: Part = async (report) => {
  const { model, wording } = report;
  if (model.timeline.length === 0) return null;
  return {
    intro: wording.t('reports.times_in', { zone: model.report.options.time_zone }),
    drawings: toDrawings(...drawPath(report, spaceOf(report)), drawMoments(report, spaceOf(report))),
    moments: model.timeline.map((moment) => ({
      ...named(report, moment.test),
      time: wording.time(moment.at),
      side: wording.t(`names.side.${moment.side}`),
      run: moment.run_number > 1 ? wording.t('reports.run', { run: moment.run_number }) : null,
      what: describeMoment(moment, wording),
      tool: moment.tool,
    })),
  };
};
