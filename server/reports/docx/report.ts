import { parseMarkdown } from '../content/markdown.ts';
import type { Source } from '../content/source.ts';
import { type Field, listSaid, toText, type Words } from '../content/words.ts';
import type { ReportEvidence } from '../model.ts';
import type { Data, RichText, Value } from './values.ts';

/** Input of every part of a document. */
export type Report = Source & {
  /** Reads an evidence picture; null when it can't be shown. */
  openPicture(evidence: ReportEvidence): Promise<Buffer | null>;
};

/** Values for the fields of a part; null without content. */
export type Part = (report: Report) => Promise<Data | null>;

/** Words in their own field; null when empty. */
export function say(words: Words): string | null {
  return toText(words) || null;
}

/** Parts with content. */
export function toFields(fields: readonly Field[]): Data[] {
  return listSaid(fields).map(([label, value]) => ({ label, value: toValue(value) }));
}

function toValue(words: Words): Value {
  return typeof words === 'object' && words !== null && 'prose' in words
    ? toRich(words.prose)
    : toText(words);
}

/** A text written by a person; null for none. */
export function toRich(text: string | null): RichText | null {
  const blocks = parseMarkdown(text ?? '');
  return blocks.length === 0 ? null : { _type: 'rich', blocks };
}

/** An entry for each block. The label comes before the first. */
export function toParagraphs(label: string | null, text: string | null): Data[] {
  return parseMarkdown(text ?? '').map((block, index) => ({
    label: index === 0 ? label : null,
    paragraph: { _type: 'rich', blocks: [block] },
  }));
}

/** Verbatim texts, without blank ones. */
export function toCodes(codes: readonly (readonly [label: string, code: string | null])[]): Data[] {
  return codes.flatMap(([label, code]) => (code === null || code.trim() === '' ? [] : [{ label, code }]));
}

/** The number and name of a test. */
export function named({ number, name }: { number: string; name: string }): Data {
  return { number, name };
}

export function writeTime({ wording }: Report, at: string | null): string | null {
  return at === null ? null : wording.time(at);
}
