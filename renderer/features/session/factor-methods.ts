import { factorCodePattern } from '../../../domain/fields.ts';
import { longestRecoveryCode } from '../../../domain/limits.ts';
import type { Problem } from '../../../server/http/contract.ts';
import { requireText } from '../../ui/forms/rules.ts';
import { t } from '../../words.ts';
import type { FactorValues } from './factor-values.ts';

/** A second factor required after a correct password. */
export type SecondFactorDemand = NonNullable<Problem['second_factor']>;
export type SecondFactorMethod = SecondFactorDemand['methods'][number];

export const checkFactor = (method: SecondFactorMethod | null) => ({
  code: (value: string) =>
    method !== 'totp' || factorCodePattern.test(value) ? null : t('session.enter_the_six_digits_that_the'),
  recovery_code: (value: string) =>
    method === 'recovery_code'
      ? requireText(t('session.enter_a_recovery_code'), longestRecoveryCode)(value)
      : null,
});

/** Request body for a typed factor. */
export function toTyped(method: SecondFactorMethod | null, { code, recovery_code }: FactorValues) {
  if (method === 'totp') return { code };
  return method === 'recovery_code' ? { recovery_code } : {};
}
