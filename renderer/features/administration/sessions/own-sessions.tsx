import { Paper, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedSession } from '../../../../server/accounts/sessions/contract.ts';
import { endSession, ownSessions } from '../../../api/accounts/accounts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { SessionTable } from './session-table.tsx';

/** One's own sessions, which can be ended from here. */
export function OwnSessions() {
  const queryClient = useQueryClient();
  const sessions = useQuery(ownSessions);
  const [ending, setEnding] = useState<ListedSession | null>(null);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="sessions-title">
      <Title order={2} id="sessions-title" mb="sm">
        {t('administration.sessions')}
      </Title>
      {sessions.data !== undefined ? (
        <SessionTable sessions={sessions.data.items} onEnd={setEnding} />
      ) : sessions.error === null ? (
        <SkeletonRows rows={2} />
      ) : (
        <ProblemNote
          error={sessions.error}
          what={t('administration.list_of_sessions')}
          onRetry={() => sessions.refetch()}
        />
      )}
      {ending === null ? null : (
        <ConfirmDialog
          title={t('administration.end_this_session')}
          confirm={t('administration.end_session')}
          onConfirm={() => endSession(queryClient, ending.id)}
          onClose={() => setEnding(null)}
        >
          <Text size="sm">
            {t('administration.session_is_signed_out', {
              has_client: ending.client !== null,
              client: ending.client ?? '',
              has_address: ending.address !== null,
              address: ending.address ?? '',
            })}
          </Text>
        </ConfirmDialog>
      )}
    </Paper>
  );
}
