// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements can not be placed by column
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link within a cell
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import type { Matrix } from '../../../server/catalogue/contract.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { type Coverage, stateOf, wordsFor } from './coverage.ts';
import styles from './matrix-grid.module.css';
import { type Cell, cellTowards, type MatrixLayout } from './matrix-layout.ts';

const firstRows = 16;

type Props = {
  matrix: Matrix;
  layout: MatrixLayout;
  coverage: Coverage;
  levels: readonly DetectionLevel[];
  /** What a search found; null while nothing is searched for. */
  found: ReadonlySet<string> | null;
  zoom: number;
  start: string | null;
  onToggle: (key: string) => void;
  onActive: (key: string) => void;
};

/**
 * The matrix: one stop of the Tab key, moved through with the arrows. Its cells are plain elements, and only those that
 * change are made anew.
 */
export function MatrixGrid(props: Props) {
  const { matrix, layout, coverage, levels, found, zoom, start, onToggle, onActive } = props;
  const navigate = useNavigate();
  const grid = useRef<HTMLDivElement>(null);
  const first = layout.columns[0]?.[0]?.key ?? '';
  const [chosen, setChosen] = useState(start ?? first);
  const active = layout.places.has(chosen) ? chosen : first;
  const activePlace = layout.places.get(active);
  // What stands on the first screen is drawn first, and the rest when the page has come to rest.
  const [startsAtTop] = useState(() => start === null);
  const drawn = useDeferredValue(layout.rows.length, startsAtTop ? firstRows : layout.rows.length);
  const focusNext = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    linkOf(grid.current, focusNext.current)?.focus();
    focusNext.current = null;
  });
  // Whoever comes back from a technique finds the matrix where it was left.
  useEffect(() => {
    if (start !== null) linkOf(grid.current, start)?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [start]);

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
      focusNext.current = toggled;
      setChosen(toggled);
      onToggle(toggled);
      return;
    }
    const link = target.closest('a');
    if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(link.pathname);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = (event.target as HTMLElement).dataset.key;
    if (key === undefined || event.altKey || event.metaKey) return;
    if (event.key === ' ' || event.key === '+' || event.key === '-') {
      const place = layout.places.get(key);
      const cell = place && layout.columns[place.column]?.[place.row];
      if (cell === undefined) return;
      event.preventDefault();
      const isWanted = event.key === ' ' || (event.key === '+') !== cell.isOpen;
      if (cell.below > 0 && isWanted) onToggle(key);
      return;
    }
    const next = cellTowards(layout, key, { key: event.key, ctrl: event.ctrlKey });
    if (next === null) return;
    event.preventDefault();
    linkOf(grid.current, next.key)?.focus();
  };

  const look = useMemo(() => {
    const variables: Record<string, string> = {
      '--zoom': String(zoom / 100),
      '--columns': String(matrix.tactics.length),
    };
    for (const { rank, color } of levels) variables[`--level-${rank}`] = color;
    return variables as CSSProperties;
  }, [zoom, levels, matrix]);

  return (
    <div
      ref={grid}
      role="grid"
      aria-label="ATT&CK matrix"
      aria-rowcount={layout.rows.length + 1}
      aria-colcount={matrix.tactics.length}
      className={styles.grid}
      data-ids-only={zoom < 80 || undefined}
      style={look}
      onFocus={onFocus}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" aria-rowindex={1} className={styles.row}>
          {matrix.tactics.map(({ id, name, techniques }, column) => (
            <div key={id} role="columnheader" aria-colindex={column + 1} className={styles.tactic}>
              <span className={styles.tacticName} title={`${id} ${name}`}>
                {breakable(name)}
              </span>
              <span className={styles.tacticCount}>{testedOf(techniques, coverage)}</span>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {layout.rows.slice(0, drawn).map((cells, row) => (
          <MatrixRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its height in the matrix
            key={row}
            row={row}
            cells={cells}
            coverage={coverage}
            found={found}
            active={activePlace?.row === row ? active : null}
          />
        ))}
      </div>
    </div>
  );
}

/** Long words with a place to part them, for columns that are narrow. */
function breakable(name: string): string {
  return name.replace(/(\w{9})(?=\w{4})/g, '$1\u00AD');
}

function linkOf(grid: HTMLElement | null, key: string): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
}

function testedOf(techniques: readonly { id: string }[], coverage: Coverage): string {
  const tested = techniques.filter(({ id }) => stateOf(coverage.get(id)) !== 'untested').length;
  return `${tested} of ${techniques.length} tested`;
}

const MatrixRow = memo(function MatrixRow({
  row,
  cells,
  coverage,
  found,
  active,
}: {
  row: number;
  cells: Cell[];
  coverage: Coverage;
  found: ReadonlySet<string> | null;
  active: string | null;
}) {
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row}>
      {cells.map((cell) => {
        const standing = coverage.get(cell.id);
        return (
          <MatrixCell
            key={cell.key}
            cellKey={cell.key}
            id={cell.id}
            name={cell.name}
            column={cell.column}
            below={cell.below}
            isSub={cell.isSub}
            isOpen={cell.isOpen}
            state={stateOf(standing)}
            words={wordsFor(standing)}
            match={found === null ? null : found.has(cell.id)}
            isActive={cell.key === active}
          />
        );
      })}
    </div>
  );
});

const MatrixCell = memo(function MatrixCell({
  cellKey,
  id,
  name,
  column,
  below,
  isSub,
  isOpen,
  state,
  words,
  match,
  isActive,
}: {
  cellKey: string;
  id: string;
  name: string;
  column: number;
  below: number;
  isSub: boolean;
  isOpen: boolean;
  state: string;
  words: string;
  match: boolean | null;
  isActive: boolean;
}) {
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      {...(below > 0 ? { 'aria-expanded': isOpen } : {})}
      className={styles.cell}
      style={{ gridColumn: column + 1 }}
      data-state={state}
      data-sub={isSub || undefined}
      data-match={match ?? undefined}
    >
      <a
        href={`/catalogue/${id}`}
        className={styles.link}
        data-key={cellKey}
        tabIndex={isActive ? 0 : -1}
        title={`${id} ${name}\n${words}`}
        aria-label={`${id} ${name}, ${words}`}
      >
        <span className={styles.id}>{id}</span>
        <span className={styles.name}>{name}</span>
      </a>
      {below > 0 ? (
        <button
          type="button"
          className={styles.toggle}
          data-toggle={cellKey}
          tabIndex={-1}
          aria-label={`${below} sub-techniques of ${id}`}
          aria-expanded={isOpen}
        >
          {below}
        </button>
      ) : null}
    </div>
  );
});
