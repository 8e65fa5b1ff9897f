import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { rich } from '../../rich.ts';

/** Shown next to the name of something this person may not edit. */
export function ReadOnlyMark() {
  return (
    <Text size="xs" c="dimmed" component="span">
      {rich('shared.iconlock_read_only', { iconlock: <IconLock size={12} aria-hidden /> })}
    </Text>
  );
}
