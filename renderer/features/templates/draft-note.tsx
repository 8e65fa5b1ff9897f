import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

/** Says that the form holds text that was typed before and not saved. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert color="gray" icon={<IconHistory aria-hidden />} role="status">
      <Group gap="sm">
        <Text size="sm">What you typed here before was not saved yet, and is back.</Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard it
        </Button>
      </Group>
    </Alert>
  );
}
