import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { longestDisplayName, longestToken } from '../../../domain/limits.ts';
import { setUp } from '../../api/accounts/accounts.ts';
import { Form } from '../../ui/forms/form.tsx';
import { emailAddress, requireText } from '../../ui/forms/rules.ts';
import { SecretInput } from '../../ui/forms/secret-input.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { t, withWords } from '../../words.ts';
import { EntryCard } from './entry-card.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { checkNewPassword, checkRepeated } from './password-rules.ts';

const SecretsNote =
  window.desktop === undefined
    ? null
    : lazy(
        withWords(
          () => import('../desktop/secrets-note.tsx').then((part) => ({ default: part.SecretsNote })),
          'desktop',
        ),
      );

export function SetupPage() {
  const go = useGo();
  const queryClient = useQueryClient();
  const [isGiven, setIsGiven] = useState(false);
  const name = useRef<HTMLInputElement>(null);
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
      install_token: requireText(t('session.enter_the_install_token'), longestToken),
      display_name: requireText(t('session.enter_your_name'), longestDisplayName),
      email: emailAddress,
      password: (value, values) => checkNewPassword(value, values),
      again: (value, values) => checkRepeated(value, values.password),
    },
  });
  const { setFieldValue } = form;
  const hasAsked = useRef(false);
  useEffect(() => {
    // `setFieldValue` changes with each render: without this, the focus would jump away while typing.
    if (hasAsked.current) return;
    hasAsked.current = true;
    void readInstallToken().then((token) => {
      if (token === null) return;
      setFieldValue('install_token', token);
      setIsGiven(true);
      name.current?.focus();
    });
  }, [setFieldValue]);
  const making = useMutation({
    mutationFn: async ({ again: _again, ...input }: typeof form.values) => {
      // A token lasts an hour, and this window may have been open longer: the desktop application can issue another.
      const fresh = isGiven ? await window.desktop?.installToken() : null;
      return setUp(queryClient, { ...input, install_token: fresh ?? input.install_token });
    },
    onSuccess: () => go('/'),
  });
  return (
    <EntryCard
      title={t('session.set_up_damson')}
      hint={
        isGiven
          ? t('session.make_the_first_administrator_the_install')
          : t('session.make_the_first_administrator_the_install_2')
      }
    >
      {SecretsNote === null ? null : (
        <Suspense>
          <SecretsNote />
        </Suspense>
      )}
      <Form
        form={form}
        saving={making}
        onSubmit={(values) => making.mutate(values)}
        buttons={
          <Button type="submit" loading={making.isPending}>
            {t('session.set_up')}
          </Button>
        }
      >
        <TextInput
          label={t('session.install_token')}
          autoComplete="off"
          autoFocus
          {...form.getInputProps('install_token')}
        />
        <TextInput
          label={t('session.your_name')}
          autoComplete="name"
          ref={name}
          {...form.getInputProps('display_name')}
        />
        <TextInput
          label={t('shared.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <NewPasswordInput
          label={t('session.password')}
          owner={form.values}
          {...form.getInputProps('password')}
        />
        <SecretInput
          label={t('session.password_again')}
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
        <Checkbox
          label={t('session.load_the_att_ck_catalogue_that')}
          {...form.getInputProps('load_catalog', { type: 'checkbox' })}
        />
      </Form>
    </EntryCard>
  );
}

/** The install token from the desktop shell, or from after the `#` of the address, which is never sent to a server. */
async function readInstallToken(): Promise<string | null> {
  const inAddress = /^#token=([\w.~-]+)$/.exec(location.hash)?.[1];
  if (inAddress !== undefined) {
    history.replaceState(history.state, '', location.pathname);
    return inAddress;
  }
  return (await window.desktop?.installToken()) ?? null;
}
