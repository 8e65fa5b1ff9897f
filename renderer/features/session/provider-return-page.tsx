import { Alert, Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLoaderData } from 'react-router';
import { useGo } from '../../ui/pages/use-go.ts';
import { t } from '../../words.ts';
import { EntryCard } from './entry-card.tsx';
import { toLocalPath } from './local-path.ts';
import type { ProviderAnswer } from './provider-answer.ts';
import { SecondStep } from './second-step.tsx';

/** Shown when a sign-in at a provider still needs a second factor, or was refused. */
export function ProviderReturnPage() {
  const answer = useLoaderData<ProviderAnswer>();
  const go = useGo();
  useEffect(() => {
    // A used code is of no use to anyone, and of none in the address.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  if ('demand' in answer) {
    return (
      <SecondStep
        frame={EntryCard}
        demand={answer.demand}
        stay={answer.demand.asked?.stay ?? 'browser'}
        onEntered={(wasOthers) => void go(wasOthers ? '/' : toLocalPath(answer.demand.asked?.next ?? null))}
        onBack={() => void go('/sign-in')}
      />
    );
  }
  return (
    <EntryCard title={answer.isLink ? t('identities.not_linked') : t('identities.not_signed_in')}>
      <Alert color="red" role="alert">
        {answer.error.message}
      </Alert>
      <Button component={Link} to={answer.isLink ? '/account' : '/sign-in'} variant="default">
        {answer.isLink ? t('identities.back_to_your_account') : t('identities.back_to_the_sign_in')}
      </Button>
    </EntryCard>
  );
}
