import { DomainError } from '../../errors.ts';
import { AnswerRefused, DirectoryFailed } from '../directories/person.ts';

/** The refusal of a sign-in with an account of the organisation. */
export function refused(message: string): DomainError {
  return new DomainError('sign_in_refused', message);
}

/** The refusal behind a failure of a provider of this name; other errors stay as they are. */
export function toRefusal(error: unknown, name: string): unknown {
  if (error instanceof DirectoryFailed) {
    return new DomainError(
      'directory_unavailable',
      `${name} can't be asked at the moment: try again later, or sign in with a password of this server`,
    );
  }
  if (!(error instanceof AnswerRefused)) return error;
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
