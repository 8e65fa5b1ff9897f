import { Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LinkedTask } from '../../../../server/c2/tasks/contract.ts';
import { tryLinkedTasksNow } from '../../../api/engagements/c2.ts';
import { rich } from '../../../rich.ts';
import { Upcoming } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';

/** The time of the next automatic attempt after a framework's failure, and a button to retry now. */
export function PausedTasks({ simulationId, tasks }: { simulationId: string; tasks: readonly LinkedTask[] }) {
  const queryClient = useQueryClient();
  const trying = useMutation({ mutationFn: () => tryLinkedTasksNow(queryClient, simulationId) });
  const [next] = tasks.flatMap((task) => task.retry_at ?? []).sort();
  if (next === undefined) return null;
  return (
    <Group gap="sm" mt="xs">
      <Text size="sm" c="dimmed" role="status">
        {rich('simulations.the_framework_is_asked_again_next', { next: <Upcoming at={next} /> })}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={trying.isPending}
        onClick={() => trying.mutate()}
      >
        {t('simulations.try_now')}
      </Button>
      {trying.isError ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {trying.error.message}
        </Text>
      ) : null}
    </Group>
  );
}
