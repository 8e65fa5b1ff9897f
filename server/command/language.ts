import { type Language, pickLanguage } from '../../domain/words/languages.ts';
import { createProblemTranslator, translateBehindField } from '../../domain/words/problems.ts';

let translate = (english: string): string => english;

/** Takes the locale of a terminal, such as de_DE.UTF-8, and sets the language of later lines. */
export async function speak(locale: string): Promise<void> {
  const language: Language = pickLanguage([locale.replace(/[.@].*$/, '').replace('_', '-')]);
  const { commandLines } = await import(`../../domain/words/${language}/command-lines.ts`);
  // English texts are in the code, except lines with counts.
  const problems =
    language === 'en' ? {} : (await import(`../../domain/words/${language}/problems.ts`)).problems;
  const find = createProblemTranslator({ ...problems, ...commandLines }, language);
  translate = (english) => translateBehindField(english, find);
}

/** A line in the terminal's language; English if there is no translation. */
export const toLine = (english: string): string => translate(english);

const widest = 118;

/** Lines of one text: English ones unchanged, translations rewrapped. */
export function toLines(...english: string[]): string[] {
  const text = english.join(' ');
  const told = translate(text);
  return told === text ? english : breakLines(told);
}

function breakLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= widest) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
