import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { changeEngagement } from '../../api/engagements.ts';

/** Offers to start an engagement that is still planned: a simulation that is moved by hand leaves it so. */
export function StartEngagement({ engagement }: { engagement: Engagement }) {
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: () => changeEngagement(queryClient, engagement.id, { status: 'active' }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The engagement stayed as it was', message: error.message }),
  });
  return (
    <Group gap="sm" role="note" aria-label="Planned engagement">
      <Text size="sm">Work has begun, and the engagement is still planned.</Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={starting.isPending}
        onClick={() => starting.mutate()}
      >
        Start the engagement
      </Button>
    </Group>
  );
}
