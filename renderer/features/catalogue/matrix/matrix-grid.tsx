// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements can't be placed by column
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link within a cell

import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Matrix } from '../../../../server/catalogue/contract.ts';
import { t } from '../../../words.ts';
import { type Coverage, type Shade, toState } from './coverage.ts';
import styles from './matrix-grid.module.css';
import { findNextCell, type MatrixLayout } from './matrix-layout.ts';
import { MatrixRow } from './matrix-row.tsx';
import type { Sight } from './matrix-steps.ts';
import { useMatrixSteps } from './use-matrix-steps.ts';

type Props = {
  matrix: Matrix;
  layout: MatrixLayout;
  coverage: Coverage;
  levels: readonly Shade[];
  /** Search results; null without a search. */
  found: ReadonlySet<string> | null;
  /** In percent; null: fits the width of the window. */
  zoom: number | null;
  start: string | null;
  /** Whether changes are shown, not coverage. */
  isCompared: boolean;
  /** Whether it fills the window. */
  isWhole: boolean;
  /** Added to the address of each technique. */
  search: string;
  onToggle: (key: string) => void;
  onActive: (key: string) => void;
  ref: Ref<MatrixGridHandle>;
};

export type MatrixGridHandle = {
  /** Moves the focus to a cell, which may not be drawn yet. */
  focus: (key: string) => void;
};

/** The matrix: one tab stop, navigated with the arrows. Its cells are plain elements, drawn in steps. */
export function MatrixGrid(props: Props) {
  const { matrix, layout, coverage, levels, found, zoom, start, onToggle, onActive } = props;
  const navigate = useNavigate();
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const first = layout.columns[0]?.[0]?.key ?? '';
  const [chosen, setChosen] = useState(start ?? first);
  const active = layout.places.has(chosen) ? chosen : first;
  const activePlace = layout.places.get(active);
  // A cell that must be drawn before it gets the focus or is scrolled to, so its row is drawn first.
  const awaited = useRef<{ key: string; then: (link: HTMLElement) => void } | null>(null);
  const drawing = useMemo(() => ({ rows: layout.rows, coverage, found }), [layout, coverage, found]);
  const { drawn, isDone } = useMatrixSteps(drawing, () => {
    const from = awaited.current ? layout.places.get(awaited.current.key)?.row : undefined;
    return findRowsInSight(grid.current, body.current, from);
  });

  const whenDrawn = (key: string, then: (link: HTMLElement) => void) => {
    const link = findLink(body.current, layout, key);
    awaited.current = link === null && layout.places.has(key) ? { key, then } : null;
    if (link !== null) then(link);
  };
  const focusOn = (key: string) => whenDrawn(key, (link) => link.focus());
  useImperativeHandle(props.ref, () => ({ focus: focusOn }));
  useLayoutEffect(() => {
    if (awaited.current !== null) whenDrawn(awaited.current.key, awaited.current.then);
  });
  // After a visit to a technique, the matrix is where it was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when it is opened
  useEffect(() => {
    if (start === null) return;
    findRow(body.current, layout.places.get(start)?.row)?.scrollIntoView({ block: 'center' });
    whenDrawn(start, (link) => link.scrollIntoView({ block: 'center', inline: 'center' }));
  }, []);

  const onFocus = useCallback(
    (event: FocusEvent) => {
      const key = (event.target as HTMLElement).dataset.key;
      if (key === undefined) return;
      setChosen(key);
      onActive(key);
    },
    [onActive],
  );
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const toggled = target.closest<HTMLElement>('[data-toggle]')?.dataset.toggle;
    if (toggled !== undefined) {
      focusOn(toggled);
      onToggle(toggled);
      return;
    }
    const link = target.closest('a');
    if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const focused = (event.target as HTMLElement).dataset.key;
    if (focused === undefined || event.altKey || event.metaKey) return;
    // Keys may be pressed faster than cells are drawn, so each continues from the target of the last one.
    const key = awaited.current?.key ?? focused;
    if (event.key === ' ' || event.key === '+' || event.key === '-') {
      const place = layout.places.get(key);
      const cell = place && layout.columns[place.column]?.[place.row];
      if (cell === undefined) return;
      event.preventDefault();
      const isWanted = event.key === ' ' || (event.key === '+') !== cell.isOpen;
      if (cell.below > 0 && isWanted) onToggle(key);
      return;
    }
    const next = findNextCell(layout, key, { key: event.key, ctrl: event.ctrlKey });
    if (next === null) return;
    event.preventDefault();
    focusOn(next.key);
  };

  const { ref: box, width } = useElementSize();
  const whole = useMergedRef(grid, box);
  const fitting = zoom === null ? fitCell(width, matrix.tactics.length) : null;
  const idsOnly = zoom !== null && zoom < 80;
  const look = useMemo(() => {
    const variables: Record<string, string> = {
      '--zoom': String((zoom ?? 100) / 100),
      ...(fitting === null ? {} : { '--fitting': `${fitting}px` }),
      '--columns': String(matrix.tactics.length),
    };
    for (const { rank, color } of levels) variables[`--level-${rank}`] = color;
    return variables as CSSProperties;
  }, [zoom, fitting, levels, matrix]);

  return (
    <div
      ref={whole}
      role="grid"
      aria-label={t('catalogue.att_ck_matrix')}
      aria-busy={!isDone}
      // The grid can be scrolled before its cells can take the focus.
      tabIndex={isDone ? undefined : 0}
      aria-rowcount={layout.rows.length + 1}
      aria-colcount={matrix.tactics.length}
      className={styles.grid}
      data-ids-only={idsOnly || undefined}
      data-whole={props.isWhole || undefined}
      style={look}
      onFocus={onFocus}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <TacticsRow matrix={matrix} coverage={coverage} isCompared={props.isCompared} />
      <div ref={body} role="rowgroup">
        {layout.rows.map((_, row) => (
          <MatrixRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its height in the matrix
            key={row}
            row={row}
            drawn={drawn[row]}
            active={activePlace?.row === row ? active : null}
            search={props.search}
          />
        ))}
      </div>
    </div>
  );
}

