import { Anchor, Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { IconFilterOff, IconPlus, IconSwords } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Engagement, EngagementStatus } from '../../../server/engagements/contract.ts';
import type { Paged } from '../../api/http.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Name } from '../../ui/name.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { DateRange } from '../../ui/time.tsx';
import { engagementStatuses, engagementStatusName } from './engagement-status.ts';
import { EngagementStatusBadge } from './engagement-status-badge.tsx';
import { SimulationProgress } from './simulation-progress.tsx';

type Props = {
  engagements: Paged<Engagement> | undefined;
  error: Error | null;
  isStale: boolean;
  onRetry: () => void;
  filter: { q: string; client: string | null; status: EngagementStatus | null };
  isFiltered: boolean;
  clients: string[];
  page: number;
  pageSize: number;
  onFilter: (change: { q?: string | null; client?: string | null; status?: string | null }) => void;
  onPage: (page: number) => void;
  onClear: () => void;
  /** Null for whoever may not. */
  onCreate: (() => void) | null;
};

export function EngagementsView(props: Props) {
  const { engagements, onCreate } = props;
  const create = onCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New engagement
    </Button>
  ) : null;
  return (
    <Stack gap="sm">
      <PageHead title="Engagements" actions={create} />
      <Filters {...props} />
      {props.error && !engagements ? (
        <ProblemNote error={props.error} what="list of engagements" onRetry={props.onRetry} />
      ) : engagements === undefined ? (
        <SkeletonRows />
      ) : engagements.items.length > 0 ? (
        <Engagements {...props} engagements={engagements} />
      ) : props.isFiltered || props.page > 1 ? (
        <EmptyState
          icon={IconFilterOff}
          title="No engagement passes these filters"
          action={
            <Button variant="default" onClick={props.onClear}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={IconSwords}
          title="No engagements yet"
          hint={
            onCreate
              ? 'An engagement holds simulations: red runs them, by hand or from a C2 framework, and the SOC reviews each.'
              : 'The red team makes engagements; its simulations appear here for you to review.'
          }
          action={create}
        />
      )}
    </Stack>
  );
}

function Filters({ filter, isFiltered, clients, onFilter, onClear }: Props) {
  return (
    <Group gap="xs" role="search">
      <SearchField
        aria-label="Search in name and client"
        placeholder="Search name and client"
        value={filter.q}
        onSearch={(q) => onFilter({ q })}
        w={260}
      />
      <Select
        aria-label="Client"
        placeholder="Any client"
        data={clients}
        value={filter.client}
        onChange={(client) => onFilter({ client })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any client' }}
        nothingFoundMessage="No such client"
        w={200}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        data={engagementStatuses.map((value) => ({ value, label: engagementStatusName[value] }))}
        value={filter.status}
        onChange={(status) => onFilter({ status })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        w={150}
      />
      {isFiltered ? (
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </Group>
  );
}

function Engagements({
  engagements,
  isStale,
  page,
  pageSize,
  onPage,
}: Props & { engagements: Paged<Engagement> }) {
  return (
    <>
      <Table.ScrollContainer minWidth={700}>
        <Table verticalSpacing={6} highlightOnHover layout="fixed" opacity={isStale ? 0.6 : 1}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Engagement</Table.Th>
              <Table.Th w="20%">Client</Table.Th>
              <Table.Th w={120}>Status</Table.Th>
              <Table.Th w={190}>Dates</Table.Th>
              <Table.Th w="22%">Simulations done</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {engagements.items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>
                  <Anchor component={Link} to={`/engagements/${item.id}`} fw={500} size="sm" display="block">
                    <Name line>{item.name}</Name>
                  </Anchor>
                </Table.Td>
                <Table.Td>{item.client ? <Name line>{item.client}</Name> : null}</Table.Td>
                <Table.Td>
                  <EngagementStatusBadge status={item.status} />
                </Table.Td>
                <Table.Td>
                  <DateRange from={item.start_date} to={item.end_date} />
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <SimulationProgress counts={item.counts} />
                    <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                      {item.counts.done} / {item.counts.simulations}
                    </Text>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager total={engagements.total} limit={pageSize} page={page} onPage={onPage} />
    </>
  );
}
