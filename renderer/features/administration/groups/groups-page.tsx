import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '../../../../server/accounts/groups/contract.ts';
import { deleteGroup, groupList, permissionList, readGroup } from '../../../api/accounts/accounts.ts';
import { useUser } from '../../../api/connection/session.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { useRememberedView } from '../../../ui/filters/use-remembered-view.ts';
import { toKnownOrder } from '../../../ui/lists/list-order.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { mayHandOn } from '../users/grants.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupList } from './group-list.tsx';

const limit = 50;
const viewNames = ['q', 'sort', 'order'] as const;
const sortColumns = ['name', 'members'] as const;

export function GroupsPage() {
  const queryClient = useQueryClient();
  useRememberedView(viewNames);
  const filters = useFilters(viewNames);
  const { q, ...order } = filters.values;
  const groups = useQuery(
    groupList({ q, ...toKnownOrder(order, sortColumns), limit, offset: (filters.page - 1) * limit }),
  );
  const permissions = useQuery(permissionList);
  const dialog = useDialog(['create', 'edit'], { list: { items: groups.data?.items, read: readGroup } });
  const [deleted, setDeleted] = useState<Group | null>(null);
  const me = useUser();
  const edited = dialog.item !== null && mayHandOn(me, dialog.item.permissions) ? dialog.item : null;
  return (
    <>
      <GroupList
        groups={groups.data ?? null}
        me={me}
        error={groups.error}
        onRetry={() => groups.refetch()}
        filters={filters}
        limit={limit}
        onCreate={() => dialog.open('create')}
        onOpen={(what, group) => (what === 'delete' ? setDeleted(group) : dialog.open(what, group))}
      />
      {dialog.name === 'create' || (dialog.name === 'edit' && edited !== null) ? (
        <GroupDialog
          group={dialog.name === 'edit' ? edited : null}
          permissions={permissions.data ?? null}
          onClose={dialog.close}
        />
      ) : null}
      {deleted !== null ? (
        <ConfirmDialog
          title={t('administration.delete_this_group')}
          confirm={t('administration.delete_group')}
          onConfirm={() => deleteGroup(queryClient, deleted.id)}
          onClose={() => setDeleted(null)}
        >
          <div>
            {rich('administration.group_will_be_deleted', {
              name: (
                <strong>
                  <Name>{deleted.name}</Name>
                </strong>
              ),
              count: deleted.member_ids.length,
            })}
          </div>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
