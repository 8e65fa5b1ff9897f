import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { longestName } from '../../../../domain/limits.ts';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { requireText } from '../../../ui/forms/rules.ts';
import { ChangedNote, useTypedOver } from '../../../ui/forms/typed-over.tsx';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { t } from '../../../words.ts';
import styles from './outline-editor.module.css';

const rule = () => requireText(t('shared.enter_name'), longestName);

/**
 * A name edited in place: Enter saves it, Esc cancels. For new items the field stays open for the next one; with `onClose` it
 * closes when done.
 */
export function NameField({
  label,
  placeholder,
  submit,
  initial = '',
  draft = '',
  isHandle = false,
  onSave,
  onClose,
}: {
  label: string;
  placeholder?: string;
  submit: string;
  initial?: string;
  /** Key of the text among this person's saved texts; without it nothing is saved. */
  draft?: string;
  /** Whether the arrow keys reach the field. */
  isHandle?: boolean;
  onSave: (name: string) => Promise<unknown>;
  onClose?: () => void;
}) {
  const kept = useDraft<string>(draft === '' ? `name.${label}` : draft);
  const field = useTypedOver(initial, kept.restored ?? initial);
  const name = field.text ?? '';
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const saving = useMutation({
    mutationFn: onSave,
    onSuccess: () => {
      kept.drop();
      field.write('');
      onClose?.();
    },
    onError: (refused) => setError(refused.message),
  });
  const write = (text: string) => {
    field.write(text);
    setError(null);
    if (text === initial) kept.drop();
    else kept.keep(text);
  };
  const showTheirs = () => {
    write(initial);
    field.begin();
  };
  const save = () => {
    if (saving.isPending) return;
    const wrong = rule()(name);
    setError(wrong);
    if (wrong !== null) input.current?.focus();
    else if (field.isUntouched || name.trim() === initial) onClose?.();
    else saving.mutate(name.trim());
  };
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    write(initial);
    onClose?.();
  };
  return (
    <form
      className={styles.naming}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <NameInput
        ref={input}
        size="xs"
        aria-label={label}
        placeholder={placeholder}
        value={name}
        error={error}
        description={field.isOvertaken ? <ChangedNote onShow={showTheirs} /> : null}
        inputWrapperOrder={['input', 'description', 'error']}
        autoFocus={onClose !== undefined}
        className={styles.input as string}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={giveUp}
        {...(isHandle ? { 'data-handle': true } : {})}
      />
      {name === '' ? null : (
        <Button type="submit" size="compact-sm" variant="default" loading={saving.isPending}>
          {submit}
        </Button>
      )}
    </form>
  );
}
