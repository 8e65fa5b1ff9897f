import { Button, Code, Group, Menu, Paper, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import type { Group as UserGroup } from '../../../../server/accounts/groups/contract.ts';
import type { User } from '../../../../server/accounts/users/contract.ts';
import type { Paged } from '../../../api/connection/http.ts';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import type { useFilters } from '../../../ui/filters/use-filters.ts';
import { toListOrder } from '../../../ui/lists/list-order.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { type ListOrder, SortHead } from '../../../ui/lists/sort-head.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import styles from '../administration.module.css';
import { mayHandOn } from '../users/grants.ts';

type Props = {
  groups: Paged<UserGroup> | null;
  me: User;
  error: Error | null;
  onRetry: () => void;
  filters: ReturnType<typeof useFilters<'q' | 'sort' | 'order'>>;
  limit: number;
  onCreate: () => void;
  onOpen: (what: 'edit' | 'delete', group: UserGroup) => void;
};

export function GroupList({ groups, me, error, onRetry, filters, limit, onCreate, onOpen }: Props) {
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New group
    </Button>
  );
  return (
    <Stack gap="sm">
      <title>Groups · Damson</title>
      <Group gap="sm" justify="space-between">
        <SearchField
          aria-label="Search groups"
          placeholder="Name"
          value={filters.values.q}
          onSearch={(q) => filters.set({ q })}
        />
        {create}
      </Group>
      {error !== null && groups === null ? (
        <ProblemNote error={error} what="list of groups" onRetry={onRetry} />
      ) : groups === null ? (
        <SkeletonRows />
      ) : groups.items.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title={filters.active ? 'No group matches' : 'There are no groups yet'}
          hint={
            filters.active
              ? 'Change the search to see the others.'
              : 'A group adds permissions to those of its members’ roles, for example a SOC lead who may create missions.'
          }
        />
      ) : (
        <>
          <Paper withBorder className={styles.scroll}>
            <GroupTable groups={groups.items} me={me} order={toListOrder(filters)} onOpen={onOpen} />
          </Paper>
          <Pager total={groups.total} limit={limit} page={filters.page} onPage={filters.toPage} />
        </>
      )}
    </Stack>
  );
}

function GroupTable({
  groups,
  me,
  order,
  onOpen,
}: {
  groups: readonly UserGroup[];
  me: User;
  order: ListOrder;
  onOpen: Props['onOpen'];
}) {
  return (
    <Table verticalSpacing={6} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <SortHead label="Name" column="name" order={order} />
          <Table.Th>Permissions it adds</Table.Th>
          <SortHead label="Members" column="members" order={order} className={styles.steady as string} />
          <Table.Th w={44}>
            <span className={styles.unseen}>Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Table.Tr key={group.id}>
            <Table.Td className={styles.breakable}>
              {mayHandOn(me, group.permissions) ? (
                <UnstyledButton data-printed className={styles.rowLink} onClick={() => onOpen('edit', group)}>
                  <Name>{group.name}</Name>
                </UnstyledButton>
              ) : (
                <>
                  <Name>{group.name}</Name>
                  <Text span size="xs" c="dimmed">
                    {' '}
                    adds more than you hold
                  </Text>
                </>
              )}
              {group.description === '' ? null : (
                <Text size="xs" c="dimmed" lineClamp={2}>
                  <Name>{group.description}</Name>
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              {group.permissions.length === 0 ? (
                <Text span size="sm" c="dimmed">
                  none
                </Text>
              ) : (
                <Group gap={4}>
                  {group.permissions.map((permission) => (
                    <Code key={permission}>{permission}</Code>
                  ))}
                </Group>
              )}
            </Table.Td>
            <Table.Td>{group.member_ids.length}</Table.Td>
            <Table.Td>
              <RowMenu of={group.name} isEmpty={!mayHandOn(me, group.permissions)}>
                <Menu.Item
                  leftSection={<IconPencil size={15} aria-hidden />}
                  onClick={() => onOpen('edit', group)}
                >
                  Edit
                </Menu.Item>
                <Menu.Item
                  c="var(--mantine-color-error)"
                  leftSection={<IconTrash size={15} aria-hidden />}
                  onClick={() => onOpen('delete', group)}
                >
                  Delete
                </Menu.Item>
              </RowMenu>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
