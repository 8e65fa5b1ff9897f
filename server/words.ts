import { all as german } from '../domain/words/de/all.ts';
import { importFields as germanFields } from '../domain/words/de/import-fields.ts';
import { evidence as germanEvidence } from '../domain/words/de/problems/evidence.ts';
import { importNotes as germanNotes } from '../domain/words/de/problems/import-notes.ts';
import { problems as germanProblems } from '../domain/words/de/problems.ts';
import type { AnyKey } from '../domain/words/en/all.ts';
import { all } from '../domain/words/en/all.ts';
import { all as french } from '../domain/words/fr/all.ts';
import { importFields as frenchFields } from '../domain/words/fr/import-fields.ts';
import { evidence as frenchEvidence } from '../domain/words/fr/problems/evidence.ts';
import { importNotes as frenchNotes } from '../domain/words/fr/problems/import-notes.ts';
import { problems as frenchProblems } from '../domain/words/fr/problems.ts';
import type { Language } from '../domain/words/languages.ts';
import {
  createProblemTranslator,
  type ProblemWords,
  translateBehindField,
} from '../domain/words/problems.ts';
import { type Catalogue, createTranslator, type Translate } from '../domain/words/translate.ts';
import type { Telling } from './told.ts';

/** A language on the server: its messages, and its number formats. */
export type ServerWords = {
  language: Language;
  t: Translate;
  /** The message as its parts in order, for values that are not text. */
  tell: (key: AnyKey, values: Readonly<Record<string, unknown>>) => unknown[];
  number: (value: number) => string;
};

/** Takes a language and a tag (BCP 47) for different date and number formats; returns its words. */
export function openWords(language: Language, locale: string = language): ServerWords {
  const { translate, translateParts } = createTranslator(catalogues[language], language);
  const numbers = new Intl.NumberFormat(locale);
  return {
    language,
    t: translate,
    tell: translateParts as ServerWords['tell'],
    number: (value) => numbers.format(value),
  };
}

const catalogues: Readonly<Record<Language, Catalogue>> = { en: all, de: german, fr: french };

/** For programs, and for people whose language is unknown. */
export const english = openWords('en');

const problems: Readonly<Record<Language, (english: string) => string>> = {
  en: (english) => english,
  de: createProblemTranslator(germanProblems, 'de'),
  fr: createProblemTranslator(frenchProblems, 'fr'),
};

/** Takes a language, returns a translator for the English of a refusal; a text without a message stays unchanged. */
export function openProblems(language: Language): (english: string) => string {
  return problems[language];
}

const notes: Readonly<Record<Language, (english: string) => string>> = {
  en: (english) => english,
  de: createProblemTranslator({ ...germanEvidence, ...germanNotes }, 'de'),
  fr: createProblemTranslator({ ...frenchEvidence, ...frenchNotes }, 'fr'),
};
const labels: Readonly<Record<Language, ProblemWords>> = { en: {}, de: germanFields, fr: frenchFields };

/** Takes a language, returns a translator for English texts in responses (told.ts). */
export function openTelling(language: Language): (english: string, telling: Telling) => string {
  const translate = openProblems(language);
  const tell: Readonly<Record<Telling, (english: string) => string>> = {
    message: (english) => translateBehindField(english, translate),
    note: notes[language],
    label: (english) =>
      (Object.hasOwn(labels[language], english) ? labels[language][english] : null) ?? english,
  };
  return (english, telling) => tell[telling](english);
}
