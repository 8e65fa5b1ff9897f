import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TestColumn } from '../../../../domain/test-table.ts';
import { t } from '../../../words.ts';
import type { Arrangement, SortKey } from '../arrangement/arrange-tests.ts';
import { columns } from './columns.ts';
import styles from './test-table.module.css';

type Sorting = {
  arrangement: Arrangement;
  onArrange: (change: Record<string, string | null>) => void;
};

type Props = Sorting & {
  shown: readonly TestColumn[];
  /** Null when there are no bulk actions. */
  selection: { chosen: number; of: number; onAll: (all: boolean) => void } | null;
};

export function TableHead({ shown, selection, ...sorting }: Props) {
  const isAll = selection !== null && selection.of > 0 && selection.chosen === selection.of;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection ? (
          <th scope="col">
            <input
              type="checkbox"
              className={styles.check}
              aria-label={t('tests.select_all_tests_shown')}
              checked={isAll}
              ref={(input) => {
                if (input) input.indeterminate = !isAll && selection.chosen > 0;
              }}
              onChange={() => selection.onAll(!isAll)}
            />
          </th>
        ) : null}
        <Head {...sorting} by="name">
          {t('shared.test')}
        </Head>
        {shown.map((column) => {
          const { name, sort, descendingFirst = false } = columns()[column];
          return (
            <Head key={column} {...sorting} by={sort} descendingFirst={descendingFirst}>
              {name}
            </Head>
          );
        })}
      </tr>
    </thead>
  );
}

function Head({
  by,
  descendingFirst = false,
  arrangement,
  onArrange,
  children,
}: Sorting & { by: SortKey; descendingFirst?: boolean; children: ReactNode }) {
  const active = arrangement.sort === by;
  const descending = active && arrangement.descending;
  // The third click returns to the mission's own order.
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
