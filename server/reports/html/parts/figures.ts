import { describeRate } from '../../../../domain/charts/figure-words.ts';
import { drawSeverities } from '../../../../domain/charts/matrices.ts';
import { drawTimes } from '../../../../domain/charts/times.ts';
import { outcomeOrder } from '../../../../domain/charts/words.ts';
import { type Figures, questionAnswers, toLevelCounts } from '../../../../domain/figures.ts';
import { describeMethod, listFigureTerms, listOutcomeTerms } from '../../content/method.ts';
import {
  describeBasis,
  groupFigures,
  listCategories,
  listQuestions,
  listRates,
  listSeverities,
  listTimeHeads,
  listTimes,
} from '../../content/results.ts';
import { type Content, html } from '../markup.ts';
import { type Column, writeTable } from '../prose.ts';
import { type Part, spaceOf, writeChart, writeWords } from '../report.ts';

export const method: Part = ({ model, wording }) => {
  const { t } = wording;
  return html`<p>${describeMethod(model, wording)}</p>
<h4>${t('reports.method.outcome')}</h4>
<dl class="terms">
${listOutcomeTerms(wording).map(
  ([key, meaning]) =>
    html`<div><dt><span class="mark"><i class="${key}"></i>${t(`names.outcome.${key}`)}</span></dt><dd>${meaning}</dd></div>`,
)}</dl>
<h4>${t('reports.figures')}</h4>
<dl class="terms">
${listFigureTerms(wording).map(([term, meaning]) => html`<div><dt>${term}</dt><dd>${meaning}</dd></div>`)}</dl>`;
};

function numbers(names: readonly string[]): Column[] {
  return names.map((name) => ({ name, kind: 'number' }));
}

export const figures: Part = (report) => {
  const { model, wording } = report;
  const { t } = wording;
  const space = spaceOf(report);
  const all = model.figures;
  if (all.attempted === 0) return null;
  const categories = listCategories(all, wording);
  const [timeHead, ...otherTimeHeads] = listTimeHeads(wording);
  const groupHeads = numbers([t('reports.was_run'), ...outcomeOrder.map((key) => t(`names.outcome.${key}`))]);
  return html`<p>${describeBasis(report)}</p>
<h4>${t('reports.rates')}</h4>${writeTable(
    [t('reports.outcome'), t('reports.rate')],
    listRates(all, wording).map(([name, rate]) => [name, describeRate(rate, wording)]),
    { caption: t('reports.rates') },
  )}
<h4>${t('charts.questions.title')}</h4>${writeTable(
    [
      t('charts.questions.first'),
      ...numbers(questionAnswers.map((answer) => t(`names.question_answer.${answer}`))),
    ],
    listQuestions(all, wording),
    { caption: t('charts.questions.title') },
  )}
<h4>${t('reports.times')}</h4>${writeChart(drawTimes(all, space))}${writeTable(
    [timeHead, ...numbers(otherTimeHeads)],
    listTimes(all, wording),
    { caption: t('reports.times') },
  )}${
    categories.length > 0 &&
    html`<h4>${t('reports.categories')}</h4>${writeTable(
      [t('reports.category'), ...numbers([t('reports.tests')])],
      categories.map(([name, count]) => [name, wording.number(count)]),
      { caption: t('reports.categories') },
    )}`
  }${
    listSeverities(all, wording).length > 0 &&
    html`<h4>${t('reports.by_severity')}</h4>${writeChart(drawSeverities(all.severities, space))}`
  }${groupFigures(all, wording).map(
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
  ];
}
