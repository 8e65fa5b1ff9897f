import { Button, Group } from '@mantine/core';
import { IconEyeOff, IconFilterOff, IconListCheck, IconPlus } from '@tabler/icons-react';
import { startTransition, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import type { Mark } from '../../../api/missions/activity.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { Later } from '../../../ui/times/later.tsx';
import { t } from '../../../words.ts';
import type { MissionActions } from '../actions/use-mission-actions.tsx';
import type { Arrangement } from '../arrangement/arrange-tests.ts';
import type { Row } from '../arrangement/rows.ts';
import { useIsPart, useSeesAll } from '../hiding/hidden-tests.ts';
import { BulkBar } from './bulk-bar.tsx';
import { checkWidth, columns, widthOf } from './columns.ts';
import { MarksLegend } from './marks-legend.tsx';
import { TableHead } from './table-head.tsx';
import { listLines, TestLines } from './test-lines.tsx';
import styles from './test-table.module.css';
import { noFilters, Toolbar, ToolbarPlace } from './toolbar.tsx';
import { useColumns } from './use-columns.ts';
import { useTestEdits } from './use-test-edits.tsx';

type Props = {
  mission: Mission;
  levels: readonly DetectionLevel[];
  rows: Row[];
  arrangement: Arrangement;
  search: string;
  marks: Record<string, Mark>;
  /** The test open next to the table. */
  openTest: string | null;
  onClearMarks: () => void;
  onArrange: (change: Record<string, string | null>) => void;
  actions: MissionActions;
};

/** All tests of a mission. Only visible ones are in the page: a mission may have thousands. */
export function TestTable(props: Props) {
  const { mission, levels, rows, arrangement, marks, actions, onArrange } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const lines = useMemo(
    () => listLines(mission.scenarios, rows, arrangement),
    [mission.scenarios, rows, arrangement],
  );
  const { density } = usePreferences();
  const box = useRef<HTMLDivElement>(null);
  const edits = useTestEdits(mission, levels);
  const isSelectable = actions.selectable || edits.assign !== null;
  const { shown, isWide } = useColumns({ box, rows, isSelectable, isBeside: props.openTest !== null });
  const chosen = useMemo(
    () => rows.filter(({ test }) => selected.has(test.id)).map(({ test }) => test),
    [rows, selected],
  );
  const pick = usePick(rows, setSelected);
  // Thousands may be selected, so rendering their rows again yields to user input.
  const clear = useCallback(() => startTransition(() => setSelected(none)), []);
  const bulk = useMemo(() => ({ chosen, mission, actions, edits }), [chosen, mission, actions, edits]);
  // Counting what thousands of tests allow is left for after the rows.
  const shownBulk = useDeferredValue(bulk);
  const seesAll = useSeesAll(mission);
  const isPart = useIsPart();
  if (mission.counts.tests === 0 && mission.visibility === 'blind' && !seesAll) {
    return (
      <EmptyState icon={IconEyeOff} title={t('shared.nothing_shown')} hint={t('hiding.nothing_shown.hint')} />
    );
  }
  if (mission.counts.tests === 0) {
    return (
      <EmptyState
        icon={IconListCheck}
        title={t('tests.no_tests_yet_2')}
        hint={t('tests.tests_come_into_a_mission_as')}
        action={
          actions.append && actions.addTests ? (
            <Group gap="sm" justify="center">
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={actions.append}>
                {t('tests.append_scenarios')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={actions.addTests}
              >
                {t('tests.add_tests')}
              </Button>
            </Group>
          ) : null
        }
      />
    );
  }
  return (
    <>
      <div className={styles.tools}>
        <Later place={<ToolbarPlace />}>
          <Toolbar {...props} shown={shown} count={rows.length} actions={actions} />
        </Later>
      </div>
      <div ref={box} className={styles.scroll} data-wide={isWide || undefined}>
        <table
          className={styles.table}
          data-density={density}
          style={{ minWidth: widthOf(shown) + (isSelectable ? checkWidth : 0) }}
          aria-label={t('shared.tests')}
          aria-rowcount={lines.length + 1}
        >
          <colgroup>
            {isSelectable ? <col style={{ width: checkWidth }} /> : null}
            <col />
            {shown.map((column) => (
              <col key={column} style={{ width: columns()[column].width }} />
            ))}
          </colgroup>
          <TableHead
            shown={shown}
            arrangement={arrangement}
            onArrange={onArrange}
            selection={
              isSelectable
                ? {
                    chosen: chosen.length,
                    of: rows.length,
                    onAll: (all) => setSelected(all ? new Set(rows.map(({ test }) => test.id)) : none),
                  }
                : null
            }
          />
          <TestLines
            box={box}
            lines={lines}
            rows={rows}
            path={`/missions/${mission.id}/tests`}
            isPart={isPart(mission)}
            search={props.search}
            shown={shown}
            withScenario={arrangement.group !== 'scenario'}
            marks={marks}
            selected={selected}
            openTest={props.openTest}
            edits={edits}
            onPick={isSelectable ? pick : null}
          />
        </table>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          title={t('tests.no_test_passes_these_filters')}
          action={
            <Button variant="default" onClick={() => onArrange(noFilters)}>
              {t('tests.clear_the_filters')}
            </Button>
          }
        />
      ) : null}
      {shown.includes('outcome') ? <MarksLegend rows={rows} /> : null}
      {shownBulk.chosen.length > 0 ? <BulkBar {...shownBulk} onDone={clear} /> : null}
    </>
  );
}

const none: ReadonlySet<string> = new Set();

/** Selects a test, or all tests up to the last one picked. The function is stable, so that rows are not rendered again. */
function usePick(
  rows: readonly Row[],
  setSelected: (change: (current: ReadonlySet<string>) => ReadonlySet<string>) => void,
) {
  const latest = useRef(rows);
  latest.current = rows;
  const last = useRef<string | null>(null);
  return useCallback(
    (testId: string, extend: boolean) => {
      const shown = latest.current;
      const from = extend ? shown.findIndex(({ test }) => test.id === last.current) : -1;
      const to = shown.findIndex(({ test }) => test.id === testId);
      const range = from === -1 ? [shown[to]] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = testId;
      setSelected((current) => {
        const next = new Set(current);
        const on = !current.has(testId);
        for (const row of range) {
          if (row === undefined) continue;
          if (on) next.add(row.test.id);
          else next.delete(row.test.id);
        }
        return next;
      });
    },
    [setSelected],
  );
}
