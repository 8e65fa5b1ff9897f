import type { PasswordInputProps } from '@mantine/core';
import { shortestPassword } from '../../../domain/limits.ts';
import { SecretInput } from '../../ui/forms/secret-input.tsx';
import { t } from '../../words.ts';
import { checkNewPassword, type PasswordOwner } from './password-rules.ts';

/** A field for a new password; shows its faults while typing, `hint` until then, and neither beside an error. */
export function NewPasswordInput({
  owner,
  hint,
  ...props
}: PasswordInputProps & { owner: PasswordOwner; hint?: string }) {
  const value = String(props.value ?? '');
  const problem = value.length < shortestPassword ? null : checkNewPassword(value, owner);
  const said = problem ?? hint ?? t('session.password_at_least', { count: shortestPassword });
  return (
    <SecretInput
      // An error below the field says the same.
      description={props.error ? null : said}
      autoComplete="new-password"
      {...props}
    />
  );
}
