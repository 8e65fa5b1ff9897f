import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { longestText } from '../../../domain/limits.ts';
import { longestMarkdown } from '../../../domain/plain-line.ts';
import type { Side } from '../../../domain/sides.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { rich } from '../../rich.ts';
import { t } from '../../words.ts';
import { LevelBadge } from '../badges/status-badge.tsx';
import { CopyButton } from '../copy/copy-button.tsx';
import { LazyMarkdownTools } from '../forms/lazy-markdown-tools.tsx';
import { HostileText } from '../text/hostile-text.tsx';
import { Name } from '../text/name.tsx';
import { useMarkdownPreview } from '../text/use-markdown-preview.tsx';
import { Written } from '../text/written.tsx';
import type { LastWrite } from './changed-by.tsx';
import { PeopleInField } from './field-people.tsx';
import type { FieldWriter, Value } from './field-writer.ts';
import styles from './fields.module.css';
import { SaveState } from './save-state.tsx';
import { useFieldState, useShownValue } from './use-field-state.ts';

export type FieldContext<Field extends string> = {
  /** Server's value. */
  values: Readonly<Record<Field, Value>>;
  writer: FieldWriter<Field>;
  onCompare: (field: Field) => void;
  /** Last writer of a field. */
  lastWrite: (field: Field) => LastWrite;
};

export type FieldProps<Field extends string> = FieldContext<Field> & {
  field: Field;
  label: string;
  readOnly: boolean;
};

/** A text field that saves itself; plain text for people who may not write it. */
export function TextField<Field extends string>(
  props: FieldProps<Field> & {
    mono?: boolean;
    /** Reports read the text as Markdown. */
    markdown?: boolean;
    minRows?: number;
    longest?: number;
    hint?: string;
    placeholder?: string | undefined;
  },
) {
  const { field, label, readOnly, writer, mono = false, minRows = 2, longest = longestText } = props;
  const { markdown = false, hint, placeholder } = props;
  const id = useId();
  const value = useShownValue(props) ?? '';
  const area = useRef<HTMLTextAreaElement>(null);
  const { mark, preview } = useMarkdownPreview(label, value);
  if (readOnly) {
    return (
      <ReadOnly {...props}>
        {value === '' ? null : markdown && value.length <= longestMarkdown ? (
          <section aria-label={label}>
            <Written text={value} />
          </section>
        ) : (
          <HostileText text={value} label={label} />
        )}
      </ReadOnly>
    );
  }
  return (
    <div>
      <LabelLine {...props} htmlFor={id} mark={markdown ? mark : null} />
      <Textarea
        id={id}
        ref={area}
        data-record-field
        autosize
        minRows={minRows}
        maxRows={14}
        maxLength={longest}
        description={hint}
        descriptionProps={{ fz: 'xs' }}
        placeholder={placeholder}
        value={value}
        {...(mono ? { classNames: { input: styles.mono as string }, spellCheck: false } : {})}
        onFocus={() => writer.hold(field)}
        onChange={(event) => writer.edit(field, event.currentTarget.value)}
        onBlur={() => writer.release(field)}
      />
      {markdown ? <LazyMarkdownTools area={area} label={label} /> : null}
      {markdown ? preview : null}
    </div>
  );
}

