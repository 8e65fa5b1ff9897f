import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type EngagementStatus, isClosed, isPlanned } from '../../../domain/engagements.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { changeEngagement } from '../../api/engagements/engagements.ts';
import { offerUndo } from '../../ui/dialogs/undo.tsx';
import { t } from '../../words.ts';

type Step = { label: string; sentence: string; button: string; to: EngagementStatus; done: string };

const start = (): Step => ({
  label: t('simulations.planned_engagement'),
  sentence: t('simulations.work_has_begun_and_the_engagement'),
  button: t('simulations.start_the_engagement'),
  to: 'active',
  done: t('simulations.the_engagement_is_active'),
});
const close = (): Step => ({
  label: t('simulations.finished_simulations'),
  sentence: t('simulations.all_simulations_are_done'),
  button: t('simulations.close_the_engagement'),
  to: 'closed',
  done: t('simulations.the_engagement_is_closed'),
});

/**
 * Suggests the next status of an engagement: moving a simulation doesn't start it, and finishing the last one doesn't close it.
 */
function findStep({ status, counts }: Pick<Engagement, 'status' | 'counts'>): Step | null {
  if (isPlanned(status)) return counts.simulations > counts.pending ? start() : null;
  return !isClosed(status) && counts.simulations > 0 && counts.done === counts.simulations ? close() : null;
}

/** Offers to start an engagement whose simulations run, and to close one whose simulations are done. */
export function EngagementOffer({ engagement }: { engagement: Engagement }) {
  const queryClient = useQueryClient();
  const step = findStep(engagement);
  const changing = useMutation({
    mutationFn: async ({ to, done }: Step) => {
      const { id, status } = engagement;
      await changeEngagement(queryClient, id, { status: to });
      offerUndo({
        what: done,
        undo: async () => {
          await changeEngagement(queryClient, id, { status });
          return undefined;
        },
      });
    },
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: t('simulations.the_engagement_stayed_as_it_was'),
        message: error.message,
      }),
  });
  if (step === null) return null;
  return (
    <Group gap="sm" role="note" aria-label={step.label}>
      <Text size="sm">{step.sentence}</Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={changing.isPending}
        onClick={() => changing.mutate(step)}
      >
        {step.button}
      </Button>
    </Group>
  );
}
