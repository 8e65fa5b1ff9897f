import { endsBeforeStart } from '../../domain/fields.ts';
import { longestEmail, longestText } from '../../domain/limits.ts';

type Rule = (value: string) => string | null;

/** A text that must be there, once the spaces around it are gone; `asks` is what an empty field says. */
export function needed(asks: string, most: number): Rule {
  const fits = atMost(most);
  return (value) => (value.trim() === '' ? asks : fits(value.trim()));
}

/** Of a text: what is too long is said, never cut off. */
export function atMost(most: number): Rule {
  return (value) => (value.length > most ? `At most ${most.toLocaleString('en')} characters` : null);
}

/** Of the labels of a list: each one. */
export function eachAtMost(most: number): (values: string[]) => string | null {
  return (values) => (values.some((value) => value.length > most) ? `At most ${most} characters each` : null);
}

/** Only what is plainly no email address: the server judges the rest, and its refusal is shown at the field. */
export const emailAddress: Rule = (value) =>
  /^\S+@\S+$/.test(value.trim()) ? atMost(longestEmail)(value.trim()) : 'Enter an email address';

/** Of an end, as days: not before its start. */
export function checkEnd(end: string, { start_date }: { start_date: string }): string | null {
  return endsBeforeStart(start_date, end) ? 'The end is before the start' : null;
}

/** Of descriptions, commands and the like. */
export const longText = atMost(longestText);
