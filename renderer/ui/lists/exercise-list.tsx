import { Button, Group, Select, Stack, Table } from '@mantine/core';
import { type Icon, IconFilterOff, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Paged } from '../../api/connection/http.ts';
import { t } from '../../words.ts';
import { SearchField } from '../filters/search-field.tsx';
import { EmptyState } from '../notes/empty-state.tsx';
import { ProblemNote } from '../notes/problem-note.tsx';
import { OrganisationFilter } from '../organisations/organisation-filter.tsx';
import { PageHead } from '../pages/page-head.tsx';
import { SelectAllHead, SelectCell, SelectionBar } from '../selection/selection.tsx';
import { useSelection } from '../selection/use-selection.ts';
import { Pager } from './pager.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SortHead } from './sort-head.tsx';
import type { Thing } from './thing.ts';
import type { ExerciseListState } from './use-exercise-list.ts';

export type Column<Item> = {
  head: string;
  /** Server's name of the column, if the list can be sorted by it. */
  sort?: string;
  width?: number | string;
  isNumber?: boolean;
  cell: (item: Item) => ReactNode;
  hint?: (item: Item) => string;
};

type Props<Item, Status extends string> = {
  list: ExerciseListState<Item, Status>;
  one: Extract<Thing, 'mission' | 'engagement'>;
  icon: Icon;
  /** The hint under "No … yet". */
  emptyHint: string;
  statuses: readonly { value: Status; label: string }[];
  columns: readonly Column<Item>[];
  minWidth: number;
  /** Null without the permission. */
  onCreate: (() => void) | null;
  /** Actions for the selection; null without any permission. */
  bulk?: ((selected: readonly Item[], clear: () => void) => ReactNode) | null;
  /** Content next to the create button. */
  beside?: ReactNode;
  /** Links to neighbouring lists. */
  pages?: ReactNode;
};

/** A list of missions or engagements with its filters, its pages, and its empty states. */
export function ExerciseList<Item extends { id: string; name: string }, Status extends string>(
  props: Props<Item, Status>,
) {
  const { list, one, icon, emptyHint } = props;
  const create = props.onCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={props.onCreate}>
      {t(`shared.new.${one}`)}
    </Button>
  ) : null;
  return (
    <Stack gap="sm">
      <PageHead
        title={t(`shared.things.${one}`)}
        actions={
          <>
            {props.beside}
            {create}
          </>
        }
      />
      {props.pages}
      <Filters list={list} statuses={props.statuses} />
      {list.error && !list.found ? (
        <ProblemNote error={list.error} what={t(`shared.list_of.${one}`)} onRetry={list.retry} />
      ) : list.found === undefined ? (
        <SkeletonRows />
      ) : (
        <Found {...props} found={list.found}>
          {list.isFiltered || list.page > 1 ? (
            <EmptyState
              icon={IconFilterOff}
              title={t(`shared.none_pass.${one}`)}
              action={
                <Button variant="default" onClick={list.clear}>
                  {t('shared.clear_the_filters')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={icon} title={t(`shared.none_yet.${one}`)} hint={emptyHint} action={create} />
          )}
        </Found>
      )}
    </Stack>
  );
}

function Filters<Item, Status extends string>({
  list: { filter, isFiltered, setFilter, clear },
  statuses,
}: Pick<Props<Item, Status>, 'list' | 'statuses'>) {
  return (
    <Group gap="xs" role="search">
      <SearchField
        aria-label={t('shared.search_in_name_and_client')}
        placeholder={t('shared.search_name_and_client')}
        value={filter.q}
        onSearch={(q) => setFilter({ q })}
        w={260}
      />
      <OrganisationFilter
        value={filter.organisation}
        onChange={(organisation) => setFilter({ organisation })}
      />
      <Select
        aria-label={t('shared.status')}
        placeholder={t('shared.any_status')}
        data={statuses}
        value={filter.status}
        onChange={(status) => setFilter({ status })}
        clearable
        clearButtonProps={{ 'aria-label': t('shared.any_status') }}
        w={150}
      />
      {isFiltered ? (
        <Button variant="subtle" color="gray" onClick={clear}>
          {t('shared.clear')}
        </Button>
      ) : null}
    </Group>
  );
}

/** Results, or `children` when there are none. */
function Found<Item extends { id: string; name: string }, Status extends string>(
  props: Props<Item, Status> & { found: Paged<Item>; children: ReactNode },
) {
  const { list, found, bulk = null } = props;
  const selection = useSelection({
    list: `selected ${props.one}s`,
    shown: found.items,
    total: found.total,
    isStale: list.isStale,
    readAll: list.readAll,
  });
  return (
    <>
      {bulk === null ? null : (
        <SelectionBar selection={selection} one={props.one}>
          {bulk(selection.selected, selection.clear)}
        </SelectionBar>
      )}
      {found.items.length === 0 ? props.children : <Rows {...props} selection={selection} />}
    </>
  );
}

function Rows<Item extends { id: string; name: string }, Status extends string>({
  list,
  found,
  columns,
  minWidth,
  bulk = null,
  selection,
}: Props<Item, Status> & { found: Paged<Item>; selection: ReturnType<typeof useSelection<Item>> }) {
  const getAlignment = (column: Column<Item>) => (column.isNumber ? { ta: 'right' as const } : {});
  return (
    <>
      <Table.ScrollContainer minWidth={minWidth}>
        <Table verticalSpacing={6} highlightOnHover layout="fixed" aria-busy={list.isStale}>
          <Table.Thead>
            <Table.Tr>
              {bulk === null ? null : <SelectAllHead selection={selection} />}
              {columns.map((column) =>
                column.sort === undefined ? (
                  <Table.Th key={column.head} w={column.width} {...getAlignment(column)}>
                    {column.head}
                  </Table.Th>
                ) : (
                  <SortHead
                    key={column.head}
                    label={column.head}
                    column={column.sort}
                    order={list.order}
                    {...(column.width === undefined ? {} : { w: column.width })}
                    {...getAlignment(column)}
                  />
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.items.map((item) => (
              <Table.Tr key={item.id} data-selected={selection.has(item.id) || undefined}>
                {bulk === null ? null : <SelectCell selection={selection} item={item} name={item.name} />}
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
