import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Mission } from '../../../../server/missions/contract.ts';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { listForAnnex, missionAnnex } from './mission-annex.ts';

/** Reads what a mission prints with evidence and earlier runs, and then prints it. */
export function PrintDialog({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const annex = useQuery(missionAnnex(queryClient, mission, setDone));
  const isRead = annex.data !== undefined;
  const of = listForAnnex(mission).length;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isRead) return;
    print();
    close();
  }, [isRead]);
  return (
    <Modal opened onClose={onClose} title="Print with evidence">
      <Stack gap="md">
        {annex.error === null ? (
          <>
            <Text size="sm" role="status">
              Reading evidence and earlier runs: {done} of {of} tests
            </Text>
            <Progress value={of === 0 ? 100 : (done / of) * 100} aria-label="Tests read" />
          </>
        ) : (
          <ProblemNote error={annex.error} what="evidence" onRetry={() => annex.refetch()} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
