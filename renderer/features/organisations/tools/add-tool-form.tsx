import { Button, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { longestName } from '../../../../domain/limits.ts';
import type { ToolKind } from '../../../../domain/organisations.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { addTool } from '../../../api/organisations.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { kindOptions } from './tool-words.ts';
import styles from './tools.module.css';

type Values = { name: string; vendor: string; kind: ToolKind };

/** Enter in a native `<select>` doesn't submit the form. */
function submitByEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Adds tools one after another: Enter adds the typed one and leaves the field ready for the next. */
export function AddToolForm({ organisationId }: { organisationId: string }) {
  const queryClient = useQueryClient();
  const nameField = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [added, setAdded] = useState('');
  const { form, drop } = useKeptForm<Values>({
    draft: `new-tool.${organisationId}`,
    initialValues: { name: '', vendor: '', kind: 'edr' },
    validate: {
      name: requireText(t('organisations.give_the_tool_a_name'), longestName),
      vendor: atMost(longestName),
    },
  });
  const adding = useMutation({
    mutationFn: ({ vendor, ...tool }: Values) =>
      addTool(queryClient, organisationId, { ...tool, vendor: toNullIfEmpty(vendor) }),
    scope: { id: `tools of ${organisationId}` },
    onSuccess: ({ name }) => setAdded(t('organisations.name_is_added', { name: toVisibleText(name) })),
    onError: (error, values) => {
      // The next name may already be in the field.
      if (form.getValues().name === '') {
        form.setValues(values);
        setRefusal(error);
      } else {
        const title = t('organisations.name_is_not_added', { name: toVisibleText(values.name) });
        notifications.show({ color: 'red', title, message: error.message });
      }
    },
  });
  const add = (values: Values) => {
    setRefusal(null);
    adding.mutate(values);
    form.setValues({ name: '', vendor: '' });
    drop();
    nameField.current?.focus();
  };
  return (
    <Form
      form={form}
      saving={{ error: refusal }}
      label={t('organisations.add_a_tool')}
      onSubmit={add}
      buttons={
        <span role="status" className={styles.added}>
          {added}
        </span>
      }
    >
      <div className={styles.adding}>
        <TextInput
          ref={nameField}
          label={t('shared.name')}
          placeholder={t('organisations.enter_adds_it')}
          withAsterisk
          required
          className={styles.name}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('organisations.vendor')}
          className={styles.vendor}
          {...form.getInputProps('vendor')}
        />
        <NativeSelect
          label={t('organisations.kind')}
          data={kindOptions()}
          className={styles.pick}
          {...form.getInputProps('kind')}
          onKeyDown={submitByEnter}
        />
        <Button type="submit" variant="default" className={styles.submit}>
          {t('organisations.add_tool')}
        </Button>
      </div>
    </Form>
  );
}
