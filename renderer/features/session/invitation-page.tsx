import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { longestDisplayName, longestToken } from '../../../domain/limits.ts';
import { acceptInvitation, invitationPreview } from '../../api/accounts/accounts.ts';
import { ApiError } from '../../api/connection/problem.ts';
import { Form } from '../../ui/forms/form.tsx';
import { requireText } from '../../ui/forms/rules.ts';
import { SecretInput } from '../../ui/forms/secret-input.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { describeRole } from '../../ui/people/role-words.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { EntryCard } from './entry-card.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { checkNewPassword, checkRepeated } from './password-rules.ts';

/** The token stands behind the `#` of the link, so that it is never sent to a server or into a log by itself. */
export function InvitationPage() {
  const go = useGo();
  const queryClient = useQueryClient();
  const hasToken = location.hash.length > 1;
  // The rules of the form were made before the answer came.
  const known = useRef('');
  const form = useForm({
    initialValues: { token: location.hash.slice(1), display_name: '', password: '', again: '' },
    validate: {
      token: (value) => (hasToken ? null : requireText('Enter the invitation’s token', longestToken)(value)),
      display_name: requireText('Enter your name', longestDisplayName),
      password: (value, { display_name }) => checkNewPassword(value, { email: known.current, display_name }),
      again: (value, values) => checkRepeated(value, values.password),
    },
  });
  const invited = useQuery(invitationPreview(location.hash.slice(1)));
  const email = invited.data?.email ?? '';
  known.current = email;
  const accepting = useMutation({
    mutationFn: ({ again: _again, ...input }: typeof form.values) => acceptInvitation(queryClient, input),
    onSuccess: () => go('/'),
  });
  return (
    <EntryCard title="Accept the invitation" hint="Choose a name and a password for your account.">
      {invited.data ? (
        <div>
          <Text size="sm">
            You are invited as{' '}
            <b>
              <Name>{invited.data.email}</Name>
            </b>
            , with which you will sign in.
          </Text>
          <Text size="sm">{describeRole(invited.data.role)}.</Text>
          <Text size="xs" c="dimmed">
            Valid until <Moment at={invited.data.expires_at} />
          </Text>
        </div>
      ) : null}
      {invited.error instanceof ApiError && invited.error.status === 403 ? (
        <Alert color="yellow" role="status">
          {askAnew(invited.error)}
        </Alert>
      ) : null}
      <Form
        form={form}
        saving={accepting}
        onSubmit={(values) => accepting.mutate(values)}
        explain={(error) => (error instanceof ApiError && error.status === 403 ? askAnew(error) : null)}
        shown={hasToken ? ['display_name', 'password'] : ['token', 'display_name', 'password']}
        buttons={
          <Button type="submit" loading={accepting.isPending}>
            Accept and sign in
          </Button>
        }
      >
        {hasToken ? null : (
          <TextInput label="Invitation token" autoComplete="off" autoFocus {...form.getInputProps('token')} />
        )}
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('display_name')} />
        <NewPasswordInput
          label="Password"
          owner={{ email, display_name: form.values.display_name }}
          {...form.getInputProps('password')}
        />
        <SecretInput label="Password again" autoComplete="new-password" {...form.getInputProps('again')} />
      </Form>
      <Anchor component={Link} to="/sign-in" size="sm">
        Sign in with an account you have
      </Anchor>
    </EntryCard>
  );
}

const askAnew = (error: Error) => `${error.message}. Ask whoever invited you for a new link.`;
