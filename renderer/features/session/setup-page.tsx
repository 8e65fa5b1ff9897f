import { Alert, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { setUp } from '../../api/accounts.ts';
import { ApiError } from '../../api/problem.ts';
import { openSession } from '../../api/session.ts';
import { EntryCard } from './entry-card.tsx';
import { newPassword, repeated } from './password-rules.ts';

export function Component() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      install_token: '',
      display_name: '',
      email: '',
      password: '',
      again: '',
      load_catalog: true,
    },
    validate: {
      install_token: (value) => (value.trim() === '' ? 'Enter the install token' : null),
      display_name: (value) => (value.trim() === '' ? 'Enter your name' : null),
      email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : 'Enter an email address'),
      password: newPassword,
      again: (value, values) => repeated(value, values.password),
    },
  });
  const making = useMutation({
    mutationFn: ({ again: _again, ...input }: typeof form.values) => setUp(input),
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
    <EntryCard
      title="Set up Damson"
      hint="Make the first administrator. The install token comes from “damson install-token” on the machine that runs the server."
    >
      <form onSubmit={form.onSubmit((values) => making.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Install token"
            autoComplete="off"
            autoFocus
            {...form.getInputProps('install_token')}
          />
          <TextInput label="Your name" autoComplete="name" {...form.getInputProps('display_name')} />
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
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
          <Checkbox
            label="Load the ATT&CK catalogue that ships with Damson"
            {...form.getInputProps('load_catalog', { type: 'checkbox' })}
          />
          {making.isError ? (
            <Alert color="red" role="alert">
              {making.error.message}
            </Alert>
          ) : null}
          <Button type="submit" loading={making.isPending}>
            Set up
          </Button>
        </Stack>
      </form>
    </EntryCard>
  );
}
