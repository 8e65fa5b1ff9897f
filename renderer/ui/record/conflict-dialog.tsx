import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { t } from '../../words.ts';
import { LevelBadge } from '../badges/status-badge.tsx';
import { CopyTextButton } from '../copy/copy-text-button.tsx';
import { DialogFoot } from '../forms/form.tsx';
import { HostileText } from '../text/hostile-text.tsx';
import { Moment } from '../times/time.tsx';
import { ChangedMeanwhile, type LastWrite } from './changed-by.tsx';
import type { FieldState, FieldWriter, Value } from './field-writer.ts';
import { toIds } from './listed-ids.ts';
import { mergeTexts } from './merge-texts.ts';
import type { Conflict } from './use-conflict.ts';
import { useFieldState } from './use-field-state.ts';

/** Kind of a field. Only a `text` can keep both versions; a `line` is a short text, a `choice` one of a few named values. */
export type FieldKind = 'text' | 'line' | 'moment' | 'level' | 'ids' | 'choice';

type Props<Field extends string> = {
  conflict: Conflict<Field>;
  names: Readonly<Record<Field, string>>;
  kinds: Readonly<Record<Field, FieldKind>>;
  writer: FieldWriter<Field>;
  levels: readonly DetectionLevel[];
  lastWrite: (field: Field) => LastWrite;
  /** Label of a choice's value. */
  nameChoice?: (field: Field, value: string) => string;
  /** Whether the record is writable; if not, one's own version can only be copied. */
  isOpen: boolean;
};

/** The requested comparison, while there is one. */
export function ConflictDialog<Field extends string>(props: Props<Field>) {
  const { field } = props.conflict;
  return field === null ? null : <AskedFor {...props} field={field} />;
}

function AskedFor<Field extends string>(props: Props<Field> & { field: Field }) {
  const state = useFieldState(props.writer, props.field);
  if (state === undefined || state.phase !== 'conflict') return null;
  return <Comparison {...props} state={state} onClose={() => props.conflict.compare(null)} />;
}

/** Shows both versions after a conflicting write, and asks which one to keep. */
function Comparison<Field extends string>({
  names,
  kinds,
  writer,
  levels,
  lastWrite,
  nameChoice,
  isOpen,
  field,
  state,
  onClose,
}: Props<Field> & { field: Field; state: FieldState; onClose: () => void }) {
  const mine = state.draft?.value ?? null;
  const { theirs } = state;
  const isText = kinds[field] === 'text';
  const isTyped = isText || kinds[field] === 'line';
  const shown = (value: Value) =>
    kinds[field] === 'choice' && nameChoice !== undefined ? nameChoice(field, value ?? '') : value;
  const resolve = (value: Value) => {
    onClose();
    void writer.resolve(field, value);
  };
  const both = isText && theirs && mine ? mergeTexts(theirs, mine) : null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tests.names_two_versions', { names: names[field] })}
      size="min(1000px, 92vw)"
    >
      <Stack gap="md">
        <Text size="sm">
          <ChangedMeanwhile write={lastWrite(field)} />{' '}
          {isOpen ? t('tests.nothing_is_lost_choose_what_shall') : t('tests.it_takes_no_more_writing_copy')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <div>
            <Title order={3} mb={6}>
              {t('tests.on_the_server')}
            </Title>
            <Shown
              kind={kinds[field]}
              value={shown(theirs)}
              label={t('tests.on_the_server')}
              levels={levels}
            />
          </div>
          <div>
            <Title order={3} mb={6}>
              {t('tests.yours_not_saved')}
            </Title>
            <Shown kind={kinds[field]} value={shown(mine)} label={t('tests.yours')} levels={levels} />
          </div>
        </SimpleGrid>
        <DialogFoot>
          <Button variant="default" onClick={() => resolve(theirs)}>
            {t('tests.take_the_server_s')}
          </Button>
          {isOpen ? (
            <>
              {both !== null && both !== mine && both !== theirs ? (
                <Button variant="default" onClick={() => resolve(both)}>
                  {t('tests.keep_both')}
                </Button>
              ) : null}
              <Button onClick={() => resolve(mine)}>{t('tests.keep_mine')}</Button>
            </>
          ) : isTyped && mine ? (
            <CopyTextButton value={mine} label={t('tests.copy_my_text')} />
          ) : null}
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function Shown({
  kind,
  value,
  label,
  levels,
}: {
  kind: FieldKind;
  value: Value;
  label: string;
  levels: readonly DetectionLevel[];
}) {
  if (!value) {
    return (
      <Text size="sm" c="dimmed">
        {t('tests.empty')}
      </Text>
    );
  }
  if (kind === 'moment') return <Moment at={value} />;
  if (kind === 'level') return <LevelBadge level={levels.find(({ id }) => id === value) ?? null} />;
  if (kind === 'choice') return <Text size="sm">{value}</Text>;
  if (kind === 'text' || kind === 'line') return <HostileText text={value} label={label} />;
  return (
    <Group gap={6}>
      {toIds(value).map((id) => (
        <Text key={id} span size="sm" ff="monospace">
          {id}
        </Text>
      ))}
    </Group>
  );
}
