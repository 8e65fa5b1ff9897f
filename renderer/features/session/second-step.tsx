import { Alert, Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { finishSignIn, type Stay } from '../../api/accounts/accounts.ts';
import { explainNoPasskeys, signWithPasskey } from '../../api/accounts/passkeys.ts';
import { Form } from '../../ui/forms/form.tsx';
import { t } from '../../words.ts';
import type { EntryFrame } from './entry-card.tsx';
import { FactorField } from './factor-field.tsx';
import { checkFactor, type SecondFactorDemand, type SecondFactorMethod, toTyped } from './factor-methods.ts';

/** The second step of a sign-in with a second factor. */
export function SecondStep({
  frame: Frame,
  demand,
  stay,
  onEntered,
  onBack,
}: {
  frame: EntryFrame;
  demand: SecondFactorDemand;
  stay: Stay;
  onEntered: (wasOthers: boolean) => void;
  onBack: () => void;
}) {
  const queryClient = useQueryClient();
  const methods = demand.methods.filter(
    (one) => one !== 'passkey' || explainNoPasskeys(demand.passkey?.rp_id ?? null) === null,
  );
  const [method, setMethod] = useState<SecondFactorMethod | null>(methods[0] ?? null);
  const form = useForm({ initialValues: { code: '', recovery_code: '' }, validate: checkFactor(method) });
  const entering = useMutation({
    mutationFn: async (values: typeof form.values) =>
      finishSignIn(queryClient, demand.challenge, {
        ...toTyped(method, values),
        stay,
        ...(method === 'passkey' && demand.passkey ? { passkey: await signWithPasskey(demand.passkey) } : {}),
      }),
    onSuccess: onEntered,
  });
  const turnTo = (next: SecondFactorMethod) => {
    entering.reset();
    form.clearErrors();
    setMethod(next);
  };
  if (method === null) {
    return (
      <Frame title={t('session.sign_in')}>
        <Alert color="yellow" role="alert">
          {t('session.none_of_your_second_factors_can')}
        </Alert>
        <Button variant="default" onClick={onBack}>
          {t('shared.back')}
        </Button>
      </Frame>
    );
  }
  return (
    <Frame title={t('session.sign_in')} hint={t('session.your_password_was_right_show_that')}>
      <Form
        form={form}
        saving={entering}
        onSubmit={(values) => entering.mutate(values)}
        shown={method === 'passkey' ? [] : [method === 'totp' ? 'code' : 'recovery_code']}
        buttons={
          <Group justify="space-between">
            <Button variant="default" onClick={onBack}>
              {t('shared.back')}
            </Button>
            <Button type="submit" loading={entering.isPending}>
              {method === 'passkey' ? t('session.sign_in_with_a_passkey') : t('session.sign_in')}
            </Button>
          </Group>
        }
      >
        <FactorField form={form} method={method} methods={methods} onMethod={turnTo} isFirst />
      </Form>
    </Frame>
  );
}