/** The width of a cell when all tactics fit side by side into this many pixels; at least the width of a name in two lines. */
function fitCell(width: number, columns: number): number {
  const gap = 3;
  const room = width - 12 - gap * (columns - 1);
  return Math.min(260, Math.max(140, Math.floor(room / Math.max(1, columns))));
}

const TacticsRow = memo(function TacticsRow({
  matrix,
  coverage,
  isCompared,
}: Pick<Props, 'matrix' | 'coverage' | 'isCompared'>) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        {matrix.tactics.map(({ id, name, techniques }, column) => (
          <div key={id} role="columnheader" aria-colindex={column + 1} className={styles.tactic}>
            <span className={styles.tacticName} title={toVisibleText(`${id} ${name}`)}>
              {addBreaks(toVisibleText(name))}
            </span>
            {isCompared ? null : (
              <span className={styles.tacticCount}>{describeTested(techniques, coverage)}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
});

/** Adds break opportunities to long words, for narrow columns: before a suffix if there is one. */
function addBreaks(name: string): string {
  return name
    .replace(/(\w{4,})(ment|sance|tence|tion)\b/g, '$1\u00AD$2')
    .replace(/(\w{10})(?=\w{4})/g, '$1\u00AD');
}

function findRow(body: HTMLElement | null, row: number | undefined): HTMLElement | null {
  return row === undefined ? null : ((body?.children[row] as HTMLElement | undefined) ?? null);
}

/** Searches only the cell's own row: before its turn, a row shows an older drawing. */
function findLink(body: HTMLElement | null, { places }: MatrixLayout, key: string): HTMLElement | null {
  const row = findRow(body, places.get(key)?.row);
  return row?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
}

/** The visible rows and those the browser lays out around them; `from` is the target scroll position. */
function findRowsInSight(box: HTMLElement | null, body: HTMLElement | null, from: number | undefined): Sight {
  const height = findRow(body, 0)?.offsetHeight ?? 0;
  if (box === null || height === 0) return { from: 0, to: 0 };
  const count = Math.ceil((box.clientHeight / height) * 1.5);
  const top = from ?? Math.floor(box.scrollTop / height);
  return { from: top, to: top + count };
}

function describeTested(techniques: readonly { id: string }[], coverage: Coverage): string {
  const tested = techniques.filter(({ id }) => toState(coverage.get(id)) !== 'untested').length;
  return t('catalogue.tested_of_count_tested', { tested, count: techniques.length });
}
