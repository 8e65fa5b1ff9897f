import { wasRun } from '../../../../domain/missions.ts';
import {
  describeCounts,
  describeDelay,
  describeRule,
  inOrderOfExecution,
  listCauses,
  listMisses,
  listNotRun,
  listTechniques,
  nameResult,
} from '../../content/tests.ts';
import { writeName, writeOutcome, writePriority, writeResult, writeVerdict } from '../marks.ts';
import { type Content, type Html, html } from '../markup.ts';
import { writeProse, writeTable } from '../prose.ts';
import { type Part, type Report, writeFieldsOf, writeWords } from '../report.ts';
import { writeTitledPath } from './results.ts';

export const scenarios: Part = (report) => {
  const { scenarios: all } = report.model;
  if (all.length === 0) return null;
  return html`${all.map(
    ({ name, description, tests }, index) =>
      html`<h4>${index + 1} ${writeName(name)}</h4>${description !== null && writeProse(description)}<p class="quiet">${describeCounts(tests, report)}</p>`,
  )}`;
};

export const attackPaths: Part = (report) => {
  const { model, wording, nameTest } = report;
  const { t } = wording;
  const hasOutcomes = model.report.options.side !== 'red';
  const paths = model.scenarios
    .map(({ name, tests }, index) => ({ name, index, run: inOrderOfExecution(tests) }))
    .filter(({ run }) => run.length > 0);
  if (paths.length === 0) return null;
  return html`${writeTitledPath(report)}${paths.map(
    ({ name, index, run }) =>
      html`<h4>${index + 1} ${writeName(name)}</h4>${writeTable(
        [
          t('reports.step'),
          { name: t('reports.technique'), kind: 'narrow' },
          { name: t('reports.executed'), kind: 'word' },
          { name: t('reports.target'), kind: 'narrow' },
          { name: t('record.field.attack_result'), kind: 'narrow' },
          ...(hasOutcomes ? [t('reports.outcome')] : []),
        ],
        run.map((test) => [
          nameTest(test),
          listTechniques(test),
          test.executed_at !== null && wording.time(test.executed_at),
          test.target_host !== null && writeName(test.target_host),
          nameResult(test.attack_result, wording),
          ...(hasOutcomes ? [writeOutcome(test, report)] : []),
        ]),
        { caption: t('reports.steps'), isSmall: true },
      )}`,
  )}`;
};

/** A time, and its delay after the execution. */
export function writeMoment({ wording }: Report, at: string | null, executedAt: string | null): Html | null {
  if (at === null) return null;
  const delay = describeDelay(executedAt, at, wording);
  return html`${wording.time(at)}${delay !== null && html`<br><span class="quiet">${delay}</span>`}`;
}

export const detections: Part = (report) => {
  const { tests, wording, nameTest } = report;
  const { t } = wording;
  const rows = tests
    .filter(({ status }) => wasRun(status))
    .flatMap((test): Content[][] => {
      const name = html`${nameTest(test)}${
        test.executed_at !== null && html`<br><span class="quiet">${wording.time(test.executed_at)}</span>`
      }`;
      if (test.facts.length === 0) {
        return [[name, writeOutcome(test, report), null, null, null, null]];
      }
      return test.facts.map((fact, index) => [
        index === 0 ? name : null,
        t(`names.fact_kind.${fact.kind}`),
        writeResult(fact.result, wording),
        writeMoment(report, fact.at, test.executed_at),
        fact.tool !== null && writeName(fact.tool.name),
        writeWords(report, describeRule(fact, wording)),
      ]);
    });
  if (rows.length === 0) return null;
  return writeTable(
    [
      t('reports.action'),
      { name: t('reports.what'), kind: 'word' },
      { name: t('reports.seen'), kind: 'word' },
      { name: t('reports.time'), kind: 'word' },
      { name: t('reports.tool'), kind: 'narrow' },
      t('reports.rule_and_alert'),
    ],
    rows,
    { caption: t('reports.detections'), isSmall: true },
  );
};

export const misses: Part = (report) => {
  const missed = listMisses(report);
  if (missed.length === 0) return null;
  return html`${missed.map(
    ({ test, fields, shortcomings }) =>
      html`<div class="miss"><p class="gap-name">${report.nameTest(test)}</p><p class="quiet">${listTechniques(test)}</p>${writeFieldsOf(report, fields)}${shortcomings.map(
        ({ text, priority, title }) =>
          html`<dl><div><dt>${report.wording.t('reports.shortcoming')}</dt><dd>${text !== null && writeProse(text)}<p class="quiet">${writePriority(priority, report.wording)}, ${writeName(title)}</p></dd></div></dl>`,
      )}</div>`,
  )}`;
};

export const causes: Part = (report) => {
  const { nameTest, wording, model } = report;
  const { t } = wording;
  const hasOutcomes = model.report.options.side !== 'red';
  const succeeded = listCauses(report);
  if (succeeded.length === 0) return null;
  return writeTable(
    [
      t('reports.attack_column'),
      { name: t('reports.came_to'), kind: 'word' },
      ...(hasOutcomes ? [t('reports.outcome')] : []),
      { name: t('reports.root_cause'), kind: 'wide' },
    ],
    succeeded.map(({ test, attack, causes: known }) => [
      nameTest(test),
      attack,
      ...(hasOutcomes ? [writeOutcome(test, report)] : []),
      known.length === 0
        ? html`<span class="quiet">${t('reports.not_named')}</span>`
        : known.map(({ text, title }) => html`${writeProse(text)}<p class="quiet">${writeName(title)}</p>`),
    ]),
    { caption: t('reports.root_causes') },
  );
};

export const notRun: Part = (report) => {
  const { t } = report.wording;
  const rest = listNotRun(report);
  if (rest.length === 0) return null;
  const tellsReasons = report.model.report.options.side !== 'blue';
  return html`${!tellsReasons && html`<p class="quiet">${t('reports.side_left_out.red')}</p>`}${writeTable(
    [
      t('reports.test'),
      { name: t('reports.state'), kind: 'word' },
      ...(tellsReasons ? [{ name: t('reports.reason'), kind: 'wide' } as const] : []),
    ],
    rest.map(({ test, state, reason }) => [
      report.nameTest(test),
      state,
      ...(tellsReasons
        ? [reason === null ? html`<span class="quiet">${t('reports.no_reason')}</span>` : writeProse(reason)]
        : []),
    ]),
    { caption: t('reports.tests_not_run') },
  )}`;
};

export const allTests: Part = (report) => {
  const { tests, wording, nameTest, model } = report;
  const { t } = wording;
  const hasOutcomes = model.report.options.side !== 'red';
  if (tests.length === 0) return null;
  return writeTable(
    [
      t('reports.test'),
      t('reports.techniques'),
      { name: t('reports.executed'), kind: 'narrow' },
      ...(hasOutcomes ? [t('reports.outcome'), t('reports.expected')] : [t('record.field.attack_result')]),
    ],
    tests.map((test) => [
      nameTest(test),
      listTechniques(test),
      test.executed_at !== null && wording.time(test.executed_at),
      writeOutcome(test, report),
      ...(hasOutcomes ? [writeVerdict(test.expectation_met, wording)] : []),
    ]),
    { caption: t('reports.all_tests'), isSmall: true },
  );
};
