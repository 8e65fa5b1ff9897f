import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { largestPage } from '../../../../domain/limits.ts';
import type { Role } from '../../../../domain/permissions.ts';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import {
  deleteUser,
  groupList,
  readUser,
  resetSecondFactor,
  userList,
} from '../../../api/accounts/accounts.ts';
import { useUser } from '../../../api/connection/session.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { useRememberedView } from '../../../ui/filters/use-remembered-view.ts';
import { toKnownOrder } from '../../../ui/lists/list-order.ts';
import { readAll } from '../../../ui/lists/read-all.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { mayHandOn } from './grants.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UserList } from './user-list.tsx';

const limit = 50;
const viewNames = ['q', 'role', 'is_active', 'sort', 'order'] as const;
const sortColumns = ['display_name', 'email', 'role', 'last_login_at', 'is_active'] as const;

export function UsersPage() {
  const me = useUser();
  const queryClient = useQueryClient();
  useRememberedView(viewNames);
  const filters = useFilters(viewNames);
  const { q, role, is_active, ...order } = filters.values;
  const listOf = (page: { limit: number; offset: number }) =>
    userList({
      q,
      ...toKnownOrder(order, sortColumns),
      ...(role ? { role: role as Role } : {}),
      ...(is_active ? { is_active: is_active as 'true' | 'false' } : {}),
      ...page,
    });
  const users = useQuery({
    ...listOf({ limit, offset: (filters.page - 1) * limit }),
    placeholderData: keepPreviousData,
  });
  const groups = useQuery(groupList({ limit: largestPage }));
  const dialog = useDialog(['create', 'edit', 'password', 'sessions'], {
    list: { items: users.data?.items, read: readUser },
  });
  const [deleted, setDeleted] = useState<ManagedUser | null>(null);
  const [reset, setReset] = useState<ManagedUser | null>(null);
  const touched = dialog.item?.may_change === true ? dialog.item : null;
  return (
    <>
      <UserList
        users={users.data ?? null}
        isStale={users.isPlaceholderData}
        readAll={() => readAll((page) => queryClient.fetchQuery(listOf(page)))}
        error={users.error}
        onRetry={() => users.refetch()}
        me={me}
        filters={filters}
        limit={limit}
        groups={groups.data?.items.filter(({ permissions }) => mayHandOn(me, permissions)) ?? []}
        onCreate={() => dialog.open('create')}
        onOpen={(what, user) => {
          if (what === 'delete') setDeleted(user);
          else if (what === 'second factor') setReset(user);
          else dialog.open(what, user);
        }}
      />
      {!groups.isPending && (dialog.name === 'create' || (dialog.name === 'edit' && touched !== null)) ? (
        <UserDialog
          user={dialog.name === 'edit' ? touched : null}
          groups={groups.data?.items ?? []}
          onClose={dialog.close}
        />
      ) : null}
      {dialog.name === 'password' && touched !== null && touched.id !== me.id ? (
        <PasswordDialog user={touched} onClose={dialog.close} />
      ) : null}
      {dialog.name === 'sessions' && touched !== null ? (
        <SessionsDialog user={touched} onClose={dialog.close} />
      ) : null}
      {reset !== null ? (
        <ConfirmDialog
          title={t('administration.reset_the_second_factor_2')}
          confirm={t('administration.reset')}
          onConfirm={() => resetSecondFactor(queryClient, reset.id)}
          onClose={() => setReset(null)}
        >
          <div>
            {rich('administration.user_is_signed_out_everywhere', {
              name: (
                <strong>
                  <Name>{reset.display_name}</Name>
                </strong>
              ),
              email: <Name>{reset.email}</Name>,
            })}
          </div>
        </ConfirmDialog>
      ) : null}
      {deleted !== null ? (
        <ConfirmDialog
          title={t('administration.delete_this_user')}
          confirm={t('administration.delete_user')}
          onConfirm={() => deleteUser(queryClient, deleted.id)}
          onClose={() => setDeleted(null)}
        >
          <div>
            {rich('administration.user_will_be_deleted', {
              name: (
                <strong>
                  <Name>{deleted.display_name}</Name>
                </strong>
              ),
              email: <Name>{deleted.email}</Name>,
            })}
          </div>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
