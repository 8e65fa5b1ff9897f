import { all } from '../domain/words/en/all.ts';
import type { Language } from '../domain/words/languages.ts';
import { createTranslator } from '../domain/words/translate.ts';

const translators: Readonly<Record<Language, ReturnType<typeof createTranslator>>> = {
  en: createTranslator(all, 'en'),
};

/** Takes a language, returns how its messages are looked up. */
export function wordsOf(language: Language): ReturnType<typeof createTranslator> {
  return translators[language];
}

/** English, for what is read by programs, and for people whose language nobody has asked. */
export const english = translators.en.translate;
