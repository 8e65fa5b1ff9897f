import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { endSessionsOf, sessionsOf } from '../../../api/accounts/accounts.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { danger } from '../../../ui/dialogs/danger.ts';
import { DialogFoot } from '../../../ui/forms/form.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { SessionTable } from '../sessions/session-table.tsx';

/** A user's sessions, which can be ended all at once. */
export function SessionsDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsOf(user.id));
  const [isAsking, setAsking] = useState(false);
  return (
    <Modal opened onClose={onClose} title={t('administration.sessions')} size="lg">
      <Stack gap="sm">
        <Text size="sm">
          {rich('administration.where_signed_in', {
            name: (
              <strong>
                <Name>{user.display_name}</Name>
              </strong>
            ),
          })}
        </Text>
        {sessions.error === null ? null : (
          <ProblemNote
            error={sessions.error}
            what={t('administration.list_of_sessions')}
            onRetry={() => sessions.refetch()}
          />
        )}
        {sessions.data === undefined ? (
          sessions.error === null ? (
            <SkeletonRows rows={2} />
          ) : null
        ) : sessions.data.items.length === 0 ? (
          <Text size="sm" c="dimmed" role="status">
            {t('administration.nowhere_at_present')}
          </Text>
        ) : (
          <SessionTable sessions={sessions.data.items} />
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('shared.close')}
          </Button>
          <Button
            {...danger}
            disabled={sessions.data === undefined || sessions.data.items.length === 0}
            onClick={() => setAsking(true)}
          >
            {t('administration.end_all_sessions')}
          </Button>
        </DialogFoot>
      </Stack>
      {isAsking ? (
        <ConfirmDialog
          title={t('administration.end_all_sessions_of_this_user')}
          confirm={t('administration.end_all_sessions')}
          onConfirm={() => endSessionsOf(queryClient, user.id)}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            {rich('administration.signed_out_everywhere', {
              name: (
                <strong>
                  <Name>{user.display_name}</Name>
                </strong>
              ),
              count: sessions.data?.items.length ?? 0,
            })}
          </Text>
        </ConfirmDialog>
      ) : null}
    </Modal>
  );
}
