import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudUp, IconPencil } from '@tabler/icons-react';
import { useStore } from '../../api/connection/use-store.ts';
import { rich } from '../../rich.ts';
import { t } from '../../words.ts';
import { ShowChange } from '../forms/show-change.tsx';
import { ChangedBy, type LastWrite } from './changed-by.tsx';
import type { FieldState, FieldWriter } from './field-writer.ts';

/** Whether the text of a field is saved. */
export function SaveState({
  state,
  lastWrite,
  onRetry,
  onShow,
  onCompare,
}: {
  state: FieldState | undefined;
  lastWrite: LastWrite;
  onRetry: () => void;
  onShow: () => void;
  onCompare: () => void;
}) {
  return (
    <Group gap={4} component="span" role="status" fz="xs" c="dimmed">
      {state?.phase === 'waiting' ? (
        <>
          <IconPencil size={13} aria-hidden /> {t('tests.iconpencil_not_saved_yet')}
        </>
      ) : null}
      {state?.phase === 'saving' ? (
        <>
          <IconCloudUp size={13} aria-hidden /> {t('tests.iconcloudup_saving')}
        </>
      ) : null}
      {state?.phase === 'saved' ? (
        <>
          <IconCheck size={13} aria-hidden /> {t('tests.iconcheck_saved')}
        </>
      ) : null}
      {state?.phase === 'failed' ? (
        <>
          <IconAlertTriangle size={13} aria-hidden />
          <Text span inherit c="var(--mantine-color-error)">
            {t('tests.not_saved_message', { message: state.message ?? '' })}
          </Text>
          <Anchor component="button" type="button" inherit onClick={onRetry}>
            {t('tests.retry')}
          </Anchor>
        </>
      ) : null}
      {state?.phase === 'changed' ? (
        <>
          <IconPencil size={13} aria-hidden />
          <span>{rich('tests.changed_by_changedby', { changedby: <ChangedBy write={lastWrite} /> })}</span>·
          <ShowChange onShow={onShow} />
        </>
      ) : null}
      {state?.phase === 'conflict' ? (
        <>
          <IconAlertTriangle size={13} aria-hidden />
          <Text span inherit c="var(--mantine-color-error)">
            {rich('tests.changed_by_changedby', { changedby: <ChangedBy write={lastWrite} /> })}
          </Text>
          ·
          <Anchor component="button" type="button" inherit onClick={onCompare}>
            {t('tests.compare')}
          </Anchor>
        </>
      ) : null}
    </Group>
  );
}

/** Whether all text written about a record is saved. The fields announce it to screen readers. */
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
        {t('tests.two_versions_names', { names: names[conflict] })}
      </Anchor>
    );
  }
  const [words, Picture] =
    fieldIn('failed', 'unread') !== undefined
      ? ([t('tests.not_all_saved'), IconAlertTriangle] as const)
      : fieldIn('waiting', 'saving') !== undefined
        ? ([t('tests.saving'), IconCloudUp] as const)
        : fieldIn('saved') !== undefined
          ? ([t('tests.all_saved'), IconCheck] as const)
          : ([null, null] as const);
  if (words === null) return null;
  return (
    <Group
      gap={4}
      component="span"
      fz="xs"
      c={Picture === IconAlertTriangle ? 'var(--mantine-color-error)' : 'dimmed'}
      wrap="nowrap"
      data-saved={Picture === IconCheck || undefined}
    >
      <Picture size={13} aria-hidden /> {words}
    </Group>
  );
}
