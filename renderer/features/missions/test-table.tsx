import { Button, Group, Select, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFilterOff, IconListCheck, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { expectationVerdicts } from '../../../domain/expectations.ts';
import { testStatuses } from '../../../domain/missions.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import type { Mark } from '../../api/activity.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { verdictName } from '../../ui/expectations/expectation-words.ts';
import { Later } from '../../ui/later.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { toVisibleText } from '../../ui/visible-text.ts';
import { type Arrangement, isFiltered, type Row, type SortKey } from './arrange-tests.ts';
import { BulkBar } from './bulk-bar.tsx';
import { testStatusName } from './mission-words.ts';
import { listLines, TestLines } from './test-lines.tsx';
import styles from './test-table.module.css';
import type { MissionActions } from './use-mission-actions.tsx';

type Props = {
  mission: Mission;
  levels: DetectionLevel[];
  rows: Row[];
  arrangement: Arrangement;
  search: string;
  marks: Record<string, Mark>;
  onClearMarks: () => void;
  onArrange: (change: Record<string, string | null>) => void;
  actions: MissionActions;
};

/** All tests of a mission. Only what is in sight is in the page: a mission may have thousands. */
export function TestTable(props: Props) {
  const { mission, rows, arrangement, marks, actions } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const lastPicked = useRef<string | null>(null);
  const lines = useMemo(() => listLines(mission, rows, arrangement), [mission, rows, arrangement]);
  const box = useRef<HTMLDivElement>(null);
  const chosen = useMemo(
    () => rows.filter(({ test }) => selected.has(test.id)).map(({ test }) => test),
    [rows, selected],
  );
  const pick = useCallback(
    (testId: string, extend: boolean) => {
      setSelected((current) => {
        const next = new Set(current);
        const on = !current.has(testId);
        const from = extend ? rows.findIndex(({ test }) => test.id === lastPicked.current) : -1;
        const to = rows.findIndex(({ test }) => test.id === testId);
        const range = from === -1 ? [rows[to]] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
        for (const row of range) {
          if (row === undefined) continue;
          if (on) next.add(row.test.id);
          else next.delete(row.test.id);
        }
        return next;
      });
      lastPicked.current = testId;
    },
    [rows],
  );
  if (mission.counts.tests === 0) {
    return (
      <EmptyState
        icon={IconListCheck}
        title="No tests yet"
        hint="Tests come into a mission as copies from scenario templates."
        action={
          actions.append ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={actions.append}>
              Append scenarios
            </Button>
          ) : null
        }
      />
    );
  }
  const allChosen = rows.length > 0 && chosen.length === rows.length;
  const columns = actions.selectable ? 7 : 6;
  return (
    <>
      <Later place={<div className={styles.filters} />}>
        <Filters {...props} />
      </Later>
      <div ref={box} className={styles.scroll}>
        <table className={styles.table} aria-label="Tests" aria-rowcount={lines.length + 1}>
          <colgroup>
            {actions.selectable ? <col style={{ width: 34 }} /> : null}
            <col />
            <col style={{ width: 118 }} />
            <col style={{ width: 150 }} />
            <col style={{ width: 216 }} />
            <col style={{ width: 86 }} />
            <col style={{ width: 220 }} />
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {actions.selectable ? (
                <th scope="col">
                  <input
                    type="checkbox"
                    className={styles.check}
                    aria-label="Select all tests shown"
                    checked={allChosen}
                    ref={(input) => {
                      if (input) input.indeterminate = !allChosen && chosen.length > 0;
                    }}
                    onChange={() => setSelected(allChosen ? none : new Set(rows.map(({ test }) => test.id)))}
                  />
                </th>
              ) : null}
              <Head {...props} by="name">
                Test
              </Head>
              <Head {...props} by="status">
                Status
              </Head>
              <Head {...props} by="technique">
                Technique
              </Head>
              <Head {...props} by="level">
                Detection
              </Head>
              <Head {...props} by="evidence" descendingFirst>
                Evidence
              </Head>
              <Head {...props} by="changed" descendingFirst>
                Last change
              </Head>
            </tr>
          </thead>
          <TestLines
            box={box}
            lines={lines}
            rows={rows}
            path={`/missions/${mission.id}/tests`}
            search={props.search}
            withScenario={arrangement.sort !== 'order'}
            marks={marks}
            selected={selected}
            onPick={actions.selectable ? pick : null}
            columns={columns}
          />
        </table>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          title="No test passes these filters"
          action={
            <Button variant="default" onClick={() => props.onArrange(noFilters)}>
              Clear the filters
            </Button>
          }
        />
      ) : null}
      {chosen.length > 0 ? (
        <BulkBar chosen={chosen} actions={actions} onDone={() => setSelected(none)} />
      ) : null}
    </>
  );
}

