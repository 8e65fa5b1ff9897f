import { Paper, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedSession } from '../../../../server/accounts/sessions/contract.ts';
import { endSession, ownSessions } from '../../../api/accounts/accounts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { SessionTable } from './session-table.tsx';

/** Where one is signed in, and the end of a session that one has left somewhere. */
export function OwnSessions() {
  const queryClient = useQueryClient();
  const sessions = useQuery(ownSessions);
  const [ending, setEnding] = useState<ListedSession | null>(null);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="sessions-title">
      <Title order={2} id="sessions-title" mb="sm">
        Sessions
      </Title>
      {sessions.data !== undefined ? (
        <SessionTable sessions={sessions.data.items} onEnd={setEnding} />
      ) : sessions.error === null ? (
        <SkeletonRows rows={2} />
      ) : (
        <ProblemNote error={sessions.error} what="list of sessions" onRetry={() => sessions.refetch()} />
      )}
      {ending === null ? null : (
        <ConfirmDialog
          title="End this session?"
          confirm="End session"
          onConfirm={() => endSession(queryClient, ending.id)}
          onClose={() => setEnding(null)}
        >
          <Text size="sm">
            {ending.client ?? 'An unknown client'} at {ending.address ?? 'an unknown address'} is signed out
            at once. If you don’t know it, change your password too.
          </Text>
        </ConfirmDialog>
      )}
    </Paper>
  );
}
