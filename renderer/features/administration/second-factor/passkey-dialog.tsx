import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestPasskeyName } from '../../../../domain/limits.ts';
import type { Added, SecondFactor } from '../../../../server/accounts/second-factor/contract.ts';
import { addPasskey, renamePasskey } from '../../../api/accounts/second-factor.ts';
import { useUser } from '../../../api/connection/session.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { requireText } from '../../../ui/forms/rules.ts';
import { noProof, ProofFields, useProof } from './proof-fields.tsx';

const checkName = requireText('Enter a name', longestPasskeyName);

/** Has the browser make a passkey, and gives it a name. */
export function PasskeyDialog({
  factors,
  onAdded,
  onClose,
}: {
  factors: SecondFactor;
  onAdded: (added: Added) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const user = useUser();
  const proof = useProof(factors);
  const form = useForm({
    initialValues: { name: '', ...noProof },
    validate: { name: checkName, ...proof.validate },
  });
  const adding = useMutation({
    mutationFn: ({ name, ...values }: typeof form.values) =>
      addPasskey(queryClient, proof.toShown(values), user, name.trim()),
    onSuccess: onAdded,
  });
  return (
    <Modal opened onClose={onClose} title="Add a passkey">
      <Form
        form={form}
        saving={adding}
        onSubmit={(values) => adding.mutate(values)}
        shown={['name', ...proof.fields]}
        buttons={<DialogButtons submit="Add the passkey" isSaving={adding.isPending} onCancel={onClose} />}
      >
        <Text size="sm">
          A security key, a phone or this device. It works at {factors.passkey_host} alone, and signing in
          asks for it besides your password.
        </Text>
        <TextInput label="Name" description="To tell it from others" {...form.getInputProps('name')} />
        <ProofFields form={form} proof={proof} />
      </Form>
    </Modal>
  );
}

export function RenameDialog({
  passkey,
  onClose,
}: {
  passkey: { id: string; name: string };
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: passkey.name }, validate: { name: checkName } });
  const saving = useMutation({
    mutationFn: ({ name }: typeof form.values) => renamePasskey(queryClient, passkey.id, name.trim()),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title="Rename the passkey">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit="Save" isSaving={saving.isPending} onCancel={onClose} />}
      >
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      </Form>
    </Modal>
  );
}
