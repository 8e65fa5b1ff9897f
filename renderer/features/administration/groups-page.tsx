import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '../../../server/accounts/contract.ts';
import { deleteGroup, groupList, groupsKey, permissionList, usersKey } from '../../api/accounts.ts';
import { useUser } from '../../api/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Name } from '../../ui/name.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupsView } from './groups-view.tsx';

const limit = 50;
type Open = { what: 'create' } | { what: 'edit' | 'delete'; group: Group } | null;

export function Component() {
  const queryClient = useQueryClient();
  const filters = useFilters(['q']);
  const groups = useQuery(groupList({ q: filters.values.q, limit, offset: (filters.page - 1) * limit }));
  const permissions = useQuery(permissionList);
  const [open, setOpen] = useState<Open>(null);
  const me = useUser();
  const close = () => setOpen(null);
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: groupsKey }),
      queryClient.invalidateQueries({ queryKey: usersKey }),
    ]);
  return (
    <>
      <GroupsView
        groups={groups.data ?? null}
        me={me}
        error={groups.error}
        onRetry={() => groups.refetch()}
        filters={filters}
        limit={limit}
        onCreate={() => setOpen({ what: 'create' })}
        onOpen={(what, group) => setOpen({ what, group })}
      />
      {open?.what === 'create' || open?.what === 'edit' ? (
        <GroupDialog
          group={open.what === 'edit' ? open.group : null}
          permissions={permissions.data ?? null}
          onClose={close}
          onSaved={renew}
        />
      ) : null}
      {open?.what === 'delete' ? (
        <ConfirmDialog
          title="Delete this group?"
          confirm="Delete group"
          onConfirm={() => deleteGroup(open.group.id).then(renew)}
          onClose={close}
        >
          <div>
            <strong>
              <Name>{open.group.name}</Name>
            </strong>{' '}
            will be deleted. Its {countOf(open.group.member_ids.length, 'member')} at once lose what only this
            group allows them.
          </div>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const countOf = (n: number, what: string) => `${n} ${n === 1 ? what : `${what}s`}`;
