import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Takes a text that somebody has written, returns its blocks. Lines that are indented are no code: people align with blanks. */
export function parseMarkdown(text: string): RootContent[] {
  const root = fromMarkdown(text, {
    extensions: [gfm(), { disable: { null: ['codeIndented', 'setextUnderline'] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return root.children;
}

/** Takes the address of a link, returns it where a reader may follow it: on the web or by mail. */
export function toSafeAddress(address: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).href;
}
