import { findingPlan } from '../../content/finding-plan.ts';
import { listLoggedTests, nameLogFile } from '../../content/log-entries.ts';
import type { Source } from '../../content/source.ts';
import type { TablePart } from '../../content/table.ts';
import { listFeedback, listParties, listTopics, tlptTables } from '../../content/tlpt.ts';
import { type Field, listSaid } from '../../content/words.ts';
import { writeOutcome } from '../marks.ts';
import { html } from '../markup.ts';
import { writeCode, writeTable } from '../prose.ts';
import { type Part, writeFieldsOf, writeWords } from '../report.ts';
import { writeFact } from './test.ts';

/** Takes a part that is a list of fields, returns it in this format. */
export const toFieldPart =
  (list: (source: Source) => Field[]): Part =>
  (report) => {
    const said = listSaid(list(report));
    return said.length === 0 ? null : writeFieldsOf(report, said);
  };

export const parties = toFieldPart(listParties);
export const topics = toFieldPart(listTopics);
export const feedback = toFieldPart(listFeedback);

/** Takes a part that is one table, returns it in this format. */
export const toPart =
  (make: TablePart): Part =>
  (report) => {
    const { caption, columns: all, rows } = make(report);
    if (rows.length === 0) return null;
    const columns = all.filter(({ key, mayBeEmpty }) => !mayBeEmpty || rows.some((row) => row[key] !== null));
    return writeTable(
      columns,
      rows.map((row) => columns.map(({ key }) => writeWords(report, row[key] ?? null))),
      { caption, isSmall: columns.length > 4 },
    );
  };

export const functions = toPart(tlptTables.functions);
export const phases = toPart(tlptTables.phases);
export const deadlines = toPart(tlptTables.deadlines);
export const flags = toPart(tlptTables.flags);
export const legUps = toPart(tlptTables.leg_ups);
export const deviations = toPart(tlptTables.deviations);
export const ttps = toPart(tlptTables.ttps);
export const planOfFindings = toPart(findingPlan);

export const logEntries: Part = (report) => {
  const logged = listLoggedTests(report);
  if (logged.length === 0) return null;
  return html`${logged.map(
    ({ test, facts, fields }) =>
      html`<div class="miss"><p class="gap-name marks"><span>${report.nameTest(test)}</span>${writeOutcome(test, report)}</p>${writeFieldsOf(report, fields)}${
        facts.length > 0 &&
        html`<ul class="facts">${facts.map(({ fact, files }) =>
          writeFact(
            report,
            test,
            fact,
            files.map(
              (file) =>
                html`<span class="kept note">${writeWords(report, nameLogFile(file, report.wording))}</span>${file.content !== null && writeCode(file.content)}`,
            ),
          ),
        )}</ul>`
      }</div>`,
  )}`;
};
