import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { t } from '../../words.ts';

/** Notes that the form contains unsaved text from earlier. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert color="gray" icon={<IconHistory aria-hidden />} role="status">
      <Group gap="sm">
        <Text size="sm">{t('templates.what_you_typed_here_before_was')}</Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('templates.discard_it')}
        </Button>
      </Group>
    </Alert>
  );
}
