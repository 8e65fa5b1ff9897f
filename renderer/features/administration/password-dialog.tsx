import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { User } from '../../../server/accounts/contract.ts';
import { changeUser } from '../../api/accounts.ts';
import { fieldErrors } from '../../ui/form-errors.ts';
import { Name } from '../../ui/name.tsx';
import { newPassword, repeated } from '../session/password-rules.ts';

/** Gives a user a new password to hand over; their sessions end. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({
    initialValues: { password: '', again: '' },
    validate: { password: newPassword, again: (value, values) => repeated(value, values.password) },
  });
  const saving = useMutation({
    mutationFn: (password: string) => changeUser(user.id, { password }),
    onSuccess: () => {
      notifications.show({ message: `The new password of ${user.display_name} is in force.` });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error, ['password']) ?? {}),
  });
  return (
    <Modal opened onClose={onClose} title="Set a new password">
      <form onSubmit={form.onSubmit(({ password }) => saving.mutate(password))} noValidate>
        <Stack gap="sm">
          <Text size="sm">
            <strong>
              <Name>{user.display_name}</Name>
            </strong>{' '}
            is signed out everywhere and signs in with the new password, which you hand over.
          </Text>
          <PasswordInput
            label="New password"
            description="At least 12 characters"
            autoComplete="new-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="New password again"
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
          {saving.isError && form.errors.password === undefined ? (
            <Alert color="red" role="alert">
              {saving.error.message}
            </Alert>
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Set password
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
