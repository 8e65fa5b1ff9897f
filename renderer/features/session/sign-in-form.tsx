import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { longestEmail, longestPassword } from '../../../domain/limits.ts';
import { type Stay, signIn } from '../../api/accounts/accounts.ts';
import { offeredProviders } from '../../api/accounts/identities.ts';
import { hasSessionEnded, useSession } from '../../api/connection/session.ts';
import { Form } from '../../ui/forms/form.tsx';
import { atMost, requireText } from '../../ui/forms/rules.ts';
import { SecretInput } from '../../ui/forms/secret-input.tsx';
import { unfinishedWork } from '../../ui/forms/unfinished.ts';
import { t } from '../../words.ts';
import type { EntryFrame } from './entry-card.tsx';
import type { SecondFactorDemand } from './factor-methods.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { SecondStep } from './second-step.tsx';

/**
 * Both steps of a sign-in. `onFirstUse` is called when typing begins, `onEntered` with whether the page belonged to someone else.
 */
export function SignInForm({
  frame: Frame,
  email,
  next,
  note = null,
  onFirstUse = () => {},
  onEntered,
}: {
  frame: EntryFrame;
  email: string;
  /** The page to come back to from a provider. */
  next: string;
  note?: ReactNode;
  onFirstUse?: () => void;
  onEntered: (wasOthers: boolean) => void;
}) {
  const queryClient = useQueryClient();
  const left = unfinishedWork();
  const offered = useQuery(offeredProviders).data?.items ?? [];
  const directories = offered.filter(({ kind }) => kind === 'ldap');
  const [chosen, choose] = useState<string | null>(null);
  const directory = directories.find(({ id }) => id === (chosen ?? directories[0]?.id)) ?? null;
  const form = useForm({
    initialValues: { email, password: '', isKept: false },
    validate: {
      email: requireText(
        directory === null ? t('session.enter_your_email') : t('session.enter_your_name'),
        longestEmail,
      ),
      password: (value) => (value === '' ? t('session.enter_your_password') : atMost(longestPassword)(value)),
    },
  });
  const isUsed = form.isDirty();
  const tellUse = useEffectEvent(onFirstUse);
  useEffect(() => {
    if (isUsed) tellUse();
  }, [isUsed]);
  const [demand, setDemand] = useState<SecondFactorDemand | null>(null);
  const stay: Stay = form.values.isKept ? 'computer' : 'browser';
  const entering = useMutation({
    mutationFn: ({ isKept: _, ...typed }: typeof form.values) =>
      signIn(queryClient, { ...typed, stay, ...(directory && { provider: directory.id }) }),
    onSuccess: (entered) => {
      if ('demand' in entered) setDemand(entered.demand);
      else onEntered(entered.wasOthers);
    },
  });
  const isElsewhere = useSession() !== null && (entering.isIdle || entering.isError) && demand === null;
  const goOn = useEffectEvent(() => onEntered(false));
  useEffect(() => {
    // Another tab has signed in.
    if (isElsewhere) goOn();
  }, [isElsewhere]);
  if (demand !== null) {
    const back = () => {
      setDemand(null);
      entering.reset();
      form.setFieldValue('password', '');
    };
    return (
      <SecondStep
        key={demand.challenge}
        frame={Frame}
        demand={demand}
        stay={stay}
        onEntered={onEntered}
        onBack={back}
      />
    );
  }
  return (
    <Frame title={t('session.sign_in')}>
      {hasSessionEnded() && entering.isIdle ? (
        <Alert color="yellow" role="status">
          {t(left.unsaved + left.uploads > 0 ? 'session.ended_unsaved' : 'session.ended')}
        </Alert>
      ) : null}
      {note}
      <ProviderButtons providers={offered} stay={stay} next={next} />
      <Form
        form={form}
        saving={entering}
        onSubmit={(values) => entering.mutate(values)}
        buttons={
          <Button type="submit" loading={entering.isPending}>
            {t('session.sign_in')}
          </Button>
        }
      >
        {directories.length === 0 ? null : (
          <NativeSelect
            label={t('session.account_of')}
            value={directory?.id ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              ...directories.map(({ id, name }) => ({ value: id, label: name })),
              { value: '', label: t('session.this_server') },
            ]}
          />
        )}
        <TextInput
          label={directory === null ? t('shared.email') : t('shared.name')}
          type={directory === null ? 'email' : 'text'}
          autoComplete="username"
          autoFocus={email === ''}
          {...form.getInputProps('email')}
        />
        <SecretInput
          label={t('session.password')}
          autoComplete="current-password"
          data-autofocus={email === '' ? undefined : true}
          {...form.getInputProps('password')}
        />
        <Checkbox
          label={t('session.keep_me_signed_in')}
          description={t('session.keep_me_signed_in_hint')}
          {...form.getInputProps('isKept', { type: 'checkbox' })}
        />
      </Form>
    </Frame>
  );
}
