import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { largestPage } from '../../../../domain/limits.ts';
import type { Invitation, NewInvitation } from '../../../../server/accounts/invitations/contract.ts';
import { groupList, invitationList, withdrawInvitation } from '../../../api/accounts/accounts.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { InvitationList } from './invitation-list.tsx';
import { LinkDialog } from './link-dialog.tsx';

const limit = 50;

export function InvitationsPage() {
  const queryClient = useQueryClient();
  const { page, toPage } = useFilters([]);
  const invitations = useQuery(invitationList({ limit, offset: (page - 1) * limit }));
  const groups = useQuery(groupList({ limit: largestPage }));
  const dialog = useDialog(['invite']);
  const [made, setMade] = useState<NewInvitation | null>(null);
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  return (
    <>
      <InvitationList
        invitations={invitations.data ?? null}
        error={invitations.error}
        onRetry={() => invitations.refetch()}
        limit={limit}
        page={page}
        onPage={toPage}
        onInvite={() => dialog.open('invite')}
        onWithdraw={setWithdrawn}
      />
      {dialog.name === 'invite' && !groups.isPending ? (
        <InvitationDialog
          groups={groups.data?.items ?? []}
          onClose={dialog.close}
          onInvited={(invited) => {
            setMade(invited);
            dialog.close();
          }}
        />
      ) : null}
      {made === null ? null : <LinkDialog made={made} onClose={() => setMade(null)} />}
      {withdrawn === null ? null : (
        <ConfirmDialog
          title={t('administration.withdraw_this_invitation')}
          confirm={t('administration.withdraw_invitation')}
          onConfirm={() => withdrawInvitation(queryClient, withdrawn.id)}
          onClose={() => setWithdrawn(null)}
        >
          <div>
            {rich('administration.link_stops_working', {
              email: (
                <strong>
                  <Name>{withdrawn.email}</Name>
                </strong>
              ),
            })}
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}
