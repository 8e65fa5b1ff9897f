import type { TimedEvent } from '../../../../domain/charts/timeline.ts';
import type { FactKind } from '../../../../domain/outcomes.ts';
import { inSentence, t } from '../../../words.ts';
import type { Moment } from './list-moments.ts';

const roleOf: Partial<Record<FactKind, TimedEvent['role']>> = {
  prevented: 'prevented',
  alerted: 'alerted',
  logged: 'logged',
};

/** Executions by red and detections by blue, for the chart. */
export function listEvents(moments: readonly Moment[]): TimedEvent[] {
  return moments.flatMap((moment): TimedEvent[] => {
    const { at, test, run } = moment;
    const name = run === null ? test.name : t('runs.name_of_run_number', { name: test.name, number: run });
    const about = { key: test.id, at, name };
    if (moment.kind === 'reviewed') return [];
    if (moment.kind === 'executed') {
      const what = inSentence(t('names.test_status.executed'));
      return [{ ...about, side: 'red', what, role: null, tool: null }];
    }
    const what = inSentence(t(`names.fact_kind.${moment.seen}`));
    return [{ ...about, side: 'blue', what, role: roleOf[moment.seen] ?? null, tool: moment.tool }];
  });
}
