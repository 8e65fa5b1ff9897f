import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { detectionLevels } from '../../api/detection-levels.ts';
import { arrange, listRows, readArrangement } from './arrange-tests.ts';
import { useMissionTab } from './mission-tabs.ts';
import { TestTable } from './test-table.tsx';

/** The tests of a mission. */
export function TestsTab() {
  const { mission, activity, actions } = useMissionTab();
  const [parameters, setParameters] = useSearchParams();
  const levels = useQuery(detectionLevels);
  const arrangement = useMemo(() => readArrangement(parameters), [parameters]);
  const all = useMemo(() => listRows(mission), [mission]);
  const rows = useMemo(() => arrange(all, arrangement), [all, arrangement]);
  const set = (change: Record<string, string | null>) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return (
    <TestTable
      mission={mission}
      levels={levels.data ?? []}
      rows={rows}
      arrangement={arrangement}
      search={parameters.size > 0 ? `?${parameters}` : ''}
      marks={activity.marks}
      onClearMarks={() => activity.clear()}
      onArrange={set}
      actions={actions}
    />
  );
}
