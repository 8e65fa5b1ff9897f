import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { Catalogue } from './translate.ts';

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/** Takes a catalogue, returns it with every text accented and two fifths longer; inserted values stay unchanged. */
export function stretch(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([room, messages]) => [
      room,
      Object.fromEntries(
        Object.entries(messages).map(([name, message]) => [
          name,
          printAST(stretchElements(parse(message, { shouldParseSkeletons: false }))),
        ]),
      ),
    ]),
  );
}

function stretchElements(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: stretchText(element.value) };
    if (element.type === TYPE.tag) return { ...element, children: stretchElements(element.children) };
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: stretchElements(option.value) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element;
  });
}

function stretchText(text: string): string {
  const accented = text.replace(/[aeiouAEIOU]/g, (vowel) => accents[vowel] ?? vowel);
  const letters = text.replace(/[^a-z]/gi, '').length;
  const more = '·'.repeat(Math.ceil(letters * 0.4)).replace(/(.{8})(?=.)/g, '$1 ');
  // Spaces around a value are kept.
  return accented.replace(/(\s*)$/, `${more}$1`);
}
