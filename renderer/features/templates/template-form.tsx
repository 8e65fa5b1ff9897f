import { Button, Group } from '@mantine/core';
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { Form } from '../../ui/forms/form.tsx';
import { pickChanged } from '../../ui/forms/pick-changed.ts';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { t } from '../../words.ts';
import { DraftNote } from './draft-note.tsx';
import styles from './form-bar.module.css';

/** `saved` is the server's state; `onSave` gets the whole form and the changed fields. */
export type Editing<Values> = {
  saved: Values;
  draftName: string;
  submitLabel: string;
  isSaving: boolean;
  error: Error | null;
  onSave: (values: Values, changed: Partial<Values>) => Promise<unknown>;
  onCancel: () => void;
};

/** The form of a template; typed text outlives the page until it is saved or discarded. */
export function TemplateForm<Values extends Record<string, unknown>>({
  editing: { saved, draftName, submitLabel, isSaving, error, onSave, onCancel },
  label,
  rules,
  serverNames,
  fields,
}: {
  editing: Editing<Values>;
  label: string;
  rules: NonNullable<UseFormInput<Values>['validate']>;
  serverNames?: Readonly<Record<string, keyof Values & string>>;
  fields: (form: UseFormReturnType<Values>) => ReactNode;
}) {
  const draft = useDraft<Values>(draftName);
  const [basis] = useState(saved);
  const [isRestored, setRestored] = useState(draft.restored !== null);
  const form = useForm<Values>({
    initialValues: { ...basis, ...draft.restored },
    validate: rules,
    onValuesChange: draft.keep,
  });
  return (
    <Form
      form={form}
      saving={{ error }}
      label={label}
      gap="md"
      noteTitle={t('templates.it_was_not_saved')}
      {...(serverNames ? { serverNames } : {})}
      onSubmit={(values) => {
        // `error` is the refusal of a save; the draft stays.
        onSave(values, pickChanged(basis, values)).then(draft.drop, () => {});
      }}
      buttons={
        <Group gap="xs" className={styles.bar}>
          <Button type="submit" loading={isSaving}>
            {submitLabel}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              draft.drop();
              onCancel();
            }}
          >
            {t('shared.cancel')}
          </Button>
        </Group>
      }
    >
      {isRestored ? (
        <DraftNote
          onDiscard={() => {
            form.setValues(basis);
            form.clearErrors();
            draft.drop();
            setRestored(false);
          }}
        />
      ) : null}
      {fields(form)}
    </Form>
  );
}
