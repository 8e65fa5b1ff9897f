import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entry } from '../../../server/history/contract.ts';
import { type HistorySource, wholeEntry } from '../../api/history.ts';
import { t } from '../../words.ts';
import { Difference, DifferenceRows } from './difference.tsx';
import styles from './history.module.css';
import type { Restoration, Restorer } from './restore-dialog.tsx';
import { type Known, ShownValue } from './shown-value.tsx';
import { type FieldChange, readChange, toRows } from './text-change.ts';
import { nameField } from './words.ts';

/** Shared data of all lines of a history. */
export type HistoryContext = {
  source: HistorySource;
  known: Known;
  restorer: Restorer | null;
  onRestore: (restoration: Restoration) => void;
};

type Entries = readonly [Entry, ...Entry[]];
type Props = HistoryContext & {
  entries: Entries;
  field: string;
  /** Whether the sentence above already names the field. */
  isNamed: boolean;
};

/** The change of a field over several saves, newest first. */
export function FieldLine(props: Props) {
  const { entries, field } = props;
  const [isOpen, setOpen] = useState(false);
  const label = nameField(entries[0].object_type, field);
  const change = readChange(entries, field);
  const restorer = entries[0].object_id === props.restorer?.objectId ? props.restorer : null;
  const isLong = change.is === 'texts' || (change.is === 'stretch' && change.isText);
  const isRestorable = findOlder(change, restorer?.present(field));
  return (
    <div className={styles.field} data-block={isOpen || change.is !== 'values' || undefined}>
      {props.isNamed ? null : <span className={styles.label}>{label}</span>}
      {isOpen ? (
        <WholeChange {...props} restorer={restorer} label={label} />
      ) : (
        <Summary {...props} change={change} label={label} />
      )}
      {isLong || isRestorable ? (
        <Button
          size="compact-xs"
          variant="subtle"
          w="fit-content"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('history.less') : nameMore(isLong, isRestorable)}
        </Button>
      ) : null}
    </div>
  );
}

/** Whether a text in the change differs from the current one; true for a long text, which isn't loaded yet. */
function findOlder(change: FieldChange, present: string | null | undefined): boolean {
  if (present === undefined) return false;
  if (change.is === 'stretch') return true;
  return [change.before, change.after].some((text) => !isNothing(text) && text !== present);
}

function nameMore(isLong: boolean, isRestorable: boolean): string {
  if (!isLong) return t('history.restore');
  return isRestorable ? t('history.whole_text_restore') : t('history.whole_text');
}

/** Lines of a text shown in a list. */
const briefly = 6;

function Summary({ change, label, ...props }: Props & { change: FieldChange; label: string }) {
  const { entries, field, known } = props;
  const { object_type, verb } = entries[0];
  const about = t('history.difference_of_label_entry_seq', { label, seq: entries[0].seq });
  if (change.is === 'texts') return <Difference {...change} label={about} most={briefly} />;
  if (change.is === 'stretch') {
    const rows = toRows(change.removed, change.inserted);
    if (rows.length > 0) return <DifferenceRows rows={rows} label={about} most={briefly} />;
    if (change.isText) return <WholeChange {...props} label={label} most={briefly} />;
    return (
      <Text size="sm" c="dimmed">
        {t('history.a_long_list')}
      </Text>
    );
  }
  const value = (shown: unknown) => (
    <ShownValue objectType={object_type} field={field} value={shown} known={known} />
  );
  if (isNothing(change.before) && verb !== 'changed') return <span>{value(change.after)}</span>;
  if (isNothing(change.after) && verb === 'deleted') return <span>{value(change.before)}</span>;
  return (
    <span className={styles.values}>
      <span>{value(change.before)}</span>
      <span aria-hidden>→</span>
      <VisuallyHidden>{t('history.is_now')}</VisuallyHidden>
      <span>{value(change.after)}</span>
    </span>
  );
}

export function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Change of a text over several saves; at most `most` lines. */
function WholeChange({
  source,
  entries,
  field,
  label,
  restorer,
  onRestore,
  most,
}: Omit<Props, 'isNamed'> & { label: string; most?: number }) {
  const [newest, oldest] = [entries[0], entries.at(-1) as Entry];
  const last = useQuery(wholeEntry(source, newest.seq));
  const first = useQuery(wholeEntry(source, oldest.seq));
  const error = last.error ?? first.error;
  if (error !== null) {
    return (
      <Text size="sm" c="red" role="alert">
        {error.message}
      </Text>
    );
  }
  if (last.data === undefined || first.data === undefined) {
    return <Skeleton height={80} aria-busy="true" aria-label={t('history.loading_the_text')} role="status" />;
  }
  const [made, found] = [last.data.whole?.[field], first.data.whole?.[field]];
  const missing = made === undefined || found === undefined ? 'erased' : (made.missing ?? found.missing);
  if (missing !== null) {
    return (
      <Text size="sm" c="dimmed">
        {t(`history.missing.${missing}`)}
      </Text>
    );
  }
  const [before, after] = [toText(found?.before), toText(made?.after)];
  const present = restorer?.present(field);
  const offer = (text: string | null, at: string, name: string) =>
    present === undefined || !text || text === (present ?? '') ? null : (
      <Button size="compact-sm" variant="default" onClick={() => onRestore({ field, text, at })}>
        {name}
      </Button>
    );
  if (most !== undefined) {
    return (
      <Difference
        before={before}
        after={after}
        label={t('history.difference_of_label_entry_seq', { label, seq: newest.seq })}
        most={most}
      />
    );
  }
  return (
    <Stack gap={6}>
      <Difference
        before={before}
        after={after}
        label={t('history.whole_difference_of_label_entry_seq', { label, seq: newest.seq })}
      />
      <Group gap="xs">
        {offer(after, newest.at, t('history.restore_this_text'))}
        {offer(before, oldest.at, t('history.restore_the_text_before'))}
      </Group>
    </Stack>
  );
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
