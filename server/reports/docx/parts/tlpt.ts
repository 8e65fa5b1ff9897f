import { findingPlan } from '../../content/finding-plan.ts';
import { listLoggedTests, nameLogFile } from '../../content/log-entries.ts';
import type { Source } from '../../content/source.ts';
import type { TablePart } from '../../content/table.ts';
import { describeFact } from '../../content/tests.ts';
import { listFeedback, listParties, listTopics, tlptTables } from '../../content/tlpt.ts';
import { type Field, toText } from '../../content/words.ts';
import { named, type Part, say, toFields, toValue } from '../report.ts';
import { nameOutcome, toFact } from './tests.ts';

/** Takes a part that is a list of fields, returns it in this format. */
export const toFieldPart =
  (list: (source: Source) => Field[]): Part =>
  async (report) => {
    const fields = toFields(list(report));
    return fields.length === 0 ? null : { fields };
  };

export const parties = toFieldPart(listParties);
export const topics = toFieldPart(listTopics);
export const feedback = toFieldPart(listFeedback);

/** Takes a part that is one table, returns it in this format. */
export const toPart =
  (list: string, make: TablePart): Part =>
  async (report) => {
    const { columns, rows } = make(report);
    if (rows.length === 0) return null;
    const filled = rows.map((row) =>
      Object.fromEntries(columns.map(({ key }) => [key, toValue(row[key] ?? null) || null])),
    );
    return { [list]: filled };
  };

export const functions = toPart('functions', tlptTables.functions);
export const phases = toPart('phases', tlptTables.phases);
export const deadlines = toPart('deadlines', tlptTables.deadlines);
export const flags = toPart('flags', tlptTables.flags);
export const legUps = toPart('leg_ups', tlptTables.leg_ups);
export const deviations = toPart('deviations', tlptTables.deviations);
export const ttps = toPart('ttps', tlptTables.ttps);
export const planOfFindings = toPart('finding_plan', findingPlan);

export const logEntries: Part = async (report) => {
  const logged = listLoggedTests(report);
  if (logged.length === 0) return null;
  return {
    log_entries: logged.map(({ test, facts, fields }) => {
      const said = toFields(fields);
      return {
        ...named(report, test),
        outcome: nameOutcome(report, test),
        has_fields: said.length > 0,
        fields: said,
        has_facts: facts.length > 0,
        facts: facts.map(({ fact, files }) => ({
          ...toFact(report, fact, test.executed_at),
          note: say({
            lines: [
              ...describeFact(fact, report.wording),
              fact.note,
              ...files.flatMap((file) => [toText(nameLogFile(file, report.wording)), file.content]),
            ],
          }),
          analyst: fact.analyst?.display_name ?? null,
        })),
      };
    }),
  };
};
