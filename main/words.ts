import type { AnyKey } from '../domain/words/en/all.ts';
import { pickLanguage } from '../domain/words/languages.ts';
import type { Translate } from '../domain/words/translate.ts';
import { openProblems, openWords } from '../server/words.ts';

let words = openWords('en');

/** Takes the desktop's language tags (BCP 47), preferred first: menus and dialogs use the first supported one. */
export function speak(tags: readonly string[]): void {
  words = openWords(pickLanguage(tags));
}

/** Takes the key of a message and its values, returns the text in the desktop's language. */
export const t = ((key: AnyKey, values?: unknown) =>
  (words.t as (key: AnyKey, values?: unknown) => string)(key, values)) as Translate;

/** Takes a message of the server, returns it in the desktop's language. */
export const toMessage = (english: string): string => openProblems(words.language)(english);

/** Several items as a list in a sentence: "a, b and c". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(words.language).format(items);
}
