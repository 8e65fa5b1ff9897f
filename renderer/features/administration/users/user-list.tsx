import { Badge, Button, Group, Menu, Paper, Select, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import {
  IconDevices,
  IconKey,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Group as UserGroup } from '../../../../server/accounts/groups/contract.ts';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
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
import { roleChoices } from '../../../ui/people/role-words.ts';
import { SelectAllHead, SelectCell, SelectionBar } from '../../../ui/selection/selection.tsx';
import { useSelection } from '../../../ui/selection/use-selection.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { formatList, t } from '../../../words.ts';
import styles from '../administration.module.css';
import { UserBulk } from './user-bulk.tsx';

export type UserAction = 'edit' | 'password' | 'sessions' | 'second factor' | 'delete';

type Props = {
  users: Paged<ManagedUser> | null;
  isStale: boolean;
  readAll: () => Promise<readonly ManagedUser[]>;
  error: Error | null;
  onRetry: () => void;
  me: Pick<ManagedUser, 'id'>;
  filters: ReturnType<typeof useFilters<'q' | 'role' | 'is_active' | 'sort' | 'order'>>;
  limit: number;
  /** Groups to which the person may add members. */
  groups: readonly UserGroup[];
  onCreate: () => void;
  onOpen: (what: UserAction, user: ManagedUser) => void;
};

export function UserList(props: Props) {
  const { users, error, onRetry, filters, limit, onCreate } = props;
  return (
    <Stack gap="sm">
      <title>{t('administration.users_damson')}</title>
      <Group gap="sm" align="flex-end" role="search">
        <SearchField
          aria-label={t('administration.search_users')}
          placeholder={t('administration.name_or_email')}
          value={filters.values.q}
          onSearch={(q) => filters.set({ q })}
        />
        <Select
          aria-label={t('shared.role')}
          placeholder={t('administration.any_role')}
          clearable
          clearButtonProps={{ 'aria-label': t('administration.any_role') }}
          w={160}
          data={roleChoices()}
          value={filters.values.role || null}
          onChange={(role) => filters.set({ role })}
        />
        <Select
          aria-label={t('shared.state')}
          placeholder={t('administration.any_state')}
          clearable
          clearButtonProps={{ 'aria-label': t('administration.any_state') }}
          w={150}
          data={[
            { value: 'true', label: t('administration.active') },
            { value: 'false', label: t('administration.deactivated') },
          ]}
          value={filters.values.is_active || null}
          onChange={(is_active) => filters.set({ is_active })}
        />
        <Button ml="auto" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={onCreate}>
          {t('administration.new_user')}
        </Button>
      </Group>
      {error !== null && users === null ? (
        <ProblemNote error={error} what={t('administration.list_of_users')} onRetry={onRetry} />
      ) : users === null ? (
        <SkeletonRows />
      ) : users.items.length === 0 ? (
        <EmptyState
          icon={IconUserOff}
          title={t('administration.no_user_matches')}
          hint={t('administration.change_or_clear_the_filters_to')}
          action={
            <Button variant="default" onClick={filters.clear}>
              {t('administration.clear_the_filters')}
            </Button>
          }
        />
      ) : (
        <>
          <UserTable {...props} users={users} order={toListOrder(filters)} />
          <Pager total={users.total} limit={limit} page={filters.page} onPage={filters.toPage} />
        </>
      )}
    </Stack>
  );
}

type TableProps = Pick<Props, 'isStale' | 'readAll' | 'me' | 'groups' | 'onOpen'> & {
  users: Paged<ManagedUser>;
  order: ListOrder;
};

const mayChange = ({ may_change }: ManagedUser) => may_change;

function UserTable({
  users: { items: users, total },
  isStale,
  readAll,
  me,
  order,
  groups,
  onOpen,
}: TableProps) {
  const shown = useMemo(() => users.filter(mayChange), [users]);
  const selection = useSelection({
    list: 'selected users',
    shown,
    // Some of the others may be unchangeable for this person; their number is unknown.
    total: total - (users.length - shown.length),
    isStale,
    readAll: async () => (await readAll()).filter(mayChange),
  });
  return (
    <>
      <SelectionBar selection={selection} one="user">
        <UserBulk users={selection.selected} me={me} groups={groups} onDone={selection.clear} />
      </SelectionBar>
      <Paper withBorder className={styles.scroll}>
        <Table verticalSpacing={5} highlightOnHover miw={920}>
          <Table.Thead>
            <Table.Tr>
              <SelectAllHead selection={selection} />
              <SortHead label={t('shared.name')} column="display_name" order={order} />
              <SortHead label={t('shared.email')} column="email" order={order} />
              <SortHead label={t('shared.role')} column="role" order={order} />
              <Table.Th>{t('shared.groups')}</Table.Th>
              <SortHead label={t('administration.last_signed_in')} column="last_login_at" order={order} />
              <Table.Th>{t('administration.second_factor')}</Table.Th>
              <SortHead label={t('shared.state')} column="is_active" order={order} />
              <Table.Th w={44}>
                <span className={styles.unseen}>{t('shared.actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((user) => (
              <Table.Tr key={user.id} data-selected={selection.has(user.id) || undefined}>
                {user.may_change ? (
                  <SelectCell selection={selection} item={user} name={user.display_name} />
                ) : (
                  <Table.Td />
                )}
                <Table.Td className={styles.breakable}>
                  {user.may_change ? (
                    <UnstyledButton
                      data-printed
                      className={styles.rowLink}
                      onClick={() => onOpen('edit', user)}
                    >
                      <Name>{user.display_name}</Name>
                    </UnstyledButton>
                  ) : (
                    <Name>{user.display_name}</Name>
                  )}
                  {user.may_change ? null : (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      {t('administration.sees_or_holds_more_than_you')}
                    </Text>
                  )}
                  {user.is_service ? (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      {t('administration.service_account')}
                    </Text>
                  ) : null}
                  {user.id === me.id ? (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      {t('administration.you')}
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td className={styles.breakable}>
                  <Name>{user.email}</Name>
                  {user.signs_in_with.length === 0 ? null : (
                    <Text size="xs" c="dimmed">
                      {t('identities.signs_in_with', {
                        providers: formatList(user.signs_in_with.map(toVisibleText)),
                      })}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{t(`names.role.${user.role}`)}</Table.Td>
                <Table.Td className={styles.breakable}>
                  {user.groups.length === 0 ? (
                    <Text span size="sm" c="dimmed">
                      –
                    </Text>
                  ) : (
                    user.groups.map((group, index) => (
                      <span key={group.id}>
                        {index > 0 ? ', ' : ''}
                        <Name>{group.name}</Name>
                      </span>
                    ))
                  )}
                </Table.Td>
                <Table.Td className={styles.steady}>
                  {user.last_login_at === null ? (
                    <Text span size="sm" c="dimmed">
                      {t('administration.never')}
                    </Text>
                  ) : (
                    <Moment at={user.last_login_at} />
                  )}
                </Table.Td>
                <Table.Td>
                  {user.has_second_factor ? (
                    t('administration.yes')
                  ) : (
                    <Text span size="sm" c="dimmed">
                      –
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  {user.is_active ? (
                    t('administration.active')
                  ) : (
                    <Badge variant="default" size="sm" tt="none">
                      {t('administration.deactivated')}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td>
                  <RowMenu of={user.display_name} isEmpty={!user.may_change}>
                    <Menu.Item
                      leftSection={<IconPencil size={15} aria-hidden />}
                      onClick={() => onOpen('edit', user)}
                    >
                      {t('shared.edit')}
                    </Menu.Item>
                    {user.id === me.id || user.is_service ? null : (
                      <Menu.Item
                        leftSection={<IconKey size={15} aria-hidden />}
                        onClick={() => onOpen('password', user)}
                      >
                        {t('administration.set_a_new_password')}
                      </Menu.Item>
                    )}
                    <Menu.Item
                      leftSection={<IconDevices size={15} aria-hidden />}
                      onClick={() => onOpen('sessions', user)}
                    >
                      {t('administration.sessions')}
                    </Menu.Item>
                    {user.has_second_factor && user.id !== me.id ? (
                      <Menu.Item
                        leftSection={<IconShieldOff size={15} aria-hidden />}
                        onClick={() => onOpen('second factor', user)}
                      >
                        {t('administration.reset_the_second_factor')}
                      </Menu.Item>
                    ) : null}
                    <Menu.Item
                      c="var(--mantine-color-error)"
                      leftSection={<IconTrash size={15} aria-hidden />}
                      onClick={() => onOpen('delete', user)}
                    >
                      {t('shared.delete')}
                    </Menu.Item>
                  </RowMenu>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </>
  );
}
