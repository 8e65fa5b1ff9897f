import { Button, Group, Select, Stack, Table } from '@mantine/core';
import { type Icon, IconFilterOff, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Paged } from '../api/http.ts';
import { EmptyState } from './empty-state.tsx';
import { PageHead } from './page-head.tsx';
import { Pager } from './pager.tsx';
import { ProblemNote } from './problem-note.tsx';
import { SearchField } from './search-field.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import type { ExerciseListState } from './use-exercise-list.ts';
import { toVisibleText } from './visible-text.ts';

export type Column<Item> = {
  head: string;
  width?: number | string;
  isNumber?: boolean;
  cell: (item: Item) => ReactNode;
  hint?: (item: Item) => string;
};

type Props<Item, Status extends string> = {
  list: ExerciseListState<Item, Status>;
  /** "mission", "missions". */
  one: string;
  many: string;
  icon: Icon;
  /** The hint under "No … yet". */
  emptyHint: string;
  statuses: readonly { value: Status; label: string }[];
  columns: readonly Column<Item>[];
  minWidth: number;
  /** Null for those who may not. */
  onCreate: (() => void) | null;
  /** The ways to the neighbours of this list. */
  pages?: ReactNode;
};

/** A list of missions or engagements with its filters, its pages, and its ways of being empty. */
export function ExerciseList<Item extends { id: string }, Status extends string>(props: Props<Item, Status>) {
  const { list, one, many, icon, emptyHint } = props;
  const create = props.onCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={props.onCreate}>
      New {one}
    </Button>
  ) : null;
  return (
    <Stack gap="sm">
      <PageHead title={many.charAt(0).toUpperCase() + many.slice(1)} actions={create} />
      {props.pages}
      <Filters list={list} statuses={props.statuses} />
      {list.error && !list.found ? (
        <ProblemNote error={list.error} what={`list of ${many}`} onRetry={list.retry} />
      ) : list.found === undefined ? (
        <SkeletonRows />
      ) : list.found.items.length > 0 ? (
        <Rows {...props} found={list.found} />
      ) : list.isFiltered || list.page > 1 ? (
        <EmptyState
          icon={IconFilterOff}
          title={`No ${one} passes these filters`}
          action={
            <Button variant="default" onClick={list.clear}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        <EmptyState icon={icon} title={`No ${many} yet`} hint={emptyHint} action={create} />
      )}
    </Stack>
  );
}

function Filters<Item, Status extends string>({
  list: { filter, isFiltered, clients, setFilter, clear },
  statuses,
}: Pick<Props<Item, Status>, 'list' | 'statuses'>) {
  return (
    <Group gap="xs" role="search">
      <SearchField
        aria-label="Search in name and client"
        placeholder="Search name and client"
        value={filter.q}
        onSearch={(q) => setFilter({ q })}
        w={260}
      />
      <Select
        aria-label="Client"
        placeholder="Any client"
        data={clients}
        value={filter.client}
        onChange={(client) => setFilter({ client })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any client' }}
        nothingFoundMessage="No such client"
        w={200}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        data={statuses}
        value={filter.status}
        onChange={(status) => setFilter({ status })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        w={150}
      />
      {isFiltered ? (
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
      ) : null}
    </Group>
  );
}

function Rows<Item extends { id: string }, Status extends string>({
  list,
  found,
  columns,
  minWidth,
}: Props<Item, Status> & { found: Paged<Item> }) {
  const getAlignment = (column: Column<Item>) => (column.isNumber ? { ta: 'right' as const } : {});
  return (
    <>
      <Table.ScrollContainer minWidth={minWidth}>
        <Table verticalSpacing={6} highlightOnHover layout="fixed" aria-busy={list.isStale}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.head} w={column.width} {...getAlignment(column)}>
                  {column.head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.items.map((item) => (
              <Table.Tr key={item.id}>
                {columns.map((column) => (
                  <Table.Td
                    key={column.head}
                    title={toVisibleText(column.hint?.(item) ?? '') || undefined}
                    {...getAlignment(column)}
                  >
                    {column.cell(item)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager total={found.total} limit={list.pageSize} page={list.page} onPage={list.toPage} />
    </>
  );
}
