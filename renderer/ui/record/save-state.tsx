import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudUp, IconPencil } from '@tabler/icons-react';
import type { FieldState } from './field-writer.ts';

/** Whether the text of a field is saved. */
export function SaveState({
  state,
  onRetry,
  onCompare,
}: {
  state: FieldState | undefined;
  onRetry: () => void;
  onCompare: () => void;
}) {
  return (
    <Group gap={4} component="span" role="status" fz="xs" c="dimmed" wrap="nowrap">
      {state?.phase === 'waiting' ? (
        <>
          <IconPencil size={13} aria-hidden /> Not saved yet
        </>
      ) : null}
      {state?.phase === 'saving' ? (
        <>
          <IconCloudUp size={13} aria-hidden /> Saving…
        </>
      ) : null}
      {state?.phase === 'saved' ? (
        <>
          <IconCheck size={13} aria-hidden /> Saved
        </>
      ) : null}
      {state?.phase === 'failed' ? (
        <>
          <IconAlertTriangle size={13} aria-hidden />
          <Text span inherit c="var(--mantine-color-error)">
            Not saved: {state.message}
          </Text>
          <Anchor component="button" type="button" inherit onClick={onRetry}>
            Retry
          </Anchor>
        </>
      ) : null}
      {state?.phase === 'conflict' ? (
        <>
          <IconAlertTriangle size={13} aria-hidden />
          <Text span inherit c="var(--mantine-color-error)">
            Changed by somebody else
          </Text>
          <Anchor component="button" type="button" inherit onClick={onCompare}>
            Compare
          </Anchor>
        </>
      ) : null}
    </Group>
  );
}
