import { Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import { missionHistory } from '../../api/history.ts';
import type { TestPageContext } from '../missions/tests/test-outlet.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { HistoryFilterBar } from './history-filters.tsx';
import { HistoryList, useHistory } from './history-list.tsx';
import { type Restoration, RestoreDialog } from './restoring.tsx';
import { useHistoryFilters, withoutHistoryFilters } from './use-history-filters.ts';
import { usePeople } from './use-people.ts';
import { useTestRestorer } from './use-restorers.ts';

/** Who changed what when of a test, beside its page. */
export function TestHistory() {
  const context = useOutletContext<TestPageContext>();
  const { test, mission, levels } = context;
  const source = useMemo(() => missionHistory(test.mission_id), [test.mission_id]);
  const filters = useHistoryFilters();
  const [parameters] = useSearchParams();
  const found = useHistory(source, { ...filters.filter, test_id: test.id });
  const members = useMemo(() => mission?.members.map(({ user }) => user), [mission?.members]);
  const people = usePeople(found.entries, members);
  const restorer = useTestRestorer(context);
  const [restoration, setRestoration] = useState<Restoration | null>(null);
  return (
    <HistoryDrawer
      title="History of this test"
      to={`/missions/${test.mission_id}/tests/${test.id}${withoutHistoryFilters(parameters)}`}
      isCovered={restoration !== null}
    >
      <Stack gap="sm">
        <HistoryFilterBar filters={filters} people={people.choices} />
        <HistoryList
          source={source}
          found={found}
          known={{ levels, people: people.named }}
          restorer={restorer}
          onRestore={setRestoration}
          isFiltered={filters.active}
          onClear={filters.clear}
        />
      </Stack>
      {restoration !== null ? (
        <RestoreDialog restorer={restorer} restoration={restoration} onClose={() => setRestoration(null)} />
      ) : null}
    </HistoryDrawer>
  );
}
