import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ruleQueue } from '../../../api/missions/rules.ts';
import { t } from '../../../words.ts';
import { QueueList } from './queue-list.tsx';

/** The queue of a mission; nothing while it is empty. */
export function RedUntilItFires({ missionId }: { missionId: string }) {
  const queue = useQuery(ruleQueue({ mission: missionId, limit: 50, offset: 0 }));
  const steps = Object.values(queue.data?.steps ?? {});
  if (steps.every((count) => count === 0)) return null;
  return (
    <section aria-label={t('rules.queue')}>
      <Title order={2} size="h3" mt="lg" mb="xs">
        {t('rules.queue')}
      </Title>
      <QueueList missionId={missionId} />
    </section>
  );
}
