import { wasRun } from '../../../../domain/missions.ts';
import { attackResultName, kindName } from '../../../../domain/words.ts';
import { describeLeftOut } from '../../content/parts.ts';
import {
  describeCounts,
  describeDelay,
  describeRule,
  inOrderOfExecution,
  listCauses,
  listMisses,
  listNotRun,
  listTechniques,
} from '../../content/tests.ts';
import { writeName, writeOutcome, writePriority, writeResult, writeVerdict } from '../marks.ts';
import { type Content, type Html, html } from '../markup.ts';
import { writeProse, writeTable } from '../prose.ts';
import { type Part, type Report, writeFieldsOf, writeWords } from '../report.ts';

export const scenarios: Part = (report) => {
  const { scenarios: all } = report.model;
  if (all.length === 0) return null;
  return html`${all.map(
    ({ name, description, tests }, index) =>
      html`<h4>${index + 1} ${writeName(name)}</h4>${description !== null && writeProse(description)}<p class="quiet">${describeCounts(tests, report)}</p>`,
  )}`;
};

export const attackPaths: Part = ({ model, wording, nameTest }) => {
  const { side } = model.report.options;
  const paths = model.scenarios
    .map(({ name, tests }, index) => ({ name, index, run: inOrderOfExecution(tests) }))
    .filter(({ run }) => run.length > 0);
  if (paths.length === 0) return null;
  return html`${paths.map(
    ({ name, index, run }) =>
      html`<h4>${index + 1} ${writeName(name)}</h4>${writeTable(
        ['Step', 'Technique', { name: 'Executed', kind: 'narrow' }, 'Target', 'Attack', 'Outcome'],
        run.map((test) => [
          nameTest(test),
          listTechniques(test),
          test.executed_at !== null && wording.time(test.executed_at),
          test.target_host !== null && writeName(test.target_host),
          test.attack_result !== null && attackResultName[test.attack_result],
          writeOutcome(test, side),
        ]),
        { caption: 'Steps of the scenario', isSmall: true },
      )}`,
  )}`;
};

/** A time, and how long after the execution it is. */
export function writeMoment({ wording }: Report, at: string | null, executedAt: string | null): Html | null {
  if (at === null) return null;
  const delay = describeDelay(executedAt, at);
  return html`${wording.time(at)}${delay !== null && html`<br><span class="quiet">${delay}</span>`}`;
}

export const detections: Part = (report) => {
  const { model, tests, wording, nameTest } = report;
  const rows = tests
    .filter(({ status }) => wasRun(status))
    .flatMap((test): Content[][] => {
      const name = html`${nameTest(test)}${
        test.executed_at !== null && html`<br><span class="quiet">${wording.time(test.executed_at)}</span>`
      }`;
      if (test.facts.length === 0) {
        return [[name, writeOutcome(test, model.report.options.side), null, null, null, null]];
      }
      return test.facts.map((fact, index) => [
        index === 0 ? name : null,
        kindName[fact.kind],
        writeResult(fact.result),
        writeMoment(report, fact.at, test.executed_at),
        fact.tool !== null && writeName(fact.tool.name),
        writeWords(report, describeRule(fact)),
      ]);
    });
  if (rows.length === 0) return null;
  return writeTable(
    [
      'Action',
      { name: 'What', kind: 'word' },
      { name: 'Seen', kind: 'word' },
      { name: 'Time', kind: 'narrow' },
      'Tool',
      'Rule and alert',
    ],
    rows,
    { caption: 'Detections', isSmall: true },
  );
};

export const misses: Part = (report) => {
  const missed = listMisses(report);
  if (missed.length === 0) return null;
  return html`${missed.map(
    ({ test, fields, shortcomings }) =>
      html`<div class="miss"><p class="gap-name">${report.nameTest(test)}</p><p class="quiet">${listTechniques(test)}</p>${writeFieldsOf(report, fields)}${shortcomings.map(
        ({ text, priority, title }) =>
          html`<dl><div><dt>Shortcoming</dt><dd>${text !== null && writeProse(text)}<p class="quiet">${writePriority(priority)}, ${writeName(title)}</p></dd></div></dl>`,
      )}</div>`,
  )}`;
};

export const causes: Part = ({ model, nameTest, ...source }) => {
  const succeeded = listCauses({ model, ...source });
  if (succeeded.length === 0) return null;
  return writeTable(
    ['Attack', 'Came to', 'Outcome', { name: 'Root cause', kind: 'wide' }],
    succeeded.map(({ test, attack, causes: known }) => [
      nameTest(test),
      attack,
      writeOutcome(test, model.report.options.side),
      known.length === 0
        ? html`<span class="quiet">Not named</span>`
        : known.map(({ text, title }) => html`${writeProse(text)}<p class="quiet">${writeName(title)}</p>`),
    ]),
    { caption: 'Root causes' },
  );
};

export const notRun: Part = (report) => {
  const rest = listNotRun(report);
  if (rest.length === 0) return null;
  const tellsReasons = report.model.report.options.side !== 'blue';
  return html`${!tellsReasons && html`<p class="quiet">${describeLeftOut('red')}</p>`}${writeTable(
    [
      'Test',
      { name: 'State', kind: 'word' },
      ...(tellsReasons ? [{ name: 'Reason', kind: 'wide' } as const] : []),
    ],
    rest.map(({ test, state, reason }) => [
      report.nameTest(test),
      state,
      ...(tellsReasons
        ? [reason === null ? html`<span class="quiet">None is given</span>` : writeProse(reason)]
        : []),
    ]),
    { caption: 'Tests that were not run' },
  )}`;
};

export const allTests: Part = ({ model, tests, wording, nameTest }) => {
  if (tests.length === 0) return null;
  const { side } = model.report.options;
  return writeTable(
    ['Test', 'Techniques', { name: 'Executed', kind: 'narrow' }, 'Outcome', 'Expected'],
    tests.map((test) => [
      nameTest(test),
      listTechniques(test),
      test.executed_at !== null && wording.time(test.executed_at),
      writeOutcome(test, side),
      writeVerdict(test.expectation_met),
    ]),
    { caption: 'All tests', isSmall: true },
  );
};
