import { Anchor } from '@mantine/core';
import { useMemo, useState } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Kind } from '../../ui/text/compare-lists.ts';
import { t } from '../../words.ts';
import { compareTexts, type Piece, type Row } from './compare.ts';
import styles from './difference.module.css';

/** Limited, because the browser lays out every line. */
const shownAtFirst = 200;
/** Longer lines are cut until the person asks for the rest. */
const longestLine = 2000;

/** Two texts, shown as a difference. */
export function Difference({
  before,
  after,
  label,
  most = shownAtFirst,
}: {
  before: string | null;
  after: string | null;
  label: string;
  most?: number;
}) {
  const rows = useMemo(() => compareTexts(before, after), [before, after]);
  return <DifferenceRows rows={rows} label={label} most={most} />;
}

/** Lines of a difference: removed and inserted ones are marked by sign and colour. */
export function DifferenceRows({
  rows,
  label,
  most = shownAtFirst,
}: {
  rows: readonly Row[];
  label: string;
  most?: number;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, most);
  const isCut = !isWhole && (rows.length > most || shown.some(isLong));
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={styles.box} tabIndex={0} aria-label={label}>
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
          <Line key={index} row={row} isWhole={isWhole} />
        ))}
      </section>
      {isCut ? (
        <Anchor component="button" type="button" size="xs" onClick={() => setWhole(true)}>
          {t('history.show_all', { count: rows.length })}
        </Anchor>
      ) : null}
    </div>
  );
}

const tags = { same: 'div', removed: 'del', inserted: 'ins' } as const;
const signs: Readonly<Record<Kind, string>> = { same: ' ', removed: '−', inserted: '+' };

function Line({ row, isWhole }: { row: Row; isWhole: boolean }) {
  if (row.kind === 'gap') {
    return <div className={styles.gap}>{t('history.as_before', { count: row.count })}</div>;
  }
  const Tag = tags[row.kind];
  return (
    <Tag className={styles.row} data-kind={row.kind}>
      <span>{signs[row.kind]}</span>
      <span>{cut(row.pieces, isWhole).map(toPiece)}</span>
    </Tag>
  );
}

function toPiece({ text, isChanged }: Piece, index: number) {
  const shown = toVisibleText(text);
  return isChanged ? <mark key={index}>{shown}</mark> : shown;
}

function isLong(row: Row): boolean {
  return row.kind !== 'gap' && row.pieces.some(({ text }) => text.length > longestLine);
}

function cut(pieces: readonly Piece[], isWhole: boolean): readonly Piece[] {
  if (isWhole) return pieces;
  return pieces.map((piece) =>
    piece.text.length > longestLine ? { ...piece, text: `${piece.text.slice(0, longestLine)} …` } : piece,
  );
}
