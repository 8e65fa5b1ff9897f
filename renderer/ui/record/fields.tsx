import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { longestText } from '../../../domain/limits.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { HostileText } from '../hostile-text.tsx';
import { LevelBadge } from '../status-badge.tsx';
import { Moment } from '../time.tsx';
import type { FieldWriter, Snapshot, Value } from './field-writer.ts';
import styles from './fields.module.css';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { SaveState } from './save-state.tsx';

export type FieldContext<Field extends string> = {
  /** What the server has. */
  values: Readonly<Record<Field, Value>>;
  writer: FieldWriter<Field>;
  snapshot: Snapshot<Field>;
  onCompare: (field: Field) => void;
};

type Props<Field extends string> = FieldContext<Field> & { field: Field; label: string; readOnly: boolean };

/** A text field that saves itself; plain text for people who may not write it. */
export function TextField<Field extends string>(props: Props<Field> & { mono?: boolean; minRows?: number }) {
  const { field, label, readOnly, writer, mono = false, minRows = 2 } = props;
  const id = useId();
  const value = pickShownValue(props) ?? '';
  if (readOnly) {
    return <ReadOnly {...props}>{value === '' ? null : <HostileText text={value} label={label} />}</ReadOnly>;
  }
  return (
    <div>
      <LabelLine {...props} htmlFor={id} />
      <Textarea
        id={id}
        autosize
        minRows={minRows}
        maxRows={14}
        maxLength={longestText}
        value={value}
        {...(mono ? { classNames: { input: styles.mono as string }, spellCheck: false } : {})}
        onFocus={() => writer.hold(field)}
        onChange={(event) => writer.edit(field, event.currentTarget.value)}
        onBlur={() => writer.release(field)}
      />
    </div>
  );
}

/** A moment, written in the viewer's zone. It is taken over when complete, on leaving the field. */
export function MomentField<Field extends string>(props: Props<Field>) {
  const { field, label, readOnly, writer } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const value = pickShownValue(props);
  if (readOnly) return <ReadOnly {...props}>{value === null ? null : <Moment at={value} />}</ReadOnly>;
  const shown = value === null ? '' : toLocalInput(value);
  return (
    <div>
      <LabelLine {...props} htmlFor={id} />
      <Group gap="xs" wrap="nowrap">
        <TextInput
          id={id}
          type="datetime-local"
          step={1}
          max="9999-12-31T23:59:59"
          w={230}
          value={typed ?? shown}
          {...(value === null ? {} : { title: `${value} UTC` })}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={(event) => {
            const { value: text, validity } = event.currentTarget;
            setTyped(null);
            if (typed === null || text === shown || validity.badInput) return;
            writer.edit(field, text === '' ? null : fromLocalInput(text));
            void writer.flush();
          }}
        />
        <Button
          variant="default"
          size="sm"
          aria-label={`${label}: now`}
          onClick={() => {
            writer.edit(field, new Date().toISOString());
            void writer.flush();
          }}
        >
          Now
        </Button>
      </Group>
    </div>
  );
}

export function LevelField<Field extends string>(
  props: Props<Field> & { levels: readonly DetectionLevel[] },
) {
  const { field, readOnly, writer, levels } = props;
  const name = useId();
  const value = pickShownValue(props);
  if (readOnly) {
    return (
      <ReadOnly {...props}>
        {value === null ? null : <LevelBadge level={levels.find(({ id }) => id === value) ?? null} />}
      </ReadOnly>
    );
  }
  const options = [...levels, { id: null, name: 'Not judged', color: null, description: '' }];
  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`}>
      <LabelLine {...props} id={`${name}-label`} />
      <div className={styles.levels}>
        {options.map((level) => (
          <label key={level.id ?? 'none'} title={level.description}>
            <input
              type="radio"
              name={name}
              checked={value === level.id}
              onChange={() => writer.edit(field, level.id)}
            />
            {level.color ? <span className={styles.dot} style={{ backgroundColor: level.color }} /> : null}
            {level.name}
          </label>
        ))}
      </div>
    </div>
  );
}

/** What a field shows: the draft to people who write it, the server's value to others. */
export function pickShownValue<Field extends string>({
  values,
  field,
  snapshot,
  readOnly,
}: Pick<Props<Field>, 'values' | 'field' | 'snapshot' | 'readOnly'>): Value {
  const draft = snapshot[field]?.draft;
  return draft && !readOnly ? draft.value : values[field];
}

export function LabelLine<Field extends string>({
  field,
  label,
  snapshot,
  writer,
  onCompare,
  htmlFor,
  id,
}: Props<Field> & { htmlFor?: string; id?: string }) {
  return (
    <div className={styles.labelLine}>
      {htmlFor ? <label htmlFor={htmlFor}>{label}</label> : <span id={id}>{label}</span>}
      <SaveState
        state={snapshot[field]}
        onRetry={() => void writer.retry()}
        onCompare={() => onCompare(field)}
      />
    </div>
  );
}

/** A field that can't be written. A draft from when it could be is still there to copy. */
export function ReadOnly<Field extends string>({
  children,
  ...props
}: Props<Field> & { children: ReactNode }) {
  const { field, label, snapshot, writer } = props;
  const draft = snapshot[field]?.draft;
  const left = draft && (draft.value ?? '') !== (draft.base ?? '') ? draft.value : null;
  return (
    <div>
      <div className={styles.labelLine}>{label}</div>
      {children ?? <span className={styles.nothing}>Nothing yet</span>}
      {left ? (
        <>
          <div className={styles.labelLine}>
            Yours, not saved
            <Button size="compact-xs" variant="default" onClick={() => writer.discard(field)}>
              Discard
            </Button>
          </div>
          <HostileText text={left} label={`${label}: yours, not saved`} />
        </>
      ) : null}
    </div>
  );
}
