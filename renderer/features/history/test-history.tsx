import { useMemo } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import { missionHistory } from '../../api/history.ts';
import { t } from '../../words.ts';
import type { TestPageContext } from '../missions/mission-tests/test-outlet.ts';
import { RecordHistory } from './record-history.tsx';
import { withoutHistoryFilters } from './use-history-filters.ts';
import { useTestRestorer } from './use-restorers.ts';

/** History of a test, next to its page. */
export function TestHistory() {
  const context = useOutletContext<TestPageContext>();
  const { test, mission, levels } = context;
  const [parameters] = useSearchParams();
  const members = useMemo(() => mission?.members.map(({ user }) => user), [mission?.members]);
  const restorer = useTestRestorer(context);
  return (
    <RecordHistory
      title={t('history.history_of_this_test')}
      to={`/missions/${test.mission_id}/tests/${test.id}${withoutHistoryFilters(parameters)}`}
      source={useMemo(() => missionHistory(test.mission_id), [test.mission_id])}
      of={{ test_id: test.id }}
      levels={levels}
      members={members}
      restorer={restorer}
    />
  );
}