/** A one-line text field that saves itself, with suggestions. */
export function LineField<Field extends string>(
  props: FieldProps<Field> & {
    longest: number;
    suggestions?: readonly string[];
    placeholder?: string;
    beside?: ReactNode;
    /** The most likely value: greyed in the empty field, and accepted with Tab. */
    offer?: string | undefined;
    /** Values to accept with one click. */
    chips?: readonly string[];
  },
) {
  const { field, readOnly, writer, longest, suggestions = [], placeholder, beside, chips = [] } = props;
  const id = useId();
  const value = useShownValue(props) ?? '';
  if (readOnly) {
    return <ReadOnly {...props}>{value === '' ? null : <Name>{value}</Name>}</ReadOnly>;
  }
  const offer = value === '' ? props.offer : undefined;
  const take = (text: string) => {
    writer.edit(field, text);
    void writer.flush();
  };
  return (
    <div>
      <LabelLine {...props} htmlFor={id} />
      <Group gap="xs" wrap="nowrap">
        <TextInput
          id={id}
          flex={1}
          autoComplete="off"
          maxLength={longest}
          placeholder={offer === undefined ? placeholder : toVisibleText(offer)}
          aria-description={
            offer === undefined ? undefined : t('tests.tab_takes', { offer: toVisibleText(offer) })
          }
          value={value}
          onKeyDown={(event) => {
            if (offer !== undefined && isPlainTab(event)) writer.edit(field, offer);
          }}
          {...(suggestions.length > 0 ? { list: `${id}-list` } : {})}
          onFocus={() => writer.hold(field)}
          onChange={(event) => writer.edit(field, event.currentTarget.value)}
          onBlur={() => writer.release(field)}
        />
        {suggestions.length > 0 ? (
          <datalist id={`${id}-list`}>
            {suggestions.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        ) : null}
        {beside}
      </Group>
      {chips.length > 0 ? (
        <fieldset className={styles.chips} aria-label={t('tests.seen_before')}>
          {chips.map((text) => (
            // Keyboard users have Tab and the field's suggestions.
            <button
              key={text}
              type="button"
              tabIndex={-1}
              aria-pressed={text === value}
              title={toVisibleText(text)}
              onClick={() => take(text)}
            >
              {toVisibleText(text)}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

function isPlainTab({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Tab' && !shiftKey && !ctrlKey && !altKey && !metaKey;
}

export function LevelField<Field extends string>(
  props: FieldProps<Field> & { levels: readonly DetectionLevel[] },
) {
  const { readOnly, levels } = props;
  const value = useShownValue(props);
  if (readOnly) {
    return (
      <ReadOnly {...props}>
        {value === null ? null : <LevelBadge level={levels.find(({ id }) => id === value) ?? null} />}
      </ReadOnly>
    );
  }
  return <Choices {...props} side="blue" options={[...levels, { id: null, name: t('tests.not_judged') }]} />;
}

/** One of several options, from a dropdown. */
export function SelectField<Field extends string>(
  props: FieldProps<Field> & { options: readonly { value: string; label: string }[] },
) {
  const { field, readOnly, writer, options } = props;
  const id = useId();
  const value = useShownValue(props) ?? '';
  if (readOnly) {
    return <ReadOnly {...props}>{options.find((option) => option.value === value)?.label ?? value}</ReadOnly>;
  }
  return (
    <div>
      <LabelLine {...props} htmlFor={id} />
      <NativeSelect
        id={id}
        size="sm"
        data={options}
        value={value}
        onChange={(event) => writer.edit(field, event.currentTarget.value)}
      />
    </div>
  );
}

type Option = { id: string | null; name: string; color?: string; description?: string };

/** One of a few options, all visible. */
export function ChoiceField<Field extends string>(
  props: FieldProps<Field> & { side: Side; options: readonly Option[] },
) {
  const value = useShownValue(props);
  if (props.readOnly) {
    return (
      <ReadOnly {...props}>
        {value === null ? null : (props.options.find(({ id }) => id === value)?.name ?? null)}
      </ReadOnly>
    );
  }
  return <Choices {...props} />;
}

function Choices<Field extends string>(
  props: FieldProps<Field> & { side: Side; options: readonly Option[] },
) {
  const { field, writer, side, options } = props;
  const name = useId();
  const value = useShownValue(props);
  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`}>
      <LabelLine {...props} id={`${name}-label`} />
      <div className={styles.choices} data-side={side}>
        {options.map((option) => (
          <label
            key={option.id ?? 'none'}
            title={option.description}
            data-none={option.id === null || undefined}
          >
            <input
              type="radio"
              name={name}
              checked={value === option.id}
              onChange={() => writer.edit(field, option.id)}
            />
            {option.color ? <span className={styles.dot} style={{ backgroundColor: option.color }} /> : null}
            {option.name}
          </label>
        ))}
      </div>
    </div>
  );
}

export function LabelLine<Field extends string>({
  field,
  label,
  values,
  writer,
  onCompare,
  lastWrite,
  htmlFor,
  id,
  mark,
}: FieldProps<Field> & { htmlFor?: string; id?: string; mark?: ReactNode }) {
  const state = useFieldState(writer, field);
  const theirs = values[field];
  useEffect(() => writer.notice(field, theirs), [writer, field, theirs]);
  return (
    <div className={styles.labelLine} data-field={field}>
      <span className={styles.name}>
        {htmlFor ? <label htmlFor={htmlFor}>{label}</label> : <span id={id}>{label}</span>}
        {mark}
        <PeopleInField field={field} />
      </span>
      <SaveState
        state={state}
        lastWrite={lastWrite(field)}
        onRetry={() => void writer.retry()}
        onShow={() => writer.show(field)}
        onCompare={() => onCompare(field)}
      />
    </div>
  );
}

/** A read-only field. A draft from before it became read-only can still be copied. */
export function ReadOnly<Field extends string>({
  children,
  ...props
}: FieldProps<Field> & { children: ReactNode }) {
  const { field, label, writer } = props;
  const draft = useFieldState(writer, field)?.draft;
  const left = draft && (draft.value ?? '') !== (draft.base ?? '') ? draft.value : null;
  return (
    <div>
      <div className={styles.labelLine}>
        <span className={styles.name}>
          {label}
          <PeopleInField field={field} />
        </span>
      </div>
      {children ?? <span className={styles.nothing}>{t('tests.nothing_yet')}</span>}
      {left ? (
        <>
          <div className={styles.labelLine}>
            {rich('tests.yours_not_saved_group', {
              group: (
                <Group gap={4}>
                  <CopyButton value={left}>
                    {({ copied, copy }) => (
                      <Button size="compact-xs" variant="default" onClick={copy}>
                        {copied ? t('shared.copied') : t('tests.copy_my_text')}
                      </Button>
                    )}
                  </CopyButton>
                  <Button size="compact-xs" variant="default" onClick={() => writer.discard(field)}>
                    {t('tests.discard')}
                  </Button>
                </Group>
              ),
            })}
          </div>
          <HostileText text={left} label={t('tests.label_yours_not_saved', { label })} />
        </>
      ) : null}
    </div>
  );
}
