import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SecondFactor } from '../../../../server/accounts/second-factor/contract.ts';
import type { Shown } from '../../../api/accounts/second-factor.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { noProof, ProofFields, useProof } from './proof-fields.tsx';

/** Asks for a proof of identity before a change of second factors. */
export function ProofDialog<T>({
  title,
  submit,
  factors,
  children,
  onProof,
  onDone,
  onClose,
}: {
  title: string;
  submit: string;
  factors: SecondFactor;
  children: ReactNode;
  onProof: (shown: Shown) => Promise<T>;
  onDone: (result: T) => void;
  onClose: () => void;
}) {
  const proof = useProof(factors);
  const form = useForm({ initialValues: noProof, validate: proof.validate });
  const saving = useMutation({
    mutationFn: (values: typeof form.values) => onProof(proof.toShown(values)),
    onSuccess: onDone,
  });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        shown={proof.fields}
        buttons={<DialogButtons submit={submit} isSaving={saving.isPending} onCancel={onClose} />}
      >
        {children}
        <ProofFields form={form} proof={proof} />
      </Form>
    </Modal>
  );
}
