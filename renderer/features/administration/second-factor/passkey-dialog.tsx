import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestPasskeyName } from '../../../../domain/limits.ts';
import type { Added, SecondFactor } from '../../../../server/accounts/second-factor/contract.ts';
import { addPasskey, renamePasskey } from '../../../api/accounts/second-factor.ts';
import { useUser } from '../../../api/connection/session.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { requireText } from '../../../ui/forms/rules.ts';
import { t } from '../../../words.ts';
import { noProof, ProofFields, useProof } from './proof-fields.tsx';

const checkName = () => requireText(t('shared.enter_name'), longestPasskeyName);

/** Lets the browser create a passkey, and names it. */
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
    validate: { name: checkName(), ...proof.validate },
  });
  const adding = useMutation({
    mutationFn: ({ name, ...values }: typeof form.values) =>
      addPasskey(queryClient, proof.toShown(values), user, name.trim()),
    onSuccess: onAdded,
  });
  return (
    <Modal opened onClose={onClose} title={t('administration.add_a_passkey')}>
      <Form
        form={form}
        saving={adding}
        onSubmit={(values) => adding.mutate(values)}
        shown={['name', ...proof.fields]}
        buttons={
          <DialogButtons
            submit={t('administration.add_the_passkey')}
            isSaving={adding.isPending}
            onCancel={onClose}
          />
        }
      >
        <Text size="sm">
          {t('administration.a_security_key_a_phone_or', { host: factors.passkey_host ?? '' })}
        </Text>
        <TextInput
          label={t('shared.name')}
          description={t('administration.to_tell_it_from_others')}
          {...form.getInputProps('name')}
        />
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
  const form = useForm({ initialValues: { name: passkey.name }, validate: { name: checkName() } });
  const saving = useMutation({
    mutationFn: ({ name }: typeof form.values) => renamePasskey(queryClient, passkey.id, name.trim()),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('administration.rename_the_passkey')}>
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={onClose} />}
      >
        <NameInput label={t('shared.name')} {...form.getInputProps('name')} />
      </Form>
    </Modal>
  );
}