const none: ReadonlySet<string> = new Set();
/** Otherwise hundreds of options would be rendered with the page before anybody opens the list. */
const dropdownWhenOpened = { keepMounted: false };
const noFilters = { q: null, status: null, level: null, expected: null, scenario: null };

function Filters({ mission, levels, rows, arrangement, marks, onClearMarks, onArrange }: Props) {
  const marked = Object.keys(marks).length;
  const expects = mission.scenarios.some(({ tests }) =>
    tests.some(({ expectation_met }) => expectation_met !== 'none'),
  );
  const scenarios = mission.scenarios.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }));
  return (
    <Group gap="xs" role="search" className={styles.filters as string}>
      <SearchField
        aria-label="Search in tests and techniques"
        placeholder="Search tests, techniques"
        size="xs"
        value={arrangement.q}
        onSearch={(q) => onArrange({ q })}
        w={220}
      />
      <Select
        aria-label="Status of the test"
        comboboxProps={dropdownWhenOpened}
        placeholder="Any status"
        size="xs"
        w={130}
        data={testStatuses.map((value) => ({ value, label: testStatusName[value] }))}
        value={arrangement.status}
        onChange={(status) => onArrange({ status })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
      />
      <Select
        aria-label="Detection level"
        comboboxProps={dropdownWhenOpened}
        placeholder="Any detection"
        size="xs"
        w={150}
        data={[
          ...levels.map(({ key, name }) => ({ value: key, label: name })),
          { value: 'none', label: 'Not judged' },
        ]}
        value={arrangement.level}
        onChange={(level) => onArrange({ level })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any detection' }}
      />
      {expects ? (
        <Select
          aria-label="Expectations"
          comboboxProps={dropdownWhenOpened}
          placeholder="Any expectation"
          size="xs"
          w={150}
          data={[
            ...expectationVerdicts.map((value) => ({ value, label: verdictName[value] })),
            { value: 'none', label: 'Nothing expected' },
          ]}
          value={arrangement.expected}
          onChange={(expected) => onArrange({ expected })}
          clearable
          clearButtonProps={{ 'aria-label': 'Any expectation' }}
        />
      ) : null}
      {scenarios.length > 1 ? (
        <Select
          aria-label="Scenario"
          comboboxProps={dropdownWhenOpened}
          placeholder="Any scenario"
          size="xs"
          w={190}
          data={scenarios}
          value={arrangement.scenario}
          onChange={(scenario) => onArrange({ scenario })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Any scenario' }}
        />
      ) : null}
      {isFiltered(arrangement) || arrangement.sort !== 'order' ? (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => onArrange({ ...noFilters, sort: null, dir: null })}
        >
          Clear
        </Button>
      ) : null}
      <Text size="xs" c="dimmed" role="status" ml="auto">
        {rows.length === mission.counts.tests
          ? `${rows.length} tests`
          : `${rows.length} of ${mission.counts.tests} tests`}
      </Text>
      {marked > 0 ? (
        <Button size="compact-xs" variant="light" onClick={onClearMarks}>
          {marked} changed by others: mark as seen
        </Button>
      ) : null}
    </Group>
  );
}

function Head({
  by,
  descendingFirst = false,
  arrangement,
  onArrange,
  children,
}: Pick<Props, 'arrangement' | 'onArrange'> & {
  by: SortKey;
  descendingFirst?: boolean;
  children: ReactNode;
}) {
  const active = arrangement.sort === by;
  const descending = active && arrangement.descending;
  // The third press leads back to the mission's own order.
  const next = (): Record<string, string | null> => {
    if (!active) return { sort: by, dir: descendingFirst ? 'desc' : null };
    if (descending === descendingFirst) return { sort: by, dir: descending ? null : 'desc' };
    return { sort: null, dir: null };
  };
  return (
    <th scope="col" {...(active ? { 'aria-sort': descending ? 'descending' : 'ascending' } : {})}>
      <button type="button" className={styles.sort} onClick={() => onArrange(next())}>
        {children}
        {active ? (
          descending ? (
            <IconArrowDown size={13} aria-hidden />
          ) : (
            <IconArrowUp size={13} aria-hidden />
          )
        ) : null}
      </button>
    </th>
  );
}
