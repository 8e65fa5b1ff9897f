import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { longestDisplayName, longestToken } from '../../../domain/limits.ts';
import { acceptInvitation, invitationPreview } from '../../api/accounts/accounts.ts';
import { ApiError } from '../../api/connection/problem.ts';
import { rich } from '../../rich.ts';
import { Form } from '../../ui/forms/form.tsx';
import { requireText } from '../../ui/forms/rules.ts';
import { SecretInput } from '../../ui/forms/secret-input.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { describeRole } from '../../ui/people/role-words.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { EntryCard } from './entry-card.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { checkNewPassword, checkRepeated } from './password-rules.ts';

/** The token follows the `#` of the link, so that the browser never sends it to a server or a log. */
export function InvitationPage() {
  const go = useGo();
  const queryClient = useQueryClient();
  const hasToken = location.hash.length > 1;
  // The form's validation was set up before the response arrived.
  const known = useRef('');
  const form = useForm({
    initialValues: { token: location.hash.slice(1), display_name: '', password: '', again: '' },
    validate: {
      token: (value) =>
        hasToken ? null : requireText(t('session.enter_the_invitation_s_token'), longestToken)(value),
      display_name: requireText(t('session.enter_your_name'), longestDisplayName),
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
    <EntryCard title={t('session.accept_the_invitation')} hint={t('session.choose_a_name_and_a_password')}>
      {invited.data ? (
        <div>
          <Text size="sm">
            {rich('session.invited_as', {
              email: (
                <b>
                  <Name>{invited.data.email}</Name>
                </b>
              ),
            })}
          </Text>
          <Text size="sm">{describeRole(invited.data.role)}</Text>
          <Text size="xs" c="dimmed">
            {rich('session.valid_until', { at: <Moment at={invited.data.expires_at} /> })}
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
            {t('session.accept_and_sign_in')}
          </Button>
        }
      >
        {hasToken ? null : (
          <TextInput
            label={t('session.invitation_token')}
            autoComplete="off"
            autoFocus
            {...form.getInputProps('token')}
          />
        )}
        <TextInput
          label={t('session.your_name')}
          autoComplete="name"
          autoFocus={hasToken}
          {...form.getInputProps('display_name')}
        />
        <NewPasswordInput
          label={t('session.password')}
          owner={{ email, display_name: form.values.display_name }}
          {...form.getInputProps('password')}
        />
        <SecretInput
          label={t('session.password_again')}
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
      </Form>
      <Anchor component={Link} to="/sign-in" size="sm">
        {t('session.sign_in_with_an_account_you')}
      </Anchor>
    </EntryCard>
  );
}

const askAnew = (error: Error) =>
  t('session.message_ask_whoever_invited_you_for', { message: error.message });
