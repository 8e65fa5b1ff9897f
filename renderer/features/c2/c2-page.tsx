import { Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { redRoles } from '../../../domain/sides.ts';
import { useUser } from '../../api/connection/session.ts';
import {
  c2Config,
  callbackList,
  frameworkTasks,
  removeC2Config,
  testC2Config,
} from '../../api/engagements/c2.ts';
import { engagement as engagementQuery } from '../../api/engagements/engagements.ts';
import { rich } from '../../rich.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { EngagementSkeleton } from '../engagements/engagement-view.tsx';
import { C2View } from './c2-view.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { DisconnectedTasks } from './disconnected-tasks.tsx';
import { usePicking } from './use-picking.tsx';

export function C2Page() {
  const { engagementId = '' } = useParams();
  const mayConnect = redRoles.includes(useUser().role);
  const queryClient = useQueryClient();
  const go = useGo();
  const dialog = useDialog(['connect']);
  const [pinned, setPinned] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [page, setPage] = useState(1);
  const engagement = useQuery(engagementQuery(engagementId));
  const config = useQuery({ ...c2Config(engagementId), enabled: mayConnect });
  const isConnected = config.data !== null && config.data !== undefined;
  const callbacks = useQuery({ ...callbackList(engagementId), enabled: isConnected });
  const tasks = useQuery({ ...frameworkTasks(engagementId, page), enabled: isConnected });
  const picking = usePicking(engagementId, () =>
    go(`/engagements/${engagementId}`, `/engagements/${engagementId}/c2`),
  );
  const testing = useMutation({ mutationFn: () => testC2Config(engagementId) });
  const resetTest = () => {
    setPage(1);
    testing.reset();
  };
  const test = () => {
    resetTest();
    // After every change, people first want to see what the new connection can access.
    testing.mutate();
  };
  if (!mayConnect) return <Navigate to={`/engagements/${engagementId}`} replace />;
  if (engagement.data === undefined) {
    if (engagement.error === null) return <EngagementSkeleton />;
    return (
      <ProblemNote error={engagement.error} what={t('c2.engagement')} onRetry={() => engagement.refetch()} />
    );
  }
  return (
    <>
      <C2View
        engagement={engagement.data}
        config={config.data}
        error={config.error}
        onRetry={() => config.refetch()}
        callbacks={{ ...pickResult(callbacks), onRetry: () => callbacks.refetch() }}
        tasks={{ ...pickResult(tasks), onRetry: () => tasks.refetch(), page, onPage: setPage }}
        picking={picking}
        test={{
          result: testing.data ?? null,
          error: testing.error,
          isPending: testing.isPending,
          run: () => testing.mutate(),
          pin: (fingerprint) => {
            setPinned(fingerprint);
            dialog.open('connect');
          },
        }}
        onConnect={() => {
          setPinned(null);
          dialog.open('connect');
        }}
        onDisconnect={() => setLeaving(true)}
      />
      {dialog.name === 'connect' && config.data !== undefined ? (
        <ConnectDialog
          engagementId={engagementId}
          config={config.data}
          pinned={pinned}
          onClose={dialog.close}
          onSaved={() => {
            dialog.close();
            test();
          }}
        />
      ) : null}
      {isLeaving ? (
        <ConfirmDialog
          title={t('c2.disconnect_the_c2_framework')}
          confirm={t('c2.disconnect')}
          onConfirm={() => removeC2Config(queryClient, engagementId).then(resetTest)}
          onClose={() => setLeaving(false)}
        >
          <Stack gap="sm">
            <Text size="sm">
              {rich('c2.the_address_and_the_stored_token', { name: <Name>{engagement.data.name}</Name> })}
            </Text>
            <DisconnectedTasks engagementId={engagementId} />
          </Stack>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function pickResult<T>({ data, error }: { data: T | undefined; error: Error | null }) {
  return { data, error };
}
