import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Density } from '../../../../domain/preferences.ts';
import type { TestColumn } from '../../../../domain/test-table.ts';
import type { TestSummary } from '../../../../server/missions/contract.ts';
import { usePreferences } from '../../../api/accounts/preferences.ts';
import type { Mark } from '../../../api/missions/activity.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { type Arrangement, isFiltered } from '../arrangement/arrange-tests.ts';
import { groupOf } from '../arrangement/group-tests.ts';
import type { Row } from '../arrangement/rows.ts';
import { describeTests } from '../progress.tsx';
import { TestRow } from './test-row.tsx';
import styles from './test-table.module.css';
import { useRowKeys } from './use-row-keys.ts';
import type { TestEdits } from './use-test-edits.tsx';

type Group = { key: string; name: string; tests: TestSummary[] };
export type Line = { kind: 'group'; group: Group } | { kind: 'test'; row: Row };

/** All lines have the same height, so texts take one line, or two. */
const rowHeights: Record<Density, number> = { compact: 32, comfortable: 40 };
const headHeight = 72;
/** Approximate start of the table, until it is measured: with a wrong value, other lines would be rendered first. */
const usualOffset = 150;
/** More than these at once would block the page on a slow computer. */
const linesInStep = 9;

/** The visible lines. They change while scrolling; nothing around them does. */
export function TestLines({
  box,
  lines,
  rows,
  path,
  isPart,
  search,
  shown,
  withScenario,
  marks,
  selected,
  openTest,
  edits,
  onPick,
}: {
  box: RefObject<HTMLDivElement | null>;
  lines: readonly Line[];
  rows: readonly Row[];
  path: string;
  /** Whether the numbers of a group are of the tests that one sees. */
  isPart: boolean;
  search: string;
  shown: readonly TestColumn[];
  withScenario: boolean;
  marks: Record<string, Mark>;
  selected: ReadonlySet<string>;
  /** The test open next to the table. */
  openTest: string | null;
  edits: TestEdits;
  onPick: ((testId: string, extend: boolean) => void) | null;
}) {
  const columns = shown.length + (onPick === null ? 1 : 2);
  const navigate = useNavigate();
  const rowHeight = rowHeights[usePreferences().density];
  const offset = useOffset(box);
  const lineOf = useMemo(() => new Map(lines.map((line, index) => [toLineKey(line), index])), [lines]);
  // If it were removed from the page, the focused row would lose the focus.
  const [kept, setKept] = useState<string | null>(null);
  const keptLine = lineOf.get(kept ?? '');
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    // A line one frame late is better than a late frame.
    useFlushSync: false,
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: offset,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: 60,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      if (keptLine === undefined || inSight.includes(keptLine)) return inSight;
      return [...inSight, keptLine].sort((a, b) => a - b);
    },
  });
  const items = useInSteps(virtual.getVirtualItems(), ({ index }) => toLineKey(lines[index] as Line));
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  useShowOpened(openTest, openTest === null ? undefined : lineOf.get(openTest), virtual.scrollToIndex);
  useRowKeys({
    box,
    rows,
    onShow: (testId) => virtual.scrollToIndex(lineOf.get(testId) ?? 0),
    onFocus: setKept,
    onPick: onPick ? (testId) => onPick(testId, false) : null,
    openTest,
    onOpen: (testId) =>
      void navigate(`${path}/${testId}${search}`, { replace: true, preventScrollReset: true }),
  });
  const renderLine = (index: number) => {
    const line = lines[index] as Line;
    return line.kind === 'group' ? (
      <GroupLine key={toLineKey(line)} group={line.group} index={index} columns={columns} isPart={isPart} />
    ) : (
      <TestRow
        key={line.row.test.id}
        row={line.row}
        index={index}
        to={`${path}/${line.row.test.id}${search}`}
        shown={shown}
        withScenario={withScenario}
        mark={marks[line.row.test.id] ?? null}
        selected={selected.has(line.row.test.id)}
        isOpen={line.row.test.id === openTest}
        edits={edits}
        onPick={onPick}
      />
    );
  };
  return (
    <tbody>
      {items.flatMap(({ index, start }, place) => {
        const gap = start - (items[place - 1]?.end ?? offset);
        const line = renderLine(index);
        return gap > 0 ? [<Spacer key={`above ${line.key}`} height={gap} columns={columns} />, line] : [line];
      })}
      <Spacer height={after} columns={columns} />
    </tbody>
  );
}

