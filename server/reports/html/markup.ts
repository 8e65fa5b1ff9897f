import { toSafeAddress } from '../../../domain/markdown.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';

/** Markup made by `html`, in which inserted texts are escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Leaves out empty values and joins lists. */
export type Content = Html | string | number | null | false | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const checked = new WeakSet<TemplateStringsArray>();

/**
 * Takes a template, returns its markup. Escapes texts and writes out invisible characters. Refuses (Error) texts in places where
 * escaping does not help: in a tag outside quotes, in an address or a style.
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  if (!checked.has(strings)) {
    refuseUnsafePlaces(strings);
    checked.add(strings);
  }
  return new Html(String.raw({ raw: strings }, ...contents.map(toMarkup)));
}

function toMarkup(content: Content): string {
  if (content instanceof Html) return content.text;
  if (content === null || content === false) return '';
  if (typeof content === 'object') return content.map(toMarkup).join('');
  return toVisibleText(String(content).toWellFormed()).replace(
    /[&<>"']/g,
    (character) => entities[character] as string,
  );
}

function refuseUnsafePlaces(strings: readonly string[]): void {
  let before = '';
  for (const part of strings.slice(0, -1)) {
    before += part;
    const tag = /<[^<>]*$/.exec(before.replace(/"[^"]*"/g, ''))?.[0];
    const [, name] = / ([\w-]+)="[^"]*$/.exec(before) ?? [];
    const isSafe =
      tag === undefined
        ? !/<(?:style|script)\b[^>]*>[^<]*$/i.test(before)
        : name !== undefined && isPlain(name, before);
    if (!isSafe) throw new Error(`no text belongs here: ${before.slice(-60)}`);
  }
}

/** Addresses may only lead to places in the document; pictures are inserted by `pictures.ts`. */
function isPlain(name: string, before: string): boolean {
  if (name === 'href') return /href="#[\w-]*$/.test(before);
  return !/^(?:on|src|style|action|http|content)/i.test(name);
}

/** Takes an address that a reader may follow, and the link's words; returns the link. Refuses (Error) any other address. */
export function writeLink(address: string, words: Content): Html {
  if (toSafeAddress(address) !== address) throw new Error('no address to follow');
  return new Html(`<a href="${toMarkup(address)}" rel="noreferrer">${toMarkup(words)}</a>`);
}

/** Takes a text, returns it as a CSS string that it can't end, not even with `</style>`. */
export function toCssString(text: string): string {
  const escaped = [...toVisibleText(text.toWellFormed()).replace(/\s+/g, ' ')].map((character) =>
    /[a-zA-Z0-9 ]/.test(character) ? character : `\\${(character.codePointAt(0) as number).toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}
