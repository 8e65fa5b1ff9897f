import { Button, Group, Menu, Paper, Stack, Table, Text, UnstyledButton } from '@mantine/core';
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
import { t } from '../../../words.ts';
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
      {t('administration.new_group')}
    </Button>
  );
  return (
    <Stack gap="sm">
      <title>{t('administration.groups_damson')}</title>
      <Group gap="sm" justify="space-between">
        <SearchField
          aria-label={t('administration.search_groups')}
          placeholder={t('shared.name')}
          value={filters.values.q}
          onSearch={(q) => filters.set({ q })}
        />
        {create}
      </Group>
      {error !== null && groups === null ? (
        <ProblemNote error={error} what={t('administration.list_of_groups')} onRetry={onRetry} />
      ) : groups === null ? (
        <SkeletonRows />
      ) : groups.items.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title={
            filters.active
              ? t('administration.no_group_matches')
              : t('administration.there_are_no_groups_yet')
          }
          hint={
            filters.active
              ? t('administration.change_the_search_to_see_the')
              : t('administration.a_group_adds_permissions_to_those')
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
          <SortHead label={t('shared.name')} column="name" order={order} />
          <Table.Th>{t('administration.permissions_it_adds')}</Table.Th>
          <SortHead
            label={t('shared.members')}
            column="members"
            order={order}
            className={styles.steady as string}
          />
          <Table.Th w={44}>
            <span className={styles.unseen}>{t('shared.actions')}</span>
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
                    {t('administration.adds_more_than_you_hold')}
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
                  {t('administration.none')}
                </Text>
              ) : (
                <Text size="sm">
                  {group.permissions.map((permission) => t(`permissions.name.${permission}`)).join(' · ')}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{group.member_ids.length}</Table.Td>
            <Table.Td>
              <RowMenu of={group.name} isEmpty={!mayHandOn(me, group.permissions)}>
                <Menu.Item
                  leftSection={<IconPencil size={15} aria-hidden />}
                  onClick={() => onOpen('edit', group)}
                >
                  {t('shared.edit')}
                </Menu.Item>
                <Menu.Item
                  c="var(--mantine-color-error)"
                  leftSection={<IconTrash size={15} aria-hidden />}
                  onClick={() => onOpen('delete', group)}
                >
                  {t('shared.delete')}
                </Menu.Item>
              </RowMenu>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
