import { factorCodePattern } from '../../../domain/fields.ts';
import { longestRecoveryCode } from '../../../domain/limits.ts';
import type { Problem } from '../../../server/http/contract.ts';
import { requireText } from '../../ui/forms/rules.ts';
import type { FactorValues } from './factor-values.ts';

/** What the server asks of somebody whose password was right. */
export type SecondFactorDemand = NonNullable<Problem['second_factor']>;
export type SecondFactorMethod = SecondFactorDemand['methods'][number];

export const checkFactor = (method: SecondFactorMethod | null) => ({
  code: (value: string) =>
    method !== 'totp' || factorCodePattern.test(value) ? null : 'Enter the six digits that the app shows',
  recovery_code: (value: string) =>
    method === 'recovery_code' ? requireText('Enter a recovery code', longestRecoveryCode)(value) : null,
});

/** What is sent of a factor that was typed. */
export function toTyped(method: SecondFactorMethod | null, { code, recovery_code }: FactorValues) {
  if (method === 'totp') return { code };
  return method === 'recovery_code' ? { recovery_code } : {};
}
