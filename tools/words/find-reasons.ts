import { parseSync } from 'oxc-parser';
import type { ProblemWords } from '../../domain/words/problems.ts';
import { toText } from './find-refusals.ts';

type Node = { type: string; [field: string]: unknown };

/** Sources with sentences shown to people: about a file and its rows, stored data and backups. */
const shown =
  /^server\/(?:interchange\/|missions\/imports\/|backup\/|history\/(?:seals\/)?(?:verify|proof)\.ts$)/;
/** Files of these folders with texts for programs only. */
const unread = /\/(?:routes|store|received-\w+|write[\w-]*|fields|file-words)\.ts$|\/export\//;
const statement = /^(?:select|insert|create|delete) /;
/** Texts stored in records, in English as in their file. */
const kept = new Set([
  ...['\n[… cut: {1} characters in all]', 'The whole of a text that was too long for its field'],
  ...['Files that it needs: {1}', 'An operation of Caldera.', 'The event log of a Caldera operation.'],
  ...['A job on the stored data has ended', 'clean-up of another step'],
  ...['It took longer than Caldera waits.', 'Caldera had paused it.'],
  ...['Attack surface reduction: blocked', 'Attack surface reduction: audited'],
  ...['Controlled folder access: blocked', 'Controlled folder access: audited'],
  'Controlled folder access: blocked a change of the disk',
  'Controlled folder access: audited a change of the disk',
  ...['It was discarded in Caldera.', 'Caldera had no answer of the agent.'],
  ...['Caldera did not trust the agent.', 'It was too visible for Caldera to run it.'],
]);
/** Callees and properties whose texts are shown, even short ones. */
const speakers = new Set(['ImportRefusal', 'refuse', 'touched']);
const fields = new Set(['why', 'refused', 'row', 'detail']);
/** A text of this many words is a sentence, wherever it is. */
const sentence = /(?:\p{L}[\p{L}’'-]*[,:;]? (?:\{\d\} )*){3}\p{L}/u;

/** Takes a source, returns its sentences, with `{1}` and so on for values. */
export function findReasons(file: string, source: string): string[] {
  const found = new Set<string>();
  const take = (value: unknown): void => {
    const node = value as Node | null | undefined;
    if (node?.type === 'ConditionalExpression')
      for (const one of [node.consequent, node.alternate]) take(one);
    if (node?.type === 'LogicalExpression') for (const one of [node.left, node.right]) take(one);
    const text = toText(node as never);
    if (text !== null && /\p{L}{2}/u.test(text.replace(/^[\w.]+: |\{\d\}/g, ''))) found.add(text);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (typeof node.type !== 'string' || /^(?:Import|TS|Directive)/.test(node.type)) return;
    const text = toText(node as never);
    if (text !== null && sentence.test(text) && !statement.test(text) && !kept.has(text)) found.add(text);
    if (node.type === 'NewExpression' && (node.callee as { name?: string }).name === 'Error') return;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const callee = node.callee as Node;
      const { name } = callee as { name?: string };
      const [of, property] = [callee.object as Node | undefined, callee.property as { name?: string }];
      const list = (of?.property as { name?: string } | undefined)?.name ?? of?.name;
      if (speakers.has(name ?? '')) take((node.arguments as Node[])[0]);
      if (list === 'notes' && property?.name === 'push')
        for (const one of node.arguments as Node[]) take(one);
    }
    if (node.type === 'Property' && fields.has((node.key as { name?: string }).name ?? '')) take(node.value);
    if (node.type === 'VariableDeclarator' && fields.has((node.id as { name?: string }).name ?? ''))
      take(node.init);
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child);
  };
  visit(parseSync(file, source).program);
  return [...found];
}

/** Takes the sources and each language's sentences; returns the missing ones. */
export function compareReasons(
  languages: Readonly<Record<string, ProblemWords>>,
  sources: ReadonlyMap<string, string>,
): string[] {
  return [...sources].flatMap(([file, source]) =>
    shown.test(file) && !unread.test(file)
      ? findReasons(file, source).flatMap((text) =>
          Object.entries(languages)
            .filter(([, words]) => !Object.hasOwn(words, text))
            .map(([language]) => `${file}: ${language} lacks the reason “${text}”`),
        )
      : [],
  );
}
