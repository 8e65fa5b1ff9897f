import { Modal } from '@mantine/core';
import type { UseFormInput, UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TlptDay, TlptNote, TlptText } from '../../../../domain/tlpt.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { changeTlpt } from '../../../api/missions/tlpt.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';

/** Changes some fields of the record; unchanged ones are not written. */
export function FieldsDialog<Field extends TlptDay | TlptNote | TlptText>({
  tlpt,
  name,
  title,
  fields,
  validate,
  children,
  onClose,
}: {
  tlpt: Tlpt;
  /** Key of the saved text. */
  name: string;
  title: string;
  fields: readonly Field[];
  validate: NonNullable<UseFormInput<Record<Field, string>>['validate']>;
  children: (form: UseFormReturnType<Record<Field, string>>) => ReactNode;
  onClose: () => void;
}) {
  type Values = Record<Field, string>;
  const queryClient = useQueryClient();
  const { form, drop, changes } = useKeptForm<Values>({
    draft: `${name}.${tlpt.id}`,
    initialValues: Object.fromEntries(fields.map((field) => [field, tlpt[field] ?? ''])) as Values,
    validate,
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: () =>
      changeTlpt(
        queryClient,
        tlpt.id,
        Object.fromEntries(
          Object.entries(changes).map(([field, text]) => [field, toNullIfEmpty(text as string)]),
        ),
      ),
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={title} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={() => saving.mutate()}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        {children(form)}
      </Form>
    </Modal>
  );
}
