import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { rich } from '../../rich.ts';

/** Beside the name of what this person may not write. */
export function ReadOnlyMark() {
  return (
    <Text size="xs" c="dimmed" component="span">
      {rich('shared.iconlock_read_only', { iconlock: <IconLock size={12} aria-hidden /> })}
    </Text>
  );
}
