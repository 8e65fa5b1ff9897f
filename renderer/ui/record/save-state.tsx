import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudUp, IconPencil } from '@tabler/icons-react';
import { useStore } from '../../api/connection/use-store.ts';
import { ChangedBy, type LastWrite } from './changed-by.tsx';
import type { FieldState, FieldWriter } from './field-writer.ts';

/** Whether the text of a field is saved. */
export function SaveState({
  state,
  lastWrite,
  onRetry,
  onCompare,
}: {
  state: FieldState | undefined;
  lastWrite: LastWrite;
  onRetry: () => void;
  onCompare: () => void;
}) {
  return (
    <Group gap={4} component="span" role="status" fz="xs" c="dimmed">
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
            Changed by <ChangedBy write={lastWrite} />
          </Text>
          ·
          <Anchor component="button" type="button" inherit onClick={onCompare}>
            Compare
          </Anchor>
        </>
      ) : null}
    </Group>
  );
}

/** Whether all that was written about a record is saved. The fields say it to those who can't see it. */
export function SaveSummary<Field extends string>({
  writer,
  names,
  onCompare,
}: {
  writer: FieldWriter<Field>;
  names: Readonly<Record<Field, string>>;
  onCompare: (field: Field) => void;
}) {
  const states = Object.entries(useStore(writer.states)) as [Field, FieldState][];
  const fieldIn = (...phases: FieldState['phase'][]) =>
    states.find(([, { phase }]) => phases.includes(phase))?.[0];
  const conflict = fieldIn('conflict');
  if (conflict !== undefined) {
    return (
      <Anchor
        component="button"
        type="button"
        fz="xs"
        c="var(--mantine-color-error)"
        onClick={() => onCompare(conflict)}
      >
        Two versions: {names[conflict]}
      </Anchor>
    );
  }
  const [words, Picture] =
    fieldIn('failed') !== undefined
      ? (['Not all saved', IconAlertTriangle] as const)
      : fieldIn('waiting', 'saving') !== undefined
        ? (['Saving', IconCloudUp] as const)
        : fieldIn('saved') !== undefined
          ? (['All saved', IconCheck] as const)
          : [];
  if (words === undefined) return null;
  return (
    <Group
      gap={4}
      component="span"
      fz="xs"
      c={Picture === IconAlertTriangle ? 'var(--mantine-color-error)' : 'dimmed'}
      wrap="nowrap"
    >
      <Picture size={13} aria-hidden /> {words}
    </Group>
  );
}
