import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, Outlet, useOutletContext, useParams, useSearchParams } from 'react-router';
import { detectionLevels } from '../../../api/catalogue/detection-levels.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { t } from '../../../words.ts';
import { useArranged } from '../arrangement/use-arranged.ts';
import type { MissionTabContext } from '../mission-tabs.ts';
import { toTestSearch } from '../mission-tests/test-search.ts';
import { MissionSheet } from '../print/mission-sheet.tsx';
import { TestTable } from './test-table.tsx';
import styles from './tests-tab.module.css';

const noLevels: never[] = [];

// Lazy, because it includes the drag library.
const OutlineEditor = lazy(async () => ({
  default: (await import('../edit/outline-editor.tsx')).OutlineEditor,
}));

/**
 * The tests of a mission, with an open one next to them if there is room, else on its own page; or the outline, for arranging.
 */
export function TestsTab() {
  const { testId = null } = useParams();
  const tab = useOutletContext<MissionTabContext | undefined>();
  // The mission's page has decided on the layout; measuring the window again could give a newer width too early.
  return tab === undefined ? <Outlet /> : <Tests openTest={testId} {...tab} />;
}

function Tests({ openTest, mission, activity, actions }: { openTest: string | null } & MissionTabContext) {
  const [parameters, setParameters] = useSearchParams();
  const levels = useQuery(detectionLevels);
  const { arrangement, rows } = useArranged(mission, parameters);
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
  if (actions.addTests !== null && parameters.has('outline')) {
    return (
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <OutlineEditor
          mission={mission}
          onAddTests={actions.addTests}
          onDone={() => set({ outline: null })}
        />
      </Suspense>
    );
  }
  const search = toTestSearch(parameters);
  return (
    <>
      <div className={openTest === null ? '' : (styles.beside as string)}>
        <div className={styles.table}>
          <TestTable
            mission={mission}
            levels={levels.data ?? noLevels}
            rows={rows}
            arrangement={arrangement}
            search={search}
            marks={activity.marks}
            openTest={openTest}
            onClearMarks={() => activity.clear()}
            onArrange={set}
            actions={actions}
          />
        </div>
        {openTest === null ? null : (
          <section key={openTest} className={styles.test} aria-label={t('shared.test')}>
            <CloseButton
              component={Link}
              to={`/missions/${mission.id}${search}`}
              className={styles.close as string}
              aria-label={t('tests.close_the_test')}
            />
            <div className={styles.inside}>
              <Outlet context={{ isBeside: true }} />
            </div>
          </section>
        )}
      </div>
      {openTest === null ? <PrintSheet>{() => <MissionSheet mission={mission} />}</PrintSheet> : null}
    </>
  );
}
