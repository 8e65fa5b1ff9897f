import type { CSSProperties } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Matrix } from '../../../../server/catalogue/contract.ts';
import { SheetHead } from '../../../ui/print/sheet-parts.tsx';
import { t } from '../../../words.ts';
import { type Coverage, countStates, hidesMisses, type Shade, toState } from './coverage.ts';
import type { Cell, MatrixLayout } from './matrix-layout.ts';
import styles from './matrix-sheet.module.css';
import { mixColors } from './mix-colors.ts';
import { unratedColor } from './navigator-layer.ts';

/** The matrix on paper, in its current layout, with colours, and a sign for each, because printers may be black-only. */
export function MatrixSheet({
  matrix,
  layout,
  coverage,
  shades,
  title,
  about,
  isCompared,
}: {
  matrix: Matrix;
  layout: MatrixLayout;
  coverage: Coverage;
  shades: readonly Shade[];
  title: string;
  about: string;
  isCompared: boolean;
}) {
  const { by, hiding } = countStates(matrix, coverage);
  const legend = [
    ...shades.map((shade) => `${signOf(shade)} ${shade.name}: ${by.get(`${shade.rank}`) ?? 0}`),
    ...(isCompared
      ? []
      : [
          t('catalogue.sheet.unrated', { count: by.get('unrated') ?? 0 }),
          t('catalogue.sheet.untested', { count: by.get('untested') ?? 0 }),
        ]),
    ...(hiding > 0 ? [t('catalogue.missed_by_another_test_hiding', { hiding })] : []),
  ];
  return (
    <>
      <SheetHead
        title={title}
        facts={[
          ['ATT&CK', matrix.version],
          [t('catalogue.what'), about],
          [t('catalogue.legend'), legend.join('  ')],
        ]}
      />
      <table className={styles.matrix}>
        <thead>
          <tr>
            {matrix.tactics.map(({ id, name }) => (
              <th key={id}>{toVisibleText(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {layout.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its height in the matrix
            <tr key={row}>
              {matrix.tactics.map(({ id }, column) => (
                <SheetCell key={id} cell={cells.find((one) => one.column === column)} coverage={coverage} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function SheetCell({ cell, coverage }: { cell: Cell | undefined; coverage: Coverage }) {
  if (cell === undefined) return <td />;
  const standing = coverage.get(cell.id);
  const state = toState(standing);
  const sign =
    standing?.parts?.map(({ shade, tests }) => `${signOf(shade)}${tests}`).join(' ') ??
    (state === 'untested' ? '' : standing?.level ? signOf(standing.level) : '–');
  return (
    <td
      className={styles.cell}
      data-sub={cell.isSub || undefined}
      data-tested={state === 'untested' ? undefined : true}
      style={
        {
          '--level': standing?.parts ? mixColors(standing.parts) : (standing?.level?.color ?? unratedColor),
        } as CSSProperties
      }
    >
      {sign === '' ? null : <b>{sign}</b>} <b>{cell.id}</b>
      {hidesMisses(standing) ? <b> !</b> : null} {toVisibleText(cell.name)}
    </td>
  );
}

const signs = ['✕', '◔', '◑', '●'];
const signOf = ({ rank, sign }: Shade) => sign ?? signs[rank] ?? '●';
