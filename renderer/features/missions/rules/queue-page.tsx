import { Stack } from '@mantine/core';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { SeenInMissionsNote } from '../hiding/seen-note.tsx';
import { QueueList } from './queue-list.tsx';
import { RulesNav } from './rules-nav.tsx';

/** Attacks without an alert, and the rules that have to fire for them, over all missions. */
export function QueuePage() {
  return (
    <Stack gap="md">
      <PageHead title={t('rules.queue')} trail={[{ to: '/rules', label: t('rules.rules') }]} />
      <RulesNav />
      <SeenInMissionsNote />
      <QueueList missionId={null} />
    </Stack>
  );
}
