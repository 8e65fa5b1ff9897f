import { parseSync } from 'oxc-parser';
import type { ProblemWords } from '../../domain/words/problems.ts';
import { listValues } from './list-values.ts';

type Node = { type: string; start: number; end: number; [field: string]: unknown };

/** Functions that refuse with a message, with the position of that argument. */
const refusers: Readonly<Record<string, number>> = {
  DomainError: 1,
  C2Error: 1,
  invalid: 1,
  refuseDuplicate: 1,
  forbidden: 0,
  notFound: 0,
  BackupRefused: 0,
  BucketRefused: 0,
  DatabaseRefused: 0,
  MoveRefused: 0,
  SettingsError: 0,
  SharingRefused: 0,
};

/** Messages made by zod, which our sources don't contain. */
const ofZod = /^(?:Invalid|Too big|Too small)/;

/** Takes a source; returns its refusals, and all of its texts, with `{1}` and so on for values. */
export function findRefusals(file: string, source: string): { refusals: string[]; texts: string[] } {
  const refusals: string[] = [];
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    const text = toText(node);
    if (text !== null) texts.push(text);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const callee = node.callee as Node;
      const place = callee.type === 'Identifier' ? refusers[callee.name as string] : undefined;
      const words = place === undefined ? null : toText((node.arguments as Node[])[place]);
      if (words !== null && !/^\{1\}(?:: \{2\})?$/.test(words)) refusals.push(words);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, source).program);
  return { refusals, texts };
}

export function toText(node: Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return null;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }, index) => (index === 0 ? '' : `{${index}}`) + value.cooked).join('');
}

/** Takes a language's messages by their English; returns those with other values than the English, and invalid ones. */
export function judgeTranslations(language: string, words: ProblemWords): string[] {
  return Object.entries(words).flatMap(([english, translated]) => {
    if (ofZod.test(english)) return [];
    try {
      const isPlural = /\{\d, plural,/.test(translated);
      const own = isPlural ? [...listValues(translated).keys()] : listPlaces(translated);
      const wanted = listPlaces(english);
      const differs = [...new Set(own)].sort().join() !== [...new Set(wanted)].sort().join();
      return differs ? [`${language}: fills in otherwise than English: “${translated}”`] : [];
    } catch (error) {
      return [`${language}: “${translated}”: ${(error as Error).message}`];
    }
  });
}

function listPlaces(text: string): string[] {
  return Array.from(text.matchAll(/\{(\d)\}/g), ([, place]) => place as string);
}

/** Takes the sources and each language's messages of refusals; returns missing and unused ones. */
export function compareRefusals(
  languages: Readonly<Record<string, ProblemWords>>,
  sources: ReadonlyMap<string, string>,
): string[] {
  const faults: string[] = [];
  const said = new Set<string>();
  const all = Object.entries(languages);
  for (const [file, source] of sources) {
    if (!/^(?:server|domain)\//.test(file)) continue;
    const { refusals, texts } = findRefusals(file, source);
    for (const text of texts) said.add(text);
    for (const text of refusals) {
      const lacking = all.filter(([, words]) => !Object.hasOwn(words, text));
      faults.push(...lacking.map(([language]) => `${file}: ${language} lacks the refusal “${text}”`));
    }
  }
  const unsaid = all.flatMap(([language, words]) =>
    Object.keys(words)
      .filter((text) => !said.has(text) && !ofZod.test(text))
      .map((text) => `${language}: no refusal says “${text}”`),
  );
  return [...faults, ...unsaid];
}
