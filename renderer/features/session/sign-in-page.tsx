import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { signIn } from '../../api/accounts.ts';
import { openSession, sessionWasEnded } from '../../api/session.ts';
import { EntryCard } from './entry-card.tsx';

export function Component() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [parameters] = useSearchParams();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Enter your email' : null),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      queryClient.clear();
      openSession(session);
      navigate(localPath(parameters.get('next')), { replace: true });
    },
  });
  return (
    <EntryCard title="Sign in">
      {sessionWasEnded() && entering.isIdle ? (
        <Alert color="yellow" role="status">
          Your session has ended. Sign in to go on where you were.
        </Alert>
      ) : null}
      <form onSubmit={form.onSubmit((values) => entering.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          {entering.isError ? (
            <Alert color="red" role="alert">
              {entering.error.message}
            </Alert>
          ) : null}
          <Button type="submit" loading={entering.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </EntryCard>
  );
}

/** Only a path of this server: `next` comes from the address, which anyone can write. */
function localPath(next: string | null): string {
  return next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\') ? next : '/';
}
