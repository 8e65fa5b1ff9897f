import { Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { changeUser } from '../../../api/accounts/accounts.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { EnterAgain, SecretInput } from '../../../ui/forms/secret-input.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { Name } from '../../../ui/text/name.tsx';
import { NewPasswordInput } from '../../session/new-password-input.tsx';
import { checkNewPassword, checkRepeated } from '../../session/password-rules.ts';

/** Gives a user a new password to hand over; their sessions end. */
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
      notifications.show({ message: `The new password of ${user.display_name} is in force.` });
      close();
    },
  });
  return (
    <Modal opened onClose={close} title="Set a new password">
      <Form
        form={form}
        saving={saving}
        onSubmit={({ password }) => saving.mutate(password)}
        buttons={<DialogButtons submit="Set password" isSaving={saving.isPending} onCancel={close} />}
      >
        <Text size="sm">
          <strong>
            <Name>{user.display_name}</Name>
          </strong>{' '}
          is signed out everywhere and signs in with the new password, which you hand over.
        </Text>
        {lostSecret ? <EnterAgain what="new password" /> : null}
        <NewPasswordInput
          label="New password"
          owner={user}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <SecretInput
          label="New password again"
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
      </Form>
    </Modal>
  );
}
