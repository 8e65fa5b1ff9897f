import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Mission } from '../../../../server/missions/contract.ts';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { listForAnnex, missionAnnex } from './mission-annex.ts';

/** Loads evidence and earlier runs of a mission, then prints it. */
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
    <Modal opened onClose={onClose} title={t('tests.print_with_evidence')}>
      <Stack gap="md">
        {annex.error === null ? (
          <>
            <Text size="sm" role="status">
              {t('tests.reading_evidence_and_earlier_runs_done', { done, of })}
            </Text>
            <Progress value={of === 0 ? 100 : (done / of) * 100} aria-label={t('tests.tests_read')} />
          </>
        ) : (
          <ProblemNote error={annex.error} what={t('tests.evidence')} onRetry={() => annex.refetch()} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shared.cancel')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
