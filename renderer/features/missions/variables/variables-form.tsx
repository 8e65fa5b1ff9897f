import { Button, Modal, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { longestVariable, longestVariableName, mostVariables } from '../../../../domain/limits.ts';
import { type Variables, variableName } from '../../../../domain/variables.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import styles from './variables.module.css';

/** A variable as a row of the form; `inherited` applies while the variable has no value of its own. */
export type VariableRow = { name: string; hint: string | null; inherited: string | null };

type Values = {
  /** Typed values by name, so that others' changes stay; an empty value counts as none. */
  edited: Record<string, string>;
  name: string;
  value: string;
};

type Props = {
  title: string;
  about: string;
  /** Key of the form's text among this person's saved texts. */
  draft: string;
  rows: readonly VariableRow[];
  present: Variables;
  /** Saves changed values; null removes one. */
  save: (changes: Record<string, string | null>) => Promise<unknown>;
  onClose: () => void;
};

/** The values of variables, those used in commands first, with room for one more. */
export function VariablesForm({ title, about, draft, rows, present, save, onClose }: Props) {
  const { form, drop } = useKeptForm<Values>({
    draft,
    initialValues: { edited: {}, name: '', value: '' },
    validate: {
      name: (name, { value, edited }) =>
        name === '' && value === '' ? null : judgeName(name, { ...present, ...edited }),
      edited: (edited) =>
        countValues({ ...present, ...edited }) > mostVariables
          ? t('mission_editor.there_may_be_at_most_most', { most_variables: mostVariables })
          : null,
    },
  });
  const saving = useMutation({
    mutationFn: ({ edited, name, value }: Values) =>
      save(findChanges(present, name === '' ? edited : { ...edited, [name]: value })),
    onSuccess: () => close(),
  });
  const close = () => {
    drop();
    onClose();
  };
  const { edited, name, value } = form.values;
  const values = { ...present, ...edited };
  const known = new Set(rows.map((row) => row.name));
  const more = Object.keys(values)
    .filter((own) => !known.has(own))
    .map((own) => ({ name: own, hint: null, inherited: null }));
  const add = () => {
    if (form.validateField('name').hasError || name === '') return;
    form.setValues({ edited: { ...edited, [name]: value }, name: '', value: '' });
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || name === '') return;
    event.preventDefault();
    add();
  };
  return (
    <Modal opened onClose={close} title={title} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={(typed) => saving.mutate(typed)}
        serverNames={{ variables: 'edited' }}
        gap="md"
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <Text size="sm">{about}</Text>
        {rows.length + more.length > 0 ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
            {[...rows, ...more].map(({ name: own, hint, inherited }) => (
              <TextInput
                key={own}
                label={own}
                labelProps={{ className: styles.name }}
                {...(hint === null ? {} : { description: hint })}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                placeholder={inherited === null ? t('mission_editor.no_value') : toVisibleText(inherited)}
                maxLength={longestVariable}
                spellCheck={false}
                autoComplete="off"
                value={values[own] ?? ''}
                onChange={({ currentTarget: { value: typed } }) =>
                  form.setFieldValue('edited', { ...edited, [own]: typed })
                }
              />
            ))}
          </SimpleGrid>
        ) : null}
        {form.errors.edited ? (
          <Text size="sm" c="red" role="alert">
            {form.errors.edited}
          </Text>
        ) : null}
        <div className={styles.adding}>
          <TextInput
            label={t('mission_editor.another_variable')}
            placeholder={'target_host'}
            maxLength={longestVariableName}
            spellCheck={false}
            autoComplete="off"
            onKeyDown={addByEnter}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('mission_editor.its_value')}
            maxLength={longestVariable}
            spellCheck={false}
            autoComplete="off"
            onKeyDown={addByEnter}
            {...form.getInputProps('value')}
          />
          <Button variant="default" onClick={add} disabled={name === ''}>
            {t('shared.add')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

function judgeName(name: string, values: Readonly<Record<string, string>>): string | null {
  if (!variableName.test(name)) return t('mission_editor.a_name_has_letters_digits_and');
  return values[name] ? t('mission_editor.it_has_a_value_already') : null;
}

function countValues(values: Readonly<Record<string, string>>): number {
  return Object.values(values).filter(Boolean).length;
}

function findChanges(
  before: Variables,
  edited: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const changed = Object.entries(edited).filter(([name, value]) => value !== (before[name] ?? ''));
  return Object.fromEntries(changed.map(([name, value]) => [name, value === '' ? null : value]));
}
