import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { endSessionsOf, sessionsOf } from '../../../api/accounts/accounts.ts';
import { danger } from '../../../ui/dialogs/danger.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { SessionTable } from '../sessions/session-table.tsx';

/** Where a user is signed in, and the end of all of it. */
export function SessionsDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsOf(user.id));
  const ending = useMutation({ mutationFn: () => endSessionsOf(queryClient, user.id) });
  const problem = ending.error ?? sessions.error;
  return (
    <Modal opened onClose={onClose} title="Sessions" size="lg">
      <Stack gap="sm">
        <Text size="sm">
          Where{' '}
          <strong>
            <Name>{user.display_name}</Name>
          </strong>{' '}
          is signed in.
        </Text>
        {problem === null ? null : (
          <ProblemNote error={problem} what="list of sessions" onRetry={() => sessions.refetch()} />
        )}
        {sessions.data === undefined ? (
          sessions.error === null ? (
            <SkeletonRows rows={2} />
          ) : null
        ) : sessions.data.items.length === 0 ? (
          <Text size="sm" c="dimmed" role="status">
            Nowhere at present.
          </Text>
        ) : (
          <SessionTable sessions={sessions.data.items} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            {...danger}
            disabled={sessions.data === undefined || sessions.data.items.length === 0}
            loading={ending.isPending}
            onClick={() => ending.mutate()}
          >
            End all sessions
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
