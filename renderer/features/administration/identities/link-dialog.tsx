import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestEmail, longestPassword } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { SecondFactor } from '../../../../server/accounts/second-factor/contract.ts';
import { goToLink, linkDirectory, type OfferedProvider } from '../../../api/accounts/identities.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { SecretInput } from '../../../ui/forms/secret-input.tsx';
import { t } from '../../../words.ts';
import { noProof, ProofFields, useProof } from '../second-factor/proof-fields.tsx';

/** Links an identity at the organisation, after a proof of who one is here. */
export function LinkDialog({
  provider,
  factors,
  onClose,
}: {
  provider: OfferedProvider;
  factors: SecondFactor;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const proof = useProof(factors);
  const isDirectory = provider.kind === 'ldap';
  const form = useForm({
    initialValues: { ...noProof, login: '', password: '' },
    validate: {
      ...proof.validate,
      login: (value) =>
        isDirectory ? requireText(t('identities.enter_your_name_there'), longestEmail)(value) : null,
      password: (value) => {
        if (!isDirectory) return null;
        return value === '' ? t('identities.enter_your_password_there') : atMost(longestPassword)(value);
      },
    },
  });
  const linking = useMutation({
    mutationFn: ({ login, password, ...shown }: typeof form.values) =>
      isDirectory
        ? linkDirectory(queryClient, { provider: provider.id, login, password }, proof.toShown(shown))
        : goToLink(provider.id, proof.toShown(shown)),
    onSuccess: () => {
      if (isDirectory) onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('identities.link_with', { name: toVisibleText(provider.name) })}>
      <Form
        form={form}
        saving={linking}
        onSubmit={(values) => linking.mutate(values)}
        shown={[...proof.fields, ...(isDirectory ? (['login', 'password'] as const) : [])]}
        buttons={
          <DialogButtons
            submit={isDirectory ? t('identities.link') : t('identities.go_there')}
            isSaving={linking.isPending}
            onCancel={onClose}
          />
        }
      >
        <Text size="sm">{t('identities.prove_first')}</Text>
        <ProofFields form={form} proof={proof} />
        {isDirectory ? (
          <>
            <TextInput
              label={t('identities.name_there')}
              autoComplete="off"
              {...form.getInputProps('login')}
            />
            <SecretInput
              label={t('identities.password_there')}
              autoComplete="off"
              {...form.getInputProps('password')}
            />
          </>
        ) : null}
      </Form>
    </Modal>
  );
}
