import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { endSessionsOf, sessionsOf } from '../../../api/accounts/accounts.ts';
import { rich } from '../../../rich.ts';
import { danger } from '../../../ui/dialogs/danger.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { SessionTable } from '../sessions/session-table.tsx';

/** Where a user is signed in, and the end of all of it. */
export function SessionsDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsOf(user.id));
  const ending = useMutation({ mutationFn: () => endSessionsOf(queryClient, user.id) });
  const problem = ending.error ?? sessions.error;
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
        {problem === null ? null : (
          <ProblemNote
            error={problem}
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shared.close')}
          </Button>
          <Button
            {...danger}
            disabled={sessions.data === undefined || sessions.data.items.length === 0}
            loading={ending.isPending}
            onClick={() => ending.mutate()}
          >
            {t('administration.end_all_sessions')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
