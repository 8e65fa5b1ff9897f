import type { Clock, LanguageChoice } from '../domain/preferences.ts';
import type { ScreenKey } from '../domain/words/en/screens.ts';
import { type Language, pickLanguage, pseudoLanguage } from '../domain/words/languages.ts';
import type { Part } from '../domain/words/parts.ts';
import { type Catalogue, createTranslator, type Translate } from '../domain/words/translate.ts';
import type { Words } from '../domain/words/words.ts';

type Shown = Language | typeof pseudoLanguage;

const triedName = 'damson.language';

/** Takes a person's choice, returns the language to show: the pseudo-language if the browser is set to it. */
export function findLanguage(choice: LanguageChoice): Shown {
  if (localStorage.getItem(triedName) === pseudoLanguage) return pseudoLanguage;
  return choice === 'browser' ? pickLanguage(navigator.languages) : choice;
}

let locale = 'en';
let clock: Clock = 'language';
let translator: ReturnType<typeof createTranslator> | null = null;
let shown: Shown = 'en';

/** Messages fetched so far, by language. */
const catalogues: Record<Shown, Record<string, Catalogue[string]>> = { en: {}, de: {}, fr: {}, xx: {} };
const fetched = new Set<Part>(['start']);

/** Fetches a language's initial messages and those of the given and already used parts; nothing can be shown before. */
export async function loadWords(language: Shown, ...parts: Part[]): Promise<void> {
  shown = language;
  await Promise.all([...new Set([...fetched, ...parts])].map(loadPart));
  // Another language was chosen in the meantime.
  if (shown !== language) return;
  locale = toLocale(language);
  translator = createTranslator(catalogues[language], locale);
}

/** Takes a function that fetches code, and the message parts used by it; returns a function that fetches both at once. */
export function withWords<Code>(fetchCode: () => Promise<Code>, ...parts: Part[]): () => Promise<Code> {
  return async () => {
    const [code] = await Promise.all([fetchCode(), ...parts.map(loadPart)]);
    return code;
  };
}

async function loadPart(part: Part): Promise<void> {
  const language = shown;
  const rooms = await fetchRooms(language, part);
  Object.assign(catalogues[language], rooms);
  if (language !== shown) return loadPart(part);
  fetched.add(part);
}

async function fetchRooms(language: Shown, part: Part): Promise<Catalogue> {
  if (language !== pseudoLanguage) {
    const { rooms } = await import(`../domain/words/${language}/parts/${part}.ts`);
    return rooms;
  }
  const [{ stretch }, rooms] = await Promise.all([
    import('../domain/words/pseudo.ts'),
    fetchRooms('en', part),
  ]);
  return stretch(rooms);
}

/** Prefers the browser's own tag for the language, because it also determines the region's date and number formats. */
function toLocale(language: Shown): string {
  const own = globalThis.navigator?.languages ?? [];
  return own.find((tag) => tag.split('-')[0] === language) ?? (language === pseudoLanguage ? 'en' : language);
}

/** Takes the key of a message and its values, returns its text in the person's language. */
export const t = ((key: ScreenKey, values?: unknown) =>
  (use().translate as Untyped<string>)(key, values)) as Translate<ScreenKey>;

/** Takes a label, returns its form within a sentence: lower case except in German, with abbreviations unchanged. */
export function inSentence(label: string): string {
  const isKept = locale.startsWith('de') || /^\p{Lu}{2}/u.test(label);
  return isKept ? label : label.charAt(0).toLocaleLowerCase(locale) + label.slice(1);
}

/** The message of a key built from a server value; null if there is none. */
export const findText = (key: string): string | null => use().find(key);

/** Like `t`, but returns the parts in order, for values that are not text. */
export const tell: Untyped<unknown[]> = (key, values) =>
  (use().translateParts as Untyped<unknown[]>)(key, values);

type Untyped<Result> = (key: string, values?: unknown) => Result;

function use(): ReturnType<typeof createTranslator> {
  if (translator === null) throw new Error('Words are used before they are there');
  return translator;
}

const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat>();

/** Sets a 12- or 24-hour clock. */
export function setClock(chosen: Clock): void {
  clock = chosen;
}

/** Dates and times in the format of the person's language and clock. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const withClock =
    clock === 'language' || (options.hour === undefined && options.timeStyle === undefined)
      ? options
      : { ...options, hourCycle: clock === '12' ? ('h12' as const) : ('h23' as const) };
  return remember(`date ${JSON.stringify(withClock)}`, () => new Intl.DateTimeFormat(locale, withClock));
}

/** The person's language, for texts shared with the server. */
export const words: Words = { t, number: (value) => formatNumber(value) };

/** A number in the format of the person's language. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return remember(`number ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)).format(
    value,
  );
}

/** Several items as a list in a sentence: "a, b and c". */
export function formatList(items: readonly string[]): string {
  return remember('list', () => new Intl.ListFormat(locale)).format(items);
}

/** The tag (BCP 47) for the formats of dates, numbers and lists. */
export function getLocale(): string {
  return locale;
}

function remember<Format extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat>(
  name: string,
  make: () => Format,
): Format {
  const known = formats.get(`${locale} ${name}`) as Format | undefined;
  if (known !== undefined) return known;
  const format = make();
  formats.set(`${locale} ${name}`, format);
  return format;
}
