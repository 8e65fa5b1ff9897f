import { endsBeforeStart } from '../../../domain/fields.ts';
import { longestEmail, longestText } from '../../../domain/limits.ts';
import { t } from '../../words.ts';
import { isDay } from '../times/typed-day.ts';

type Rule = (value: string) => string | null;

/** A required text, trimmed; `asks` is the message for an empty field. */
export function requireText(asks: string, most: number): Rule {
  const fits = atMost(most);
  return (value) => (value.trim() === '' ? asks : fits(value.trim()));
}

/** A text of limited length: longer text is an error and never cut off. */
export function atMost(most: number): Rule {
  return (value) => (value.length > most ? t('shared.at_most_most_number_characters', { most }) : null);
}

/** A list of labels, each of limited length. */
export function eachAtMost(most: number): (values: string[]) => string | null {
  return (values) =>
    values.some((value) => value.length > most) ? t('shared.at_most_most_characters_each', { most }) : null;
}

/** Catches only obvious mistakes: the server judges the rest, and its refusal is shown at the field. */
export const emailAddress: Rule = (value) =>
  /^\S+@\S+$/.test(value.trim()) ? atMost(longestEmail)(value.trim()) : t('shared.enter_an_email_address');

/** A day, or none. */
export const checkDay: Rule = (value) => (value === '' || isDay(value) ? null : t('shared.day_wrong'));

/** An end date that is a valid day and not before its start. */
export function checkEnd(end: string, { start_date }: { start_date: string }): string | null {
  const wrong = checkDay(end);
  if (wrong !== null) return wrong;
  return endsBeforeStart(start_date, end) ? t('shared.the_end_is_before_the_start') : null;
}

/** For descriptions, commands and the like. */
export const longText = atMost(longestText);
