import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SecondFactor } from '../../../server/accounts/second-factor/contract.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import { ownIdentities } from '../../api/accounts/identities.ts';
import { changePassword, secondFactor } from '../../api/accounts/second-factor.ts';
import { Form } from '../../ui/forms/form.tsx';
import { SecretInput } from '../../ui/forms/secret-input.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { t } from '../../words.ts';
import { NewPasswordInput } from '../session/new-password-input.tsx';
import { checkNewPassword, checkRepeated } from '../session/password-rules.ts';
import { noProof, ProofFields, useProof } from './second-factor/proof-fields.tsx';

/** Changes one's own password, with a second factor if there is one. */
export function PasswordCard({ user }: { user: User }) {
  const factors = useQuery(secondFactor);
  const proof = useQuery(ownIdentities).data?.proof;
  // The organisation keeps the password.
  if (proof === 'directory' || proof === 'provider') return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="password-title">
      <Title order={2} id="password-title" mb="sm">
        {t('administration.password')}
      </Title>
      {factors.data !== undefined ? (
        <PasswordForm user={user} factors={factors.data} />
      ) : factors.error === null ? (
        <SkeletonRows rows={3} />
      ) : (
        <ProblemNote
          error={factors.error}
          what={t('administration.second_factors')}
          onRetry={() => factors.refetch()}
        />
      )}
    </Paper>
  );
}

function PasswordForm({ user, factors }: { user: User; factors: SecondFactor }) {
  const queryClient = useQueryClient();
  const proof = useProof(factors);
  const form = useForm({
    initialValues: { ...noProof, new_password: '', again: '' },
    validate: {
      ...proof.validate,
      new_password: (value) => checkNewPassword(value, user),
      again: (value, values) => checkRepeated(value, values.new_password),
    },
  });
  const saving = useMutation({
    mutationFn: ({ new_password, again: _, ...shown }: typeof form.values) =>
      changePassword(queryClient, proof.toShown(shown), new_password),
    onSuccess: () => {
      form.reset();
      notifications.show({ message: t('administration.your_password_was_changed_your_other') });
    },
  });
  return (
    <Form
      form={form}
      saving={saving}
      onSubmit={(values) => saving.mutate(values)}
      shown={[...proof.fields, 'new_password', 'again']}
      buttons={
        <Group>
          <Button type="submit" loading={saving.isPending}>
            {t('administration.change_password')}
          </Button>
        </Group>
      }
    >
      <Stack gap="sm" maw={380}>
        <ProofFields form={form} proof={proof} />
        <NewPasswordInput
          label={t('administration.new_password')}
          owner={user}
          {...form.getInputProps('new_password')}
        />
        <SecretInput
          label={t('administration.new_password_again')}
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
      </Stack>
    </Form>
  );
}
