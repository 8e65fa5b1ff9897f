/** Choices for the sanitised version of a report. */
export type Withholding = {
  /** Withheld wherever they stand, in any case. */
  withheld_words: string[];
  /** Fields withheld whole, by the place that the search names. */
  withheld_fields: string[];
  /** Left in this report. */
  left_words: string[];
  /** Not secret in any report of the mission. */
  known_words: string[];
  /** Evidence that is shown all the same, by id. */
  released_files: string[];
};

export const withholdingFields = [
  'withheld_words',
  'withheld_fields',
  'left_words',
  'known_words',
  'released_files',
] as const satisfies readonly (keyof Withholding)[];

export const nothingWithheld: Withholding = {
  withheld_words: [],
  withheld_fields: [],
  left_words: [],
  known_words: [],
  released_files: [],
};

/** Most entries of each list. */
export const mostWithheld = 500;
/** Longest entry of a list: a token can have many letters. */
export const longestWithheld = 2000;
/** Shortest word that is found: a single letter would be in every text. */
export const shortestWithheld = 2;

/** Up to this length a word is only withheld where it stands alone: "IT" is in "with". */
const longestAlone = 3;

/** Marks of Markdown and invisible letters, which may stand inside a word without a reader seeing them. */
const marks = String.raw`\p{Cf}\\*_~${'`'}`;
const isMark = new RegExp(`[${marks}]`, 'u');

/** The letters of a word, each with what may stand before it. Never two repetitions in a row, which would take forever. */
function listLetters(word: string): { before: string; letter: string }[] {
  let before = '';
  return Array.from(word.trim().normalize('NFC')).flatMap((letter) => {
    if (isMark.test(letter)) return [];
    if (/\s/.test(letter)) {
      before = String.raw`[\s${marks}]+`;
      return [];
    }
    const written = { before, letter: letter.replace(/[$()+./?[\]^{|}]/, String.raw`\$&`) };
    before = `[${marks}]*`;
    return [written];
  });
}

type Letters = ReturnType<typeof listLetters>;

function writeWord(letters: Letters): string {
  const written = letters.map(({ before, letter }) => before + letter).join('');
  return letters.length > longestAlone ? written : String.raw`(?<![\p{L}\p{N}])${written}(?![\p{L}\p{N}])`;
}

function listWords(words: readonly string[]): Letters[] {
  return (
    words
      .map(listLetters)
      .filter((letters) => letters.length >= shortestWithheld)
      // The longest first: "Harbour Bank" before "Harbour".
      .sort((one, other) => other.length - one.length)
  );
}

/** Takes words, returns what finds each of them in a text in NFC; null for none. */
export function findsWords(words: readonly string[]): RegExp | null {
  const written = listWords(words).map(writeWord);
  return written.length === 0 ? null : new RegExp(written.join('|'), 'giu');
}

/** Takes words, returns what finds the beginning of one at the end of a text that was cut off there; null for none. */
export function findsBeginnings(words: readonly string[]): RegExp | null {
  const written = listWords(words).map((letters) =>
    letters.reduceRight((rest, { before, letter }) => `${before}${letter}(?:${rest})?`, ''),
  );
  return written.length === 0 ? null : new RegExp(`(?:${written.join('|')})$`, 'iu');
}

/** Takes a text, returns it without the words. */
export function withholdWords(text: string, words: readonly string[], placeholder: string): string {
  const found = findsWords(words);
  return found === null ? text : text.normalize('NFC').replace(found, placeholder);
}
