import { longestPassword, shortestPassword } from '../../../domain/limits.ts';
import { judgePassword, listOwnWords } from '../../../domain/passwords.ts';
import { atMost } from '../../ui/forms/rules.ts';

/** Whose password it is to be, as far as the form knows. */
export type PasswordOwner = { email: string; display_name: string };

export function checkNewPassword(value: string, owner: PasswordOwner): string | null {
  if (value.length < shortestPassword) return `At least ${shortestPassword} characters`;
  if (value.length > longestPassword) return atMost(longestPassword)(value);
  const problem = judgePassword(value, listOwnWords(owner, [location.hostname]));
  return problem === null ? null : `It ${problem}`;
}

export function checkRepeated(value: string, password: string): string | null {
  return value === password ? null : 'The passwords differ';
}
