import { Button, Group, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { usePreferences } from '../../api/accounts/preferences.ts';
import { t } from '../../words.ts';
import { Warning } from '../notes/warning.tsx';
import { Moment } from '../times/time.tsx';
import { moveMinutes, readMoment, writeMoment } from '../times/typed-moment.ts';
import type { Value } from './field-writer.ts';
import { type FieldProps, LabelLine, ReadOnly } from './fields.tsx';
import { findBasis, judgeTime } from './judge-times.ts';
import { nameZone } from './local-time.ts';
import { useFieldState, useShownValue } from './use-field-state.ts';

/**
 * A moment as text: a time of day, `+2` after its base, `now`, or a day and a time, in the viewer's display zone, which is named.
 * It is accepted on blur and with Enter; arrow keys change it by a minute.
 */
export function MomentField<Field extends string>(props: FieldProps<Field>) {
  const { field, label, readOnly, writer } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = useFieldState(writer, field)?.phase === 'unread';
  const setWrong = (to: boolean) => writer.setUnread(field, to ? t('facts.when.wrong') : null);
  useEffect(() => () => writer.setUnread(field, null), [writer, field]);
  const value = useShownValue(props);
  const { time_zone } = usePreferences();
  const basis = useJudged(props, (lookUp) => findBasis(field, lookUp));
  const odd = useJudged(props, (lookUp) => judgeTime(field, lookUp, Date.now()));
  const warning = odd === null ? null : <Warning>{odd}</Warning>;
  if (readOnly) {
    return (
      <ReadOnly {...props}>
        {value === null ? null : (
          <Group gap="xs">
            <Moment at={value} /> {warning}
          </Group>
        )}
      </ReadOnly>
    );
  }
  const shown = value === null ? '' : writeMoment(value, null, time_zone);
  const read = (text: string) => readMoment(text, basis ?? value, new Date(), time_zone);
  const taken = typed === null || typed.trim() === shown ? null : read(typed);
  const zone = nameZone(new Date(taken ?? value ?? Date.now()), time_zone);
  const save = (moment: Value) => {
    setTyped(null);
    setWrong(false);
    writer.edit(field, moment);
    void writer.flush();
  };
  const take = () => {
    const text = typed?.trim() ?? shown;
    if (text === shown) {
      setTyped(null);
      setWrong(false);
    } else if (text === '') save(null);
    else if (taken === null) setWrong(true);
    else save(taken);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter') take();
    if (step === undefined || value === null || typed !== null) return;
    event.preventDefault();
    save(moveMinutes(value, step));
  };
  return (
    <div>
      <LabelLine {...props} htmlFor={id} />
      <Group gap="xs" align="flex-start">
        <TextInput
          id={id}
          flex="0 1 265px"
          miw={0}
          autoComplete="off"
          placeholder={t('facts.when.example')}
          rightSection={
            <Text span size="xs" c="dimmed" aria-hidden>
              {zone}
            </Text>
          }
          rightSectionWidth={58}
          rightSectionPointerEvents="none"
          value={typed ?? shown}
          title={
            value === null
              ? zone
              : t('tests.zone_replace_utc', { zone, replace: value.replace('T', ' ').replace('Z', '') })
          }
          error={isWrong ? t('facts.when.wrong') : null}
          inputWrapperOrder={['input', 'description', 'error']}
          description={
            taken === null || taken === value
              ? warning
              : t('facts.when.takes', { time: writeMoment(taken, null, time_zone) })
          }
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
          onBlur={take}
          onKeyDown={onKeyDown}
        />
        <Button
          variant="default"
          size="sm"
          flex="none"
          aria-label={t('tests.label_now', { label })}
          onClick={() => save(new Date().toISOString())}
        >
          {t('tests.now')}
        </Button>
      </Group>
    </div>
  );
}

/** A value derived from the record's moments as they would be saved. */
function useJudged<Field extends string>(
  { values, writer }: FieldProps<Field>,
  judge: (lookUp: (field: string) => Value | undefined) => string | null,
): string | null {
  return useSyncExternalStore(writer.states.subscribe, () => {
    const states = writer.states.get();
    return judge((name) => {
      const draft = states[name as Field]?.draft;
      return draft ? draft.value : values[name as Field];
    });
  });
}
