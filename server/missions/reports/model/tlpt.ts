import { listDeadlines } from '../../../../domain/tlpt.ts';
import type { NamedTest, ReportTest, ReportTlpt } from '../../../reports/model.ts';
import { isBlank } from '../../tlpt/rules.ts';
import type { StoredTlpt } from '../../tlpt/store.ts';
import { inOrder, nameTest } from './rules.ts';

/** Takes the record of a mission as a TLPT with the day on which its replay ended, its tests and the time of reading; returns it for a report, null if it is empty. */
export function toReportTlpt(
  { record, replayed }: Pick<StoredTlpt, 'record'> & { replayed: string | null },
  tests: readonly ReportTest[],
  at: string,
): ReportTlpt | null {
  if (isBlank(record)) return null;
  const known = new Map(tests.map((test) => [test.id, nameTest(test)]));
  const withTests = <Item extends { test_ids: string[] }>({
    test_ids,
    ...item
  }: Item): Omit<Item, 'test_ids'> & { tests: NamedTest[] } => ({
    ...item,
    tests: inOrder(test_ids.flatMap((id) => known.get(id) ?? [])),
  });
  return {
    ...record,
    flags: record.flags.toSorted((one, other) => one.number - other.number).map(withTests),
    leg_ups: record.leg_ups.map(withTests),
    deviations: record.deviations.map(withTests),
    deadlines: listDeadlines(
      { ...record, replay_on: record.replay_on ?? replayed },
      at.slice(0, 'YYYY-MM-DD'.length),
    ),
  };
}
