import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Mission, Scenario } from '../../../server/missions/contract.ts';
import type { Mark } from '../../api/activity.ts';
import { Name } from '../../ui/name.tsx';
import type { Arrangement, Row } from './arrange-tests.ts';
import { TestRow } from './test-row.tsx';
import styles from './test-table.module.css';
import { useRowKeys } from './use-row-keys.ts';

export type Line = { kind: 'scenario'; scenario: Scenario } | { kind: 'test'; row: Row };

const rowHeight = 34;
const headHeight = 80;
/** Roughly where the table begins, until it is measured: a value far off would draw other lines first. */
const usualOffset = 260;
/** More than these at once would hold the page up on a slow computer. */
const linesInStep = 12;

/** The lines in sight, which change while one scrolls: nothing around them does. */
export function TestLines({
  box,
  lines,
  rows,
  path,
  search,
  withScenario,
  marks,
  selected,
  onPick,
  columns,
}: {
  box: RefObject<HTMLDivElement | null>;
  lines: readonly Line[];
  rows: readonly Row[];
  path: string;
  search: string;
  withScenario: boolean;
  marks: Record<string, Mark>;
  selected: ReadonlySet<string>;
  onPick: ((testId: string, extend: boolean) => void) | null;
  columns: number;
}) {
  const offset = useOffset(box);
  const lineOf = useMemo(() => new Map(lines.map((line, index) => [toLineKey(line), index])), [lines]);
  // Taken out of the page, the row with the focus would lose it.
  const [kept, setKept] = useState<string | null>(null);
  const keptLine = lineOf.get(kept ?? '');
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    // A line that comes a frame late is better than a late frame.
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
  useRowKeys({
    box,
    rows,
    onShow: (testId) => virtual.scrollToIndex(lineOf.get(testId) ?? 0),
    onFocus: setKept,
    onPick: onPick ? (testId) => onPick(testId, false) : null,
  });
  const renderLine = (index: number) => {
    const line = lines[index] as Line;
    return line.kind === 'scenario' ? (
      <ScenarioLine key={line.scenario.id} scenario={line.scenario} index={index} columns={columns} />
    ) : (
      <TestRow
        key={line.row.test.id}
        row={line.row}
        index={index}
        to={`${path}/${line.row.test.id}${search}`}
        withScenario={withScenario}
        mark={marks[line.row.test.id] ?? null}
        selected={selected.has(line.row.test.id)}
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

/** The lines of the last frame that are still wanted and a few more, from the middle outwards. */
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

/**
 * How far down the page the table begins, which is measured again when the page changes its height, not while one scrolls.
 */
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

const toLineKey = (line: Line) => (line.kind === 'scenario' ? line.scenario.id : line.row.test.id);

/** In the mission's own order every scenario has a line above its tests. */
export function listLines(mission: Mission, rows: readonly Row[], arrangement: Arrangement): Line[] {
  if (arrangement.sort !== 'order') return rows.map((row) => ({ kind: 'test', row }));
  const scenarios = new Map(mission.scenarios.map((scenario) => [scenario.id, scenario]));
  const lines: Line[] = [];
  let current: string | null = null;
  for (const row of rows) {
    if (row.scenario.id !== current) {
      current = row.scenario.id;
      lines.push({ kind: 'scenario', scenario: scenarios.get(current) as Scenario });
    }
    lines.push({ kind: 'test', row });
  }
  return lines;
}

function ScenarioLine({ scenario, index, columns }: { scenario: Scenario; index: number; columns: number }) {
  const done = scenario.tests.filter(({ status }) => status !== 'pending').length;
  return (
    <tr className={styles.scenario} aria-rowindex={index + 2}>
      <th colSpan={columns} scope="rowgroup">
        <Name>{scenario.name}</Name>{' '}
        <span>
          {done} of {scenario.tests.length} done
        </span>
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
