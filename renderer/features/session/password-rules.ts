import { longestPassword, shortestPassword } from '../../../domain/limits.ts';
import { judgePassword, listOwnWords } from '../../../domain/passwords.ts';
import { atMost } from '../../ui/forms/rules.ts';
import { t } from '../../words.ts';

/** The password's owner, as far as known to the form. */
export type PasswordOwner = { email: string; display_name: string };

export function checkNewPassword(value: string, owner: PasswordOwner): string | null {
  if (value.length < shortestPassword) return t('session.password_at_least', { count: shortestPassword });
  if (value.length > longestPassword) return atMost(longestPassword)(value);
  const problem = judgePassword(value, listOwnWords(owner, [location.hostname]));
  return problem === null ? null : t('session.it_problem', { problem });
}

export function checkRepeated(value: string, password: string): string | null {
  return value === password ? null : t('session.the_passwords_differ');
}
