import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type EngagementStatus, isClosed, seesEveryEngagement } from '../../../domain/engagements.ts';
import { redRoles } from '../../../domain/sides.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import type { MemberInput } from '../../../server/missions/contract.ts';
import { useUser } from '../../api/connection/session.ts';
import {
  changeEngagement,
  deleteEngagement,
  engagement as engagementQuery,
  replaceEngagementMembers,
} from '../../api/engagements/engagements.ts';
import { engagementSimulations } from '../../api/engagements/simulations.ts';
import { rich } from '../../rich.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { useFilters } from '../../ui/filters/use-filters.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { PrintSheet } from '../../ui/print/print-sheet.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { MembersDialog } from '../missions/members/members-dialog.tsx';
import { CreateSimulationDialog } from '../simulations/create-simulation-dialog.tsx';
import { EngagementDialog } from './engagement-dialog.tsx';
import { EngagementSheet } from './engagement-sheet.tsx';
import { EngagementSkeleton, EngagementView } from './engagement-view.tsx';
import { simulationFilters } from './filter-simulations.ts';

/** Whether someone who saves these members will no longer see the engagement. */
function isLeaving({ id, role }: Pick<User, 'id' | 'role'>, members: readonly MemberInput[]): boolean {
  const isMember = members.length === 0 || members.some(({ user_id }) => user_id === id);
  return !isMember && !seesEveryEngagement(role);
}

/** Interval after which the other side's work appears without a reload. */
const readAgainEveryMs = 15_000;

export function EngagementPage() {
  const { engagementId = '' } = useParams();
  const me = useUser();
  const queryClient = useQueryClient();
  const go = useGo();
  const filters = useFilters(simulationFilters);
  const mayWrite = redRoles.includes(me.role);
  const dialog = useDialog(['edit', 'members', 'simulation'], { may: mayWrite });
  const [confirming, setConfirming] = useState<'delete' | 'close' | null>(null);
  const live = {
    refetchInterval: readAgainEveryMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  } as const;
  const engagement = useQuery({ ...engagementQuery(engagementId), ...live });
  const simulations = useQuery({ ...engagementSimulations(engagementId), ...live });
  if (engagement.data === undefined) {
    if (engagement.error === null) return <EngagementSkeleton />;
    return (
      <ProblemNote
        error={engagement.error}
        what={t('engagements.engagement')}
        onRetry={() => engagement.refetch()}
      />
    );
  }
  const shown = engagement.data;
  const setStatus = (status: EngagementStatus) => changeEngagement(queryClient, engagementId, { status });
  const left = shown.counts.simulations - shown.counts.done;
  return (
    <>
      <EngagementView
        engagement={shown}
        simulations={simulations.data}
        error={simulations.error}
        onRetry={() => simulations.refetch()}
        filter={filters.values}
        onFilter={filters.set}
        actions={
          mayWrite
            ? {
                create: () => dialog.open('simulation'),
                edit: () => dialog.open('edit'),
                members: () => dialog.open('members'),
                remove: () => setConfirming('delete'),
                setStatus: (status) => {
                  if (isClosed(status) && left > 0) setConfirming('close');
                  else {
                    setStatus(status).catch((error: Error) =>
                      notifications.show({
                        color: 'red',
                        title: t('engagements.the_engagement_stayed_as_it_was'),
                        message: error.message,
                      }),
                    );
                  }
                },
              }
            : null
        }
      />
      <PrintSheet>
        {() => <EngagementSheet engagement={shown} simulations={simulations.data ?? []} />}
      </PrintSheet>
      {dialog.name === 'edit' ? (
        <EngagementDialog engagement={shown} onClose={dialog.close} onSaved={dialog.close} />
      ) : null}
      {dialog.name === 'members' ? (
        <MembersDialog
          draft={`engagement-members.${engagementId}`}
          known={shown.members}
          hint={t('engagements.once_it_has_members')}
          save={async (members) => {
            await replaceEngagementMembers(queryClient, engagementId, members);
            if (isLeaving(me, members)) await go('/engagements');
          }}
          leaving={(members) => (isLeaving(me, members) ? t('engagements.you_leave_this_engagement') : null)}
          onClose={dialog.close}
        />
      ) : null}
      {dialog.name === 'simulation' ? (
        <CreateSimulationDialog
          engagementId={engagementId}
          onClose={dialog.close}
          onCreated={(made) => dialog.leaveFor(`/engagements/${engagementId}/simulations/${made.id}`)}
        />
      ) : null}
      {confirming === 'close' ? (
        <ConfirmDialog
          title={t('engagements.complete_this_engagement')}
          confirm={t('engagements.complete_engagement')}
          isDestructive={false}
          onConfirm={() => setStatus('closed')}
          onClose={() => setConfirming(null)}
        >
          <Text size="sm">
            {rich('engagements.left_of_its_simulations_simulations_left', {
              left,
              simulations: shown.counts.simulations,
            })}
          </Text>
        </ConfirmDialog>
      ) : null}
      {confirming === 'delete' ? (
        <ConfirmDialog
          title={t('engagements.delete_this_engagement')}
          confirm={t('engagements.delete_engagement')}
          onConfirm={() => deleteEngagement(queryClient, engagementId, () => go('/engagements'))}
          onClose={() => setConfirming(null)}
        >
          <Text size="sm">
            {rich('engagements.b_will_be_gone_for_good', {
              b: (
                <b>
                  <Name>{shown.name}</Name>
                </b>
              ),
              simulations: shown.counts.simulations,
            })}
          </Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
