import { longestPassword, shortestPassword } from '../../../domain/limits.ts';
import { atMost } from '../../ui/rules.ts';

export function checkNewPassword(value: string): string | null {
  if (value.length < shortestPassword) return `At least ${shortestPassword} characters`;
  return atMost(longestPassword)(value);
}

export function checkRepeated(value: string, password: string): string | null {
  return value === password ? null : 'The passwords differ';
}
