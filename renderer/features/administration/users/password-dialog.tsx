import { Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { changeUser } from '../../../api/accounts/accounts.ts';
import { rich } from '../../../rich.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { EnterAgain, SecretInput } from '../../../ui/forms/secret-input.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { NewPasswordInput } from '../../session/new-password-input.tsx';
import { checkNewPassword, checkRepeated } from '../../session/password-rules.ts';

/** Sets a new password to hand over to a user; their sessions end. */
export function PasswordDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { form, drop, lostSecret } = useKeptForm({
    draft: `password.${user.id}`,
    secrets: ['password', 'again'],
    initialValues: { password: '', again: '' },
    validate: {
      password: (value) => checkNewPassword(value, user),
      again: (value, values) => checkRepeated(value, values.password),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (password: string) => changeUser(queryClient, user.id, { password }),
    onSuccess: () => {
      notifications.show({
        message: t('administration.new_password_in_force', { name: user.display_name }),
      });
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={t('administration.set_a_new_password')}>
      <Form
        form={form}
        saving={saving}
        onSubmit={({ password }) => saving.mutate(password)}
        buttons={
          <DialogButtons
            submit={t('administration.set_password')}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <Text size="sm">
          {rich('administration.signs_in_with_the_new_password', {
            name: (
              <strong>
                <Name>{user.display_name}</Name>
              </strong>
            ),
          })}
        </Text>
        {lostSecret ? <EnterAgain what={t('administration.new_password_2')} /> : null}
        <NewPasswordInput
          label={t('administration.new_password')}
          owner={user}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <SecretInput
          label={t('administration.new_password_again')}
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
      </Form>
    </Modal>
  );
}
