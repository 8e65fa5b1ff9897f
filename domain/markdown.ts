import type { Heading, Nodes, PhrasingContent, RootContent, Text } from 'mdast';
import { type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { isPlainLine, longestMarkdown } from './plain-line.ts';

/**
 * Bounds of a text read as Markdown. Parsing time grows with the square of levels and marks: 30 kB of nested emphasis take 16 s,
 * and thousands of levels overflow the stack of any code that walks them.
 */
const most = { characters: longestMarkdown, marks: 1000, levels: 24 };

const marks = /[*_~[\]!]/g;
const levels = new RegExp(
  String.raw`^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){${most.levels}}|^[ \t]{${2 * most.levels},}(?:[-+*]|\d{1,9}[.)])[ \t]`,
  'm',
);

/** Syntax left as text: people align with spaces, raw HTML is never markup, and bare addresses are often those of an attack. */
const untaken = [
  ...['codeIndented', 'setextUnderline', 'htmlFlow', 'htmlText'],
  ...['wwwAutolink', 'protocolAutolink', 'emailAutolink'],
];

/** Backslashes escape marks alone: those of paths and of names on the network stay as they were typed. */
const escapes: Extension = {
  exit: {
    characterEscapeValue(token) {
      const escaped = this.sliceSerialize(token);
      const text = this.stack.pop() as Text;
      text.value += /[`*_[\]<>|~#&!+-]/.test(escaped) ? escaped : `\\${escaped}`;
    },
  },
};

/** Takes a text written by a person, returns its blocks. A text beyond the bounds above is one paragraph, as typed. */
export function parseMarkdown(text: string): RootContent[] {
  if (!isBounded(text)) return typed(text);
  if (isPlainLine(text)) return typed(text.replace(/ +$/, ''));
  const root = fromMarkdown(text, {
    extensions: [gfm(), { disable: { null: untaken } }],
    // The transforms turn bare addresses into links.
    mdastExtensions: [gfmFromMarkdown().filter(({ transforms }) => transforms === undefined), escapes],
  });
  return isDeep(root.children) ? typed(text) : root.children;
}

function isBounded(text: string): boolean {
  if (text.length > most.characters || levels.test(text)) return false;
  return (text.match(marks)?.length ?? 0) <= most.marks;
}

function typed(value: string): RootContent[] {
  return [{ type: 'paragraph', children: [{ type: 'text', value }] }];
}

function isDeep(blocks: readonly Nodes[]): boolean {
  let level = blocks;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most.levels) return true;
    level = level.flatMap((node): readonly Nodes[] => ('children' in node ? node.children : []));
  }
  return false;
}

/** Whether a heading is below those of level 3; both are lines, as the contents of a report list only its own headings. */
export function isSubheading({ depth }: Heading): boolean {
  return depth > 3;
}

/** Takes the address of a link, returns it if it is safe to follow: on the web or by mail. */
export function toSafeAddress(address: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).href;
}

/** Takes a block, returns its content as phrases, with line breaks between its own blocks. */
export function toPhrases(block: RootContent): PhrasingContent[] {
  if (block.type === 'paragraph' || block.type === 'heading') return block.children;
  if (!('children' in block)) return [{ type: 'text', value: textOf(block) }];
  return (block.children as RootContent[]).flatMap((child, index): PhrasingContent[] => [
    ...(index === 0 ? [] : [{ type: 'break' as const }]),
    ...toPhrases(child),
  ]);
}

/** Takes a node without phrases of its own (code, a picture, a rule, a note), returns its text. */
export function textOf(node: object): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  if ('alt' in node && typeof node.alt === 'string') return node.alt;
  if ('label' in node && typeof node.label === 'string') return `[${node.label}]`;
  return 'type' in node && node.type === 'thematicBreak' ? '—' : '';
}
