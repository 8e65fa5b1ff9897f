import { nameTimes } from '../../../../domain/charts/figure-places.ts';
import { describeRate } from '../../../../domain/charts/figure-words.ts';
import { drawSeverities } from '../../../../domain/charts/matrices.ts';
import { drawTimes } from '../../../../domain/charts/times.ts';
import { type OutcomeKey, outcomeOrder } from '../../../../domain/charts/words.ts';
import type { FigureKey } from '../../../../domain/counted-tests.ts';
import { type Figures, questionAnswers, toLevelCounts } from '../../../../domain/figures.ts';
import { factKinds } from '../../../../domain/outcomes.ts';
import type { CountedFigure } from '../../content/counted.ts';
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
import { writeCountLink } from '../test-lists.ts';

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
  const link = (said: Content, of: CountedFigure & { count: number; label: string }, title: string) =>
    writeCountLink(report.lists?.placeOf(report, { ...of, title }) ?? null, said);
  const nameClass = (figure: 'attempted' | OutcomeKey) =>
    figure === 'attempted' ? t('reports.was_run') : t(`names.outcome.${figure}`);
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
    listQuestions(all, wording).map(([name, ...counts], row) => [
      name,
      ...counts.map((said, column) => {
        const [kind, answer] = [factKinds[row], questionAnswers[column]];
        if (kind === undefined || answer === undefined) return said;
        const label = t('shared.labelled', { label: name, value: t(`names.question_answer.${answer}`) });
        return link(
          said,
          { figure: `question_${kind}_${answer}`, count: all.questions[kind][answer], label },
          t('charts.questions.title'),
        );
      }),
    ]),
    { caption: t('charts.questions.title') },
  )}
<h4>${t('reports.times')}</h4>${writeChart(report, drawTimes(all, space), (kind, part) => ({ figure: nameTimes(kind, part) as FigureKey }))}${writeTable(
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
    html`<h4>${t('reports.by_severity')}</h4>${writeChart(report, drawSeverities(all.severities, space), (cell) => ({ figure: `severity_${cell.replace(' ', '_')}` as FigureKey }))}`
  }${groupFigures(all, wording).map(
    ({ of: group, title, first, rows }) =>
      html`<h4>${title}</h4>${writeTable(
        [first, ...groupHeads],
        rows.map(({ key, name, said, of }) => [
          writeWords(report, name),
          ...listCounts(of).map(([figure, count]) =>
            count === 0
              ? html`<span class="quiet">0</span>`
              : link(
                  count,
                  {
                    figure,
                    [group]: key,
                    count,
                    label: t('shared.labelled', { label: said, value: nameClass(figure) }),
                  },
                  title,
                ),
          ),
        ]),
        { caption: title, isSmall: true },
      )}`,
  )}`;
};

/** Takes figures, returns the numbers of executed tests and of each outcome. */
function listCounts(of: Figures): ['attempted' | OutcomeKey, number][] {
  const counts = toLevelCounts(of);
  return [
    ['attempted', of.attempted],
    ...outcomeOrder.map((key) => [key, counts[key]] satisfies [OutcomeKey, number]),
  ];
}
