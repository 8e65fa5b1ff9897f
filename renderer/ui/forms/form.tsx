import { Alert, Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../../words.ts';
import styles from './form.module.css';
import { placeRefusal } from './form-errors.ts';

type Props<Values> = {
  form: UseFormReturnType<Values>;
  /** The mutation that writes the form. */
  saving: { error: Error | null };
  onSubmit: (values: Values) => void;
  /** Fields with a different name on the server, by that name. */
  serverNames?: Readonly<Record<string, keyof Values & string>>;
  /** The visible fields, if not all are. */
  shown?: readonly (keyof Values & string)[];
  /** Explains a refusal better than the server's message. */
  explain?: (error: Error) => string | null;
  noteTitle?: string;
  label?: string;
  gap?: 'sm' | 'md';
  buttons: ReactNode;
  children: ReactNode;
};

/**
 * A form that shows errors of its own rules and the server's refusal at their fields, and the rest above its buttons. The first
 * error gets the focus. Typed text stays.
 */
export function Form<Values extends object>({
  form,
  saving: { error },
  onSubmit,
  serverNames,
  shown = Object.keys(form.values) as (keyof Values & string)[],
  explain,
  noteTitle,
  label,
  gap = 'sm',
  buttons,
  children,
}: Props<Values>) {
  const root = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const countRefusal = () => setRefusals((count) => count + 1);
  const place = useEffectEvent((refused: Error) => {
    form.setErrors(placeRefusal(refused, shown, serverNames).atFields);
    countRefusal();
  });
  useEffect(() => {
    if (error !== null) place(error);
  }, [error]);
  useEffect(() => {
    if (refusals > 0) root.current?.querySelector<HTMLElement>(wrongPlaces)?.focus();
  }, [refusals]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const isWhole = !hasOpenChoice(event.currentTarget);
    form.onSubmit((values) => {
      if (isWhole) onSubmit(values);
    }, countRefusal)(event);
    if (!isWhole) countRefusal();
  };
  const left = error === null ? null : placeRefusal(error, shown, serverNames).left;
  return (
    <form ref={root} onSubmit={submit} noValidate aria-label={label}>
      <Stack gap={gap}>
        {children}
        {error === null || left === null ? null : (
          <Alert color="red" role="alert" tabIndex={-1} data-wrong title={noteTitle}>
            {explain?.(error) ?? left}
          </Alert>
        )}
        {buttons}
      </Stack>
    </form>
  );
}

/** Focusable elements marked as invalid, in the order of the page. */
const wrongPlaces = '[aria-invalid="true"], [data-wrong]';

/** Unfinished text in a choice field, which would be lost too; the field reports it itself. */
function hasOpenChoice(root: HTMLFormElement): boolean {
  return [...root.elements].some(
    (element) => element instanceof HTMLInputElement && element.validity.customError,
  );
}

/** The two buttons of a dialog's form. */
export function DialogButtons({
  submit,
  isSaving,
  onCancel,
}: {
  submit: string;
  isSaving: boolean;
  onCancel: () => void;
}) {
  return (
    <DialogFoot>
      <Button variant="default" onClick={onCancel}>
        {t('shared.cancel')}
      </Button>
      <Button type="submit" loading={isSaving}>
        {submit}
      </Button>
    </DialogFoot>
  );
}

/** The buttons at the end of a dialog, in sight however long it is. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" className={styles.buttons as string}>
      {children}
    </Group>
  );
}
