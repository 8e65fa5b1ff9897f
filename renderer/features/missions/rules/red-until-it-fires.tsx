import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Mission } from '../../../../server/missions/contract.ts';
import { ruleQueue } from '../../../api/missions/rules.ts';
import { t } from '../../../words.ts';
import { SeenNote } from '../hiding/seen-note.tsx';
import { QueueList } from './queue-list.tsx';

/** The queue of a mission; nothing while it is empty. */
export function RedUntilItFires({ mission }: { mission: Mission }) {
  const queue = useQuery(ruleQueue({ mission: mission.id, limit: 50, offset: 0 }));
  const steps = Object.values(queue.data?.steps ?? {});
  if (steps.every((count) => count === 0)) return null;
  return (
    <section aria-label={t('rules.queue')}>
      <Title order={2} size="h3" mt="lg" mb="xs">
        {t('rules.queue')}
      </Title>
      <SeenNote of={mission} />
      <QueueList missionId={mission.id} />
    </section>
  );
}
