import { Button, Code, Group, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { longestDisplayName, longestPassword } from '../../../domain/limits.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import { changeName, changePassword, me } from '../../api/accounts.ts';
import { updateUser, useUser } from '../../api/session.ts';
import { Form } from '../../ui/form.tsx';
import { Name } from '../../ui/name.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { describeRole } from '../../ui/role-words.ts';
import { atMost, requireText } from '../../ui/rules.ts';
import { SecretInput } from '../../ui/secret-input.tsx';
import { useKeptForm } from '../../ui/use-kept-form.ts';
import { NewPasswordInput } from '../session/new-password-input.tsx';
import { checkNewPassword, checkRepeated } from '../session/password-rules.ts';
import styles from './administration.module.css';
import { DisplayCard } from './display-card.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';
import { OwnSessions } from './sessions/own-sessions.tsx';

export function AccountPage() {
  const user = useUser();
  const { data } = useQuery(me);
  const [renamed, setRenamed] = useState(0);
  // Permissions may have been given or taken since the sign-in.
  useEffect(() => {
    if (data) updateUser(data);
  }, [data]);
  return (
    <Stack gap="md" maw={760}>
      <PageHead title="My account" />
      <Facts user={user} />
      <NameForm key={renamed} user={user} onSaved={() => setRenamed((times) => times + 1)} />
      <DisplayCard />
      <PasswordForm user={user} />
      <SecondFactorCard />
      <OwnSessions />
    </Stack>
  );
}

function Facts({ user }: { user: User }) {
  return (
    <Paper withBorder p="md">
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>
          <Name>{user.email}</Name>
        </dd>
        <dt>Role</dt>
        <dd>{describeRole(user.role)}</dd>
        <dt>Groups</dt>
        <dd>
          {user.groups.length === 0 ? 'none' : <Name>{user.groups.map(({ name }) => name).join(', ')}</Name>}
        </dd>
        <dt>Permissions</dt>
        <dd>
          <Group gap={4}>
            {user.permissions.map((permission) => (
              <Code key={permission}>{permission}</Code>
            ))}
          </Group>
        </dd>
      </dl>
    </Paper>
  );
}

function NameForm({ user, onSaved }: { user: User; onSaved: () => void }) {
  const { form, drop, changes } = useKeptForm({
    draft: 'my-name',
    initialValues: { display_name: user.display_name },
    validate: { display_name: requireText('Enter your name', longestDisplayName) },
  });
  const saving = useMutation({
    mutationFn: changeName,
    onSuccess: () => {
      drop();
      onSaved();
      notifications.show({ message: 'Your name was changed.' });
    },
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="name-title">
      <Title order={2} id="name-title" mb="sm">
        Name
      </Title>
      <Form
        form={form}
        saving={saving}
        onSubmit={({ display_name }) => saving.mutate(display_name)}
        buttons={
          <Group>
            <Button type="submit" loading={saving.isPending} disabled={changes.display_name === undefined}>
              Save name
            </Button>
          </Group>
        }
      >
        <TextInput
          label="Your name"
          description="As others see it beside what you record"
          autoComplete="name"
          maw={380}
          {...form.getInputProps('display_name')}
        />
      </Form>
    </Paper>
  );
}

function PasswordForm({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { current_password: '', new_password: '', again: '' },
    validate: {
      current_password: (value) =>
        value === '' ? 'Enter your current password' : atMost(longestPassword)(value),
      new_password: (value) => checkNewPassword(value, user),
      again: (value, values) => checkRepeated(value, values.new_password),
    },
  });
  const saving = useMutation({
    mutationFn: ({ current_password, new_password }: typeof form.values) =>
      changePassword(queryClient, { current_password, new_password }),
    onSuccess: () => {
      form.reset();
      notifications.show({ message: 'Your password was changed. Your other sessions have ended.' });
    },
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="password-title">
      <Title order={2} id="password-title" mb="sm">
        Password
      </Title>
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={
          <Group>
            <Button type="submit" loading={saving.isPending}>
              Change password
            </Button>
          </Group>
        }
      >
        <Stack gap="sm" maw={380}>
          <SecretInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <NewPasswordInput label="New password" owner={user} {...form.getInputProps('new_password')} />
          <SecretInput
            label="New password again"
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
        </Stack>
      </Form>
    </Paper>
  );
}
