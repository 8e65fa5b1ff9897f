import type { Translate } from '../../domain/words/translate.ts';
import { type Column, each, when } from './markup.ts';

/** The part with all figures; `rates` is the table of rates, `levels` the columns of one row for each run. */
export const writeFigures = (
  t: Translate,
  {
    captioned,
    rates,
    levels,
  }: {
    captioned: (title: string, list: string, columns: Column[]) => string;
    rates: string;
    levels: Column[];
  },
): string =>
  when(
    'is_figures',
    rates,
    captioned(t('charts.questions.title'), 'questions', [
      [t('charts.questions.first'), 3, '{kind}'],
      [t('names.question_answer.yes'), 1.5, '{yes}'],
      [t('names.question_answer.partial'), 1.8, '{partly}'],
      [t('names.question_answer.no'), 1.5, '{no}'],
      [t('names.question_answer.not_applicable'), 2.4, '{not_applicable}'],
      [t('names.question_answer.not_answered'), 2.6, '{not_answered}'],
    ]),
    captioned(t('reports.times'), 'times', [
      [t('reports.times.from_execution'), 4, '{name}'],
      [t('reports.times.median'), 2.5, '{median}'],
      [t('reports.times.most'), 2.5, '{most}'],
      [t('reports.tests'), 1.5, '{tests}'],
      [t('reports.times.without'), 2.2, '{without}'],
    ]),
    when(
      'has_categories',
      captioned(t('reports.categories'), 'categories', [
        [t('reports.category'), 5, '{category}'],
        [t('reports.tests'), 5, '{tests}'],
      ]),
    ),
    when(
      'has_severities',
      captioned(t('reports.by_severity'), 'severities', [
        [t('report_sheets.severity'), 4.5, '{severity}'],
        ...levels.slice(1),
      ]),
    ),
    each('groups', captioned('{group}', 'members', [['{first}', 4.5, '{name}'], ...levels])),
  );
