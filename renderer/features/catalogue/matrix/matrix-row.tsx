// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements can't be placed by column
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link within a cell
import { type CSSProperties, memo } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { t } from '../../../words.ts';
import { describeStanding, hidesMisses, type Standing, toState } from './coverage.ts';
import styles from './matrix-grid.module.css';
import { type DrawnRow, isMatch } from './matrix-steps.ts';

/** A row of the matrix, empty until its turn to be drawn, so that the matrix has its full height from the start. */
export const MatrixRow = memo(function MatrixRow({
  row,
  drawn,
  active,
  search,
}: {
  row: number;
  drawn: DrawnRow | undefined;
  /** The key of the cell that is the tab stop, if it is in this row. */
  active: string | null;
  /** Added to the address of each technique. */
  search: string;
}) {
  if (drawn === undefined) return <div className={styles.row} />;
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row}>
      {drawn.cells.map((cell) => {
        const standing = drawn.coverage.get(cell.id);
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
            state={toState(standing)}
            sign={standing?.level?.sign}
            words={describeStanding(standing)}
            isMissed={hidesMisses(standing)}
            split={standing === undefined ? null : toStripes(standing)}
            match={isMatch(cell, drawn.found)}
            isActive={cell.key === active}
            search={search}
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
  sign,
  words,
  isMissed,
  split,
  match,
  isActive,
  search,
}: {
  cellKey: string;
  id: string;
  name: string;
  column: number;
  below: number;
  isSub: boolean;
  isOpen: boolean;
  state: string;
  /** Set for changes, which rings can't show. */
  sign: string | undefined;
  words: string;
  /** Whether the entry has a miss that its colour does not show. */
  isMissed: boolean;
  /** The entry's shades side by side, in proportion. */
  split: Stripes | null;
  match: boolean | null;
  isActive: boolean;
  search: string;
}) {
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      {...(below > 0 ? { 'aria-expanded': isOpen } : {})}
      className={styles.cell}
      style={{ gridColumn: column + 1, ...split } as CSSProperties}
      data-state={state}
      data-sub={isSub || undefined}
      data-missed={isMissed || undefined}
      data-match={match ?? undefined}
    >
      <a
        href={`/catalogue/${id}${search}`}
        className={styles.link}
        data-key={cellKey}
        tabIndex={isActive ? 0 : -1}
        title={`${id} ${toVisibleText(name)}\n${words}`}
        aria-label={`${id} ${name}, ${words}`}
      >
        <span className={styles.id} data-sign={sign}>
          {id}
        </span>
        <span className={styles.name}>{toVisibleText(name)}</span>
      </a>
      {below > 0 ? (
        <button
          type="button"
          className={styles.toggle}
          data-toggle={cellKey}
          tabIndex={-1}
          aria-label={t('catalogue.below_sub_techniques_of_id', { below, id })}
          aria-expanded={isOpen}
        >
          {below}
        </button>
      ) : null}
    </div>
  );
});

type Stripes = { '--split': string; '--missed-share': string };
const stripes = new WeakMap<Standing, Stripes>();

/** Returns the same object for the same standing, so that cells need not be drawn again. */
function toStripes(standing: Standing): Stripes | null {
  if (standing.parts === undefined) return null;
  const known = stripes.get(standing);
  if (known !== undefined) return known;
  const all = standing.parts.reduce((sum, { tests }) => sum + tests, 0);
  let at = 0;
  const bands = standing.parts.map(({ shade, tests }) => {
    const from = at;
    at += (tests / all) * 100;
    return `var(--level-${shade.rank}) ${from.toFixed(1)}% ${at.toFixed(1)}%`;
  });
  const made = {
    '--split': `linear-gradient(to right, ${bands.join(', ')})`,
    '--missed-share': `${((standing.missed / all) * 100).toFixed(1)}%`,
  };
  stripes.set(standing, made);
  return made;
}
