import { Input, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestPassword } from '../../../../domain/limits.ts';
import type { SecondFactor } from '../../../../server/accounts/second-factor/contract.ts';
import { ownIdentities } from '../../../api/accounts/identities.ts';
import { explainNoPasskeys } from '../../../api/accounts/passkeys.ts';
import type { Shown } from '../../../api/accounts/second-factor.ts';
import { atMost } from '../../../ui/forms/rules.ts';
import { SecretInput } from '../../../ui/forms/secret-input.tsx';
import { t } from '../../../words.ts';
import { FactorField } from '../../session/factor-field.tsx';
import { checkFactor, type SecondFactorMethod, toTyped } from '../../session/factor-methods.ts';

export type ProofValues = { current_password: string; code: string; recovery_code: string };

export const noProof: ProofValues = { current_password: '', code: '', recovery_code: '' };

/** Proofs of identity available to the person here. */
function listMethods({
  totp,
  passkeys,
  recovery_codes_left,
  passkey_host,
}: SecondFactor): SecondFactorMethod[] {
  const hasPasskey =
    explainNoPasskeys(passkey_host) === null && passkeys.some(({ host }) => host === passkey_host);
  return [
    ...(hasPasskey ? ['passkey' as const] : []),
    ...(totp?.is_readable ? ['totp' as const] : []),
    ...(recovery_codes_left > 0 ? ['recovery_code' as const] : []),
  ];
}

/** Proof for a change of one's own second factors: the password, and one of any existing factors. */
export function useProof(factors: SecondFactor) {
  const methods = listMethods(factors);
  const [chosen, setMethod] = useState<SecondFactorMethod | null>(null);
  const method = chosen ?? methods[0] ?? null;
  const isOfProvider = useQuery(ownIdentities).data?.proof === 'provider';
  return {
    isOfProvider,
    method,
    methods,
    setMethod,
    validate: {
      current_password: (value: string) =>
        value === '' && !isOfProvider
          ? t('administration.enter_your_current_password')
          : atMost(longestPassword)(value),
      ...checkFactor(method),
    },
    toShown: ({ current_password, ...typed }: ProofValues): Shown => ({
      current_password,
      ...toTyped(method, typed),
      ...(method === 'passkey' ? { passkey: true } : {}),
    }),
    fields: [
      'current_password',
      ...(method === 'totp' ? ['code'] : method === 'recovery_code' ? ['recovery_code'] : []),
    ] as (keyof ProofValues)[],
  };
}

export function ProofFields<Values extends ProofValues>({
  form,
  proof: { isOfProvider, method, methods, setMethod },
}: {
  form: UseFormReturnType<Values>;
  proof: ReturnType<typeof useProof>;
}) {
  return (
    <>
      {isOfProvider ? (
        <Input.Wrapper error={form.errors.current_password && t('administration.sign_in_afresh')}>
          <Text size="sm">{t('administration.sign_in_proves_you')}</Text>
        </Input.Wrapper>
      ) : (
        <SecretInput
          label={t('administration.current_password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('current_password')}
        />
      )}
      {method === null ? null : (
        <FactorField form={form} method={method} methods={methods} onMethod={setMethod} />
      )}
    </>
  );
}
