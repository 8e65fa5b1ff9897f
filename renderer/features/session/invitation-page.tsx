import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { acceptInvitation } from '../../api/accounts.ts';
import { ApiError } from '../../api/problem.ts';
import { openSession } from '../../api/session.ts';
import { EntryCard } from './entry-card.tsx';
import { newPassword, repeated } from './password-rules.ts';

/** The token stands behind the `#` of the link, so that it is never sent to a server or into a log by itself. */
export function Component() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { token: location.hash.slice(1), display_name: '', password: '', again: '' },
    validate: {
      token: (value) => (value.trim() === '' ? 'Enter the invitation’s token' : null),
      display_name: (value) => (value.trim() === '' ? 'Enter your name' : null),
      password: newPassword,
      again: (value, values) => repeated(value, values.password),
    },
  });
  const accepting = useMutation({
    mutationFn: ({ again: _again, ...input }: typeof form.values) => acceptInvitation(input),
    onSuccess: (session) => {
      queryClient.clear();
      openSession(session);
      navigate('/', { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setErrors(error.fields);
    },
  });
  return (
    <EntryCard title="Accept the invitation" hint="Choose a name and a password for your account.">
      <form onSubmit={form.onSubmit((values) => accepting.mutate(values))} noValidate>
        <Stack gap="sm">
          {location.hash.length > 1 ? null : (
            <TextInput
              label="Invitation token"
              autoComplete="off"
              autoFocus
              {...form.getInputProps('token')}
            />
          )}
          <TextInput label="Your name" autoComplete="name" {...form.getInputProps('display_name')} />
          <PasswordInput
            label="Password"
            description="At least 12 characters"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Password again"
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
          {accepting.isError ? (
            <Alert color="red" role="alert">
              {accepting.error.message}
            </Alert>
          ) : null}
          <Button type="submit" loading={accepting.isPending}>
            Accept and sign in
          </Button>
        </Stack>
      </form>
    </EntryCard>
  );
}
