import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';

/** Beside the name of what this person may not write. */
export function ReadOnlyMark() {
  return (
    <Text size="xs" c="dimmed" component="span">
      <IconLock size={12} aria-hidden /> read only
    </Text>
  );
}
