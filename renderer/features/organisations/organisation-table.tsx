import { Anchor, Button, Stack, Table } from '@mantine/core';
import { IconBuilding, IconFilterOff, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Organisation } from '../../../server/organisations/contract.ts';
import type { Paged } from '../../api/connection/http.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import type { useFilters } from '../../ui/filters/use-filters.ts';
import { toListOrder } from '../../ui/lists/list-order.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { SortHead } from '../../ui/lists/sort-head.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';

type Props = {
  organisations: Paged<Organisation> | undefined;
  error: Error | null;
  isStale: boolean;
  onRetry: () => void;
  filters: ReturnType<typeof useFilters<'q' | 'sort' | 'order'>>;
  pageSize: number;
  /** Null without the permission. */
  onCreate: (() => void) | null;
};

/** Organisations, with the number of their missions, engagements and tools. */
export function OrganisationTable(props: Props) {
  const { organisations, error, filters, onCreate } = props;
  const create = onCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      {t('organisations.new_organisation')}
    </Button>
  ) : null;
  return (
    <Stack gap="sm">
      <PageHead title={t('shared.organisations')} actions={create} />
      <SearchField
        role="searchbox"
        aria-label={t('organisations.search_organisations')}
        placeholder={t('organisations.search_by_name')}
        value={filters.values.q}
        onSearch={(q) => filters.set({ q })}
        maw={320}
      />
      {error && organisations === undefined ? (
        <ProblemNote error={error} what={t('organisations.list_of_organisations')} onRetry={props.onRetry} />
      ) : organisations === undefined ? (
        <SkeletonRows />
      ) : organisations.items.length > 0 ? (
        <Rows {...props} organisations={organisations} />
      ) : filters.active || filters.page > 1 ? (
        <EmptyState
          icon={IconFilterOff}
          title={t('organisations.no_organisation_has_this_in_its')}
          action={
            <Button variant="default" onClick={filters.clear}>
              {t('shared.show_all')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={IconBuilding}
          title={t('organisations.no_organisations_yet')}
          hint={t('organisations.the_client_of_a_mission_or')}
          action={create}
        />
      )}
    </Stack>
  );
}

function Rows({ organisations, isStale, filters, pageSize }: Props & { organisations: Paged<Organisation> }) {
  const order = toListOrder(filters);
  return (
    <>
      <Table.ScrollContainer minWidth={520}>
        <Table verticalSpacing={6} highlightOnHover layout="fixed" aria-busy={isStale}>
          <Table.Thead>
            <Table.Tr>
              <SortHead label={t('shared.organisation')} column="name" order={order} />
              <SortHead label={t('shared.missions')} column="missions" order={order} w={100} ta="right" />
              <SortHead
                label={t('shared.engagements')}
                column="engagements"
                order={order}
                w={130}
                ta="right"
              />
              <SortHead label={t('shared.tools')} column="tools" order={order} w={84} ta="right" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {organisations.items.map(({ id, name, missions, engagements, tools }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} to={`/organisations/${id}`} fw={500} size="sm" display="block">
                    <Name line>{name}</Name>
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">{missions}</Table.Td>
                <Table.Td ta="right">{engagements}</Table.Td>
                <Table.Td ta="right">{tools}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager total={organisations.total} limit={pageSize} page={filters.page} onPage={filters.toPage} />
    </>
  );
}