/** Scrolls the line of a test opened from elsewhere into view, as soon as it is there. */
function useShowOpened(
  openTest: string | null,
  line: number | undefined,
  show: (index: number) => void,
): void {
  const shown = useRef(openTest);
  useEffect(() => {
    if (shown.current === openTest || (openTest !== null && line === undefined)) return;
    shown.current = openTest;
    if (line !== undefined) show(line);
  });
}

/** The lines of the last frame that are still needed and a few more, from the middle outwards. */
function useInSteps(items: VirtualItem[], keyAt: (item: VirtualItem) => string): VirtualItem[] {
  const drawn = useRef<ReadonlySet<string>>(new Set());
  const [, drawMore] = useReducer((times: number) => times + 1, 0);
  const middle = items[items.length >> 1]?.index ?? 0;
  const added = items
    .filter((item) => !drawn.current.has(keyAt(item)))
    .sort((a, b) => Math.abs(a.index - middle) - Math.abs(b.index - middle));
  const later = new Set(added.slice(linesInStep));
  const now = items.filter((item) => !later.has(item));
  useEffect(() => {
    // A second render within a frame keeps the same lines.
    const frame = requestAnimationFrame(() => {
      drawn.current = new Set(now.map(keyAt));
      if (later.size > 0) drawMore();
    });
    return () => cancelAnimationFrame(frame);
  });
  return now;
}

/** Distance of the table from the top of the page, measured again when the page changes its height, not while scrolling. */
function useOffset(box: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(usualOffset);
  useLayoutEffect(() => {
    const measure = () => {
      const top = (box.current?.getBoundingClientRect().top ?? 0) + scrollY;
      setOffset((before) => (Math.abs(before - top) > 1 ? top : before));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return offset;
}

const toLineKey = (line: Line) => (line.kind === 'group' ? `group ${line.group.key}` : line.row.test.id);

/** Every group has a line above its tests; empty scenarios are included, unless a filter is set. */
export function listLines(
  scenarios: readonly { id: string; name: string }[],
  rows: readonly Row[],
  arrangement: Arrangement,
): Line[] {
  const by = arrangement.group;
  if (by === 'none') return rows.map((row) => ({ kind: 'test', row }));
  const groups = new Map<string, Group & { rows: Row[] }>();
  if (by === 'scenario' && !isFiltered(arrangement) && !arrangement.descending) {
    for (const { id, name } of scenarios) groups.set(id, { key: id, name, tests: [], rows: [] });
  }
  for (const row of rows) {
    const { key, name } = groupOf(row, by);
    const group = groups.get(key) ?? { key, name, tests: [], rows: [] };
    groups.set(key, group);
    group.tests.push(row.test);
    group.rows.push(row);
  }
  return [...groups.values()].flatMap((group): Line[] => [
    { kind: 'group', group },
    ...group.rows.map((row): Line => ({ kind: 'test', row })),
  ]);
}

function GroupLine({
  group,
  index,
  columns,
  isPart,
}: {
  group: Group;
  index: number;
  columns: number;
  isPart: boolean;
}) {
  const said = describeTests(group.tests);
  return (
    <tr className={styles.group} aria-rowindex={index + 2}>
      <th colSpan={columns} scope="rowgroup">
        <Name>{group.name}</Name>{' '}
        <span title={isPart ? t('shared.of_seen', { said }) : undefined}>{said}</span>
      </th>
    </tr>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr className={styles.spacer} aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
