import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Catalogue } from '../../domain/words/translate.ts';
import { listMessages } from './list-values.ts';

/** Words that are not counted: verbs, articles and the like, which also follow a text. */
const uncounted = new Set(
  (
    'are were have do these them their they its sind waren haben werden wurden müssen gehören diese sie ihre ihren eines einer ' +
    'der die das den des dem sont ont étaient seront font ne Les les des leurs ses ils elles ces vont'
  ).split(' '),
);

/** Takes a language's messages; returns the keys of those with a number before a word that has plural forms, with that word. */
export function findCounts(catalogue: Catalogue): [key: string, word: string][] {
  const parsed = listMessages(catalogue).map(([key, message]) => [key, parse(message)] as const);
  const varying = new Set(parsed.flatMap(([, elements]) => listVarying(elements)));
  return parsed.flatMap(([key, elements]): [string, string][] => {
    const word = findCounted(elements, varying);
    return word === null ? [] : [[key, word]];
  });
}

/** Words that only occur in a message's plural forms. */
function listVarying(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return listVarying(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const within = Object.values(element.options).flatMap(({ value }) => listVarying(value));
    const { one, other } = element.options;
    if (element.type !== TYPE.plural || one === undefined || other === undefined) return within;
    const singular = new Set(listWords(one.value));
    return [
      ...within,
      ...listWords(other.value).filter((word) => !singular.has(word) && !uncounted.has(word)),
    ];
  });
}

function listWords(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) =>
    element.type === TYPE.literal ? Array.from(element.value.matchAll(/[\p{L}-]+/gu), ([word]) => word) : [],
  );
}

/** The word with plural forms that follows a value directly or after one other word. */
function findCounted(elements: readonly MessageFormatElement[], varying: ReadonlySet<string>): string | null {
  for (const [index, element] of elements.entries()) {
    const inner =
      element.type === TYPE.tag
        ? [element.children]
        : element.type === TYPE.plural || element.type === TYPE.select
          ? Object.values(element.options).map(({ value }) => value)
          : [];
    for (const one of inner) {
      const word = findCounted(one, varying);
      if (word !== null) return word;
    }
    const next = elements[index + 1];
    if (element.type !== TYPE.argument && element.type !== TYPE.number) continue;
    if (next?.type !== TYPE.literal) continue;
    const [, first, second] = /^\s([\p{L}-]+)(?:\s([\p{L}-]+))?/u.exec(next.value) ?? [];
    if (first === undefined || uncounted.has(first)) continue;
    const word = [first, second].find((one) => one !== undefined && varying.has(one));
    if (word !== undefined) return word;
  }
  return null;
}
