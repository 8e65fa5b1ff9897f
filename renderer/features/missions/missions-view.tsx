import { Anchor, Button, Group, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconFilterOff, IconPlus, IconTarget } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MissionListItem, MissionStatus } from '../../../server/missions/contract.ts';
import type { Paged } from '../../api/http.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Name } from '../../ui/name.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { DateRange } from '../../ui/time.tsx';
import { MissionStatusBadge } from './badges.tsx';
import { Progress } from './progress.tsx';
import { missionStatuses, missionStatusName } from './statuses.ts';

type Props = {
  missions: Paged<MissionListItem> | undefined;
  error: Error | null;
  isStale: boolean;
  onRetry: () => void;
  filter: { q: string; client: string | null; status: MissionStatus | null };
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

export function MissionsView(props: Props) {
  const { missions, onCreate } = props;
  const create = onCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New mission
    </Button>
  ) : null;
  return (
    <Stack gap="sm">
      <PageHead title="Missions" actions={create} />
      <Filters {...props} />
      {props.error && !missions ? (
        <ProblemNote error={props.error} what="list of missions" onRetry={props.onRetry} />
      ) : missions === undefined ? (
        <Waiting />
      ) : missions.items.length > 0 ? (
        <Missions {...props} missions={missions} />
      ) : props.isFiltered || props.page > 1 ? (
        <EmptyState
          icon={IconFilterOff}
          title="No mission passes these filters"
          action={
            <Button variant="default" onClick={props.onClear}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={IconTarget}
          title="No missions yet"
          hint={
            onCreate
              ? 'A mission is an exercise in progress: it copies tests from scenario templates, red executes them, blue reviews them.'
              : 'You will find a mission here as soon as somebody makes you a member of it.'
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
        data={missionStatuses.map((value) => ({ value, label: missionStatusName[value] }))}
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

function Missions({
  missions,
  isStale,
  page,
  pageSize,
  onPage,
}: Props & { missions: Paged<MissionListItem> }) {
  return (
    <>
      <Table.ScrollContainer minWidth={760}>
        <Table verticalSpacing={6} highlightOnHover layout="fixed" opacity={isStale ? 0.6 : 1}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Mission</Table.Th>
              <Table.Th w="18%">Client</Table.Th>
              <Table.Th w={120}>Status</Table.Th>
              <Table.Th w={190}>Dates</Table.Th>
              <Table.Th w="18%">Progress</Table.Th>
              <Table.Th w={90} ta="right">
                Members
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {missions.items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>
                  <Anchor component={Link} to={`/missions/${item.id}`} fw={500} size="sm" display="block">
                    <Name line>{item.name}</Name>
                  </Anchor>
                </Table.Td>
                <Table.Td>{item.client ? <Name line>{item.client}</Name> : null}</Table.Td>
                <Table.Td>
                  <MissionStatusBadge status={item.status} />
                </Table.Td>
                <Table.Td>
                  <DateRange from={item.start_date} to={item.end_date} />
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <Progress counts={item.counts} />
                    <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                      {item.counts.tests - item.counts.pending} / {item.counts.tests}
                    </Text>
                  </Group>
                </Table.Td>
                <Table.Td ta="right" title={item.members.map(({ user }) => user.display_name).join(', ')}>
                  {item.members.length}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager total={missions.total} limit={pageSize} page={page} onPage={onPage} />
    </>
  );
}

function Waiting() {
  return (
    <Stack gap={8} aria-busy="true" aria-label="Loading missions">
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} height={30} />
      ))}
    </Stack>
  );
}
