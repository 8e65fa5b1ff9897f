import { parseSync } from 'oxc-parser';
import type { ProblemWords } from '../../domain/words/problems.ts';
import { toText } from './find-refusals.ts';

type Node = { type: string; [field: string]: unknown };

const speakers = new Set(['say', 'complain', 'Refusal', 'UsageError', 'showProgress', 'ask', 'toLine']);
const helpFields = new Set(['summary', 'help']);

/** Takes a source of the command; returns its lines of output, help and errors, with `{1}` and so on for values. */
export function findLines(file: string, source: string): string[] {
  const lines: string[] = [];
  const take = (node: Node | undefined): void => {
    if (node?.type === 'ConditionalExpression') {
      take(node.consequent as Node);
      take(node.alternate as Node);
    }
    const text = node === undefined ? null : (toText(node as never)?.replace(/^damson: /, '') ?? null);
    if (text !== null && /\p{L}{2}/u.test(text.replace(/\{\d\}/g, ''))) lines.push(text);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const { name } = node.callee as { name?: string };
      if (speakers.has(name ?? '')) for (const argument of node.arguments as Node[]) take(argument);
      if (name === 'toLines') lines.push(join(node.arguments as Node[]));
    }
    if (node.type === 'Property') {
      const { name } = node.key as { name?: string };
      const given = node.value as Node;
      if (helpFields.has(name ?? '')) take(given);
      if (name === 'details' && given.type === 'ArrayExpression') lines.push(join(given.elements as Node[]));
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, source).program);
  return lines;
}

/** Joins lines of one text, and renumbers its values. */
function join(lines: readonly Node[]): string {
  let value = 0;
  return lines
    .map((line) => (toText(line as never) ?? '').replace(/\{\d\}/g, () => `{${++value}}`))
    .join(' ');
}

/** Takes the sources and each language's lines of the command; returns the missing ones. */
export function compareLines(
  languages: Readonly<Record<string, ProblemWords>>,
  sources: ReadonlyMap<string, string>,
): string[] {
  return [...sources].flatMap(([file, source]) =>
    /^(?:server\/command[./]|tools\/(?:start|build-if-needed)[./])/.test(file)
      ? findLines(file, source).flatMap((line) =>
          Object.entries(languages)
            .filter(([, words]) => line !== '' && !Object.hasOwn(words, line))
            .map(([language]) => `${file}: ${language} lacks the line “${line}”`),
        )
      : [],
  );
}
