import { Alert, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { longestEmail, longestPassword } from '../../../domain/limits.ts';
import { signIn } from '../../api/accounts/accounts.ts';
import { hasSessionEnded } from '../../api/connection/session.ts';
import { Form } from '../../ui/forms/form.tsx';
import { atMost, requireText } from '../../ui/forms/rules.ts';
import { SecretInput } from '../../ui/forms/secret-input.tsx';
import { unfinishedWork } from '../../ui/forms/unfinished.ts';
import { useGo } from '../../ui/pages/use-go.ts';
import { t } from '../../words.ts';
import { CertificateNote } from './certificate-note.tsx';
import { EntryCard } from './entry-card.tsx';
import type { SecondFactorDemand } from './factor-methods.ts';
import { SecondStep } from './second-step.tsx';

/** `onFirstUse` is told where signing in will lead, when somebody begins to type. */
export function SignInPage({ onFirstUse }: { onFirstUse: (next: string) => void }) {
  const go = useGo();
  const queryClient = useQueryClient();
  const [parameters] = useSearchParams();
  const next = toLocalPath(parameters.get('next'));
  const left = unfinishedWork();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: requireText(t('session.enter_your_email'), longestEmail),
      password: (value) => (value === '' ? t('session.enter_your_password') : atMost(longestPassword)(value)),
    },
  });
  const isUsed = Object.values(form.values).some((value) => value !== '');
  const tellUse = useEffectEvent(() => onFirstUse(next));
  useEffect(() => {
    if (isUsed) tellUse();
  }, [isUsed]);
  const [demand, setDemand] = useState<SecondFactorDemand | null>(null);
  // The next person doesn't land where the last one was.
  const enter = (wasOthers: boolean) => go(wasOthers ? '/' : next);
  const entering = useMutation({
    mutationFn: (input: { email: string; password: string }) => signIn(queryClient, input),
    onSuccess: (entered) => {
      if ('demand' in entered) setDemand(entered.demand);
      else enter(entered.wasOthers);
    },
  });
  if (demand !== null) {
    const back = () => {
      setDemand(null);
      entering.reset();
      form.setFieldValue('password', '');
    };
    return <SecondStep key={demand.challenge} demand={demand} onEntered={enter} onBack={back} />;
  }
  return (
    <EntryCard title={t('session.sign_in')}>
      {hasSessionEnded() && entering.isIdle ? (
        <Alert color="yellow" role="status">
          {t(left.unsaved + left.uploads > 0 ? 'session.ended_unsaved' : 'session.ended')}
        </Alert>
      ) : null}
      <CertificateNote />
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
        <TextInput
          label={t('shared.email')}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <SecretInput
          label={t('session.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </Form>
    </EntryCard>
  );
}

/** Only a path of this server, as the browser itself reads it: `next` comes from the address, which anyone can write. */
function toLocalPath(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, location.origin)) return '/';
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  const isHere = origin === location.origin && !pathname.startsWith('//');
  // Both would end on this page again.
  const isEntry = /^\/(?:sign-in|setup)\/*$/i.test(pathname);
  return isHere && !isEntry ? pathname + search + hash : '/';
}
