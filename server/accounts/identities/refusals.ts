import { DomainError } from '../../errors.ts';
import { AnswerRefused, DirectoryFailed } from '../directories/person.ts';
import type { Provider } from '../directories/providers.ts';
import type { Directories } from '../directories/service.ts';

/** The refusal of a sign-in with an account of the organisation. */
export function refused(message: string): DomainError {
  return new DomainError('sign_in_refused', message);
}

/** The refusal behind a failure of a provider, which is logged; other errors stay as they are. */
export function toRefusal(
  { directories }: { directories: Directories },
  provider: Provider,
  error: unknown,
): unknown {
  if (!(error instanceof DirectoryFailed || error instanceof AnswerRefused)) return error;
  directories.noteFailure(provider, error);
  const { name } = provider;
  if (error instanceof DirectoryFailed) {
    return new DomainError(
      'directory_unavailable',
      `${name} can't be asked at the moment: try again later, or sign in with a password of this server`,
    );
  }
  switch (error.message) {
    case 'denied':
      return refused(`The sign-in was not completed at ${name}`);
    case 'used':
      return tooLate();
    case 'clock':
      return refused(`The clocks of ${name} and of this server differ: tell your administrator`);
    case 'groups_left_out':
      return refused(`${name} left your groups out because there are too many: tell your administrator`);
    default:
      return refused(
        `The answer of ${name} can't be trusted: try again, and tell your administrator if it stays so`,
      );
  }
}

/** A sign-in that nobody waits for any more. */
export function tooLate(): DomainError {
  return refused('This sign-in was already used or took too long: sign in again');
}
