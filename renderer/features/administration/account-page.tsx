import { Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { longestDisplayName } from '../../../domain/limits.ts';
import type { User } from '../../../server/accounts/users/contract.ts';
import { changeName, me } from '../../api/accounts/accounts.ts';
import { takeAccount } from '../../api/accounts/preferences.ts';
import { useUser } from '../../api/connection/session.ts';
import { Form } from '../../ui/forms/form.tsx';
import { requireText } from '../../ui/forms/rules.ts';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { describeRole } from '../../ui/people/role-words.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import styles from './administration.module.css';
import { DisplayCard } from './display-card.tsx';
import { IdentitiesCard } from './identities/identities-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';
import { OwnSessions } from './sessions/own-sessions.tsx';
import { OwnTokens } from './tokens/own-tokens.tsx';

export function AccountPage() {
  const user = useUser();
  const { data } = useQuery(me);
  const [renamed, setRenamed] = useState(0);
  // The account is read again, because permissions may have changed since the sign-in.
  useEffect(() => {
    if (data) takeAccount(data);
  }, [data]);
  return (
    <Stack gap="md" maw={760}>
      <PageHead title={t('administration.my_account')} />
      <Facts user={user} />
      <NameForm key={renamed} user={user} onSaved={() => setRenamed((times) => times + 1)} />
      <DisplayCard />
      <PasswordCard user={user} />
      <SecondFactorCard />
      <IdentitiesCard />
      <OwnSessions />
      <OwnTokens />
    </Stack>
  );
}

function Facts({ user }: { user: User }) {
  return (
    <Paper withBorder p="md">
      <dl className={styles.facts}>
        <dt>{t('shared.email')}</dt>
        <dd>
          <Name>{user.email}</Name>
        </dd>
        <dt>{t('shared.role')}</dt>
        <dd>{describeRole(user.role)}</dd>
        <dt>{t('shared.groups')}</dt>
        <dd>
          {user.groups.length === 0 ? (
            t('administration.no_groups')
          ) : (
            <Name>{user.groups.map(({ name }) => name).join(', ')}</Name>
          )}
        </dd>
        <dt>{t('administration.permissions')}</dt>
        <dd>{user.permissions.map((permission) => t(`permissions.name.${permission}`)).join(' · ')}</dd>
      </dl>
    </Paper>
  );
}

function NameForm({ user, onSaved }: { user: User; onSaved: () => void }) {
  const { form, drop, changes } = useKeptForm({
    draft: 'my-name',
    initialValues: { display_name: user.display_name },
    validate: { display_name: requireText(t('administration.enter_your_name'), longestDisplayName) },
  });
  const saving = useMutation({
    mutationFn: changeName,
    onSuccess: () => {
      drop();
      onSaved();
      notifications.show({ message: t('administration.your_name_was_changed') });
    },
  });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="name-title">
      <Title order={2} id="name-title" mb="sm">
        {t('shared.name')}
      </Title>
      <Form
        form={form}
        saving={saving}
        onSubmit={({ display_name }) => saving.mutate(display_name)}
        buttons={
          <Group>
            <Button type="submit" loading={saving.isPending} disabled={changes.display_name === undefined}>
              {t('administration.save_name')}
            </Button>
          </Group>
        }
      >
        <TextInput
          label={t('administration.your_name')}
          description={t('administration.as_others_see_it_beside_what')}
          autoComplete="name"
          maw={380}
          {...form.getInputProps('display_name')}
        />
      </Form>
    </Paper>
  );
}
