import { judgePassword, listOwnWords } from '../../domain/passwords.ts';
import { invalid } from '../errors.ts';

/** Refuses (`invalid` at `path`) a new password that is easy to guess. */
export function refuseWeakPassword(
  path: string,
  password: string,
  person: { email: string; display_name: string },
  hosts: readonly string[],
): void {
  const problem = judgePassword(password, listOwnWords(person, hosts));
  if (problem !== null) throw invalid(path, problem);
}

/** Canonical form of an email: ignores case and the encoding of accents. */
export function toEmailKey(email: string): string {
  return toNameKey(email.trim());
}

/** Canonical form of a group's name. */
export function toNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
