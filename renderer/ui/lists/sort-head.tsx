import { Table, type TableThProps } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import styles from './sort-head.module.css';

/** The order of a list, and a function to change it. */
export type ListOrder = {
  sort: string;
  isDescending: boolean;
  set: (change: { sort: string | null; order: string | null }) => void;
};

/** The head of a sortable column: ascending, descending, then the list's default order. */
export function SortHead({
  label,
  column,
  order,
  ...cell
}: { label: string; column: string; order: ListOrder } & Omit<TableThProps, 'children'>) {
  const isSorted = order.sort === column;
  const next = !isSorted
    ? { sort: column, order: null }
    : order.isDescending
      ? { sort: null, order: null }
      : { sort: column, order: 'desc' };
  const Arrow = order.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      {...cell}
      {...(isSorted ? { 'aria-sort': order.isDescending ? 'descending' : 'ascending' } : {})}
    >
      <button type="button" className={styles.button} onClick={() => order.set(next)}>
        {label}
        {isSorted ? <Arrow size={13} aria-hidden /> : null}
      </button>
    </Table.Th>
  );
}
