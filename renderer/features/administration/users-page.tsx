import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../server/accounts/contract.ts';
import type { Role } from '../../../server/permissions.ts';
import { deleteUser, groupList, groupsKey, userList, usersKey } from '../../api/accounts.ts';
import { useUser } from '../../api/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Name } from '../../ui/name.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UsersView } from './users-view.tsx';

const limit = 50;
type Open = { what: 'create' } | { what: 'edit' | 'password' | 'delete'; user: User } | null;

export function Component() {
  const me = useUser();
  const queryClient = useQueryClient();
  const filters = useFilters(['q', 'role', 'is_active']);
  const { q, role, is_active } = filters.values;
  const users = useQuery({
    ...userList({
      q,
      ...(role ? { role: role as Role } : {}),
      ...(is_active ? { is_active: is_active as 'true' | 'false' } : {}),
      limit,
      offset: (filters.page - 1) * limit,
    }),
    placeholderData: keepPreviousData,
  });
  const groups = useQuery(groupList({ limit: 200 }));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: usersKey }),
      queryClient.invalidateQueries({ queryKey: groupsKey }),
    ]);
  return (
    <>
      <UsersView
        users={users.data ?? null}
        error={users.error}
        onRetry={() => users.refetch()}
        me={me}
        filters={filters}
        limit={limit}
        onCreate={() => setOpen({ what: 'create' })}
        onOpen={(what, user) => setOpen({ what, user })}
      />
      {open?.what === 'create' || open?.what === 'edit' ? (
        <UserDialog
          user={open.what === 'edit' ? open.user : null}
          groups={groups.data?.items ?? []}
          isMe={open.what === 'edit' && open.user.id === me.id}
          onClose={close}
          onSaved={renew}
        />
      ) : null}
      {open?.what === 'password' ? <PasswordDialog user={open.user} onClose={close} /> : null}
      {open?.what === 'delete' ? (
        <ConfirmDialog
          title="Delete this user?"
          confirm="Delete user"
          onConfirm={() => deleteUser(open.user.id).then(renew)}
          onClose={close}
        >
          <div>
            <strong>
              <Name>{open.user.display_name}</Name>
            </strong>{' '}
            (<Name>{open.user.email}</Name>) will be deleted and signed out everywhere at once. What they
            recorded stays, without their name.
          </div>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
