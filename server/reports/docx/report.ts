import type { Drawing, Space } from '../../../domain/charts/drawing.ts';
import { parseMarkdown } from '../../../domain/markdown.ts';
import type { Source } from '../content/source.ts';
import { type Field, listSaid, toText, type Words } from '../content/words.ts';
import type { ReportEvidence } from '../model.ts';
import type { Data, RichText, Value } from './values.ts';

/** Input of every part of a document. */
export type Report = Source & {
  /** Reads an evidence picture; null when it can't be shown. */
  openPicture(evidence: ReportEvidence): Promise<Buffer | null>;
  /** Names of the places of tests by their numbers, and of findings; empty if nothing leads there. */
  places: ReadonlyMap<string, string>;
  /** Progress from 0 to 1. */
  progress(share: number): void;
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

/** A text written by a person keeps its blocks; other words become plain text. */
export function toValue(words: Words): Value {
  return typeof words === 'object' && words !== null && 'prose' in words
    ? toRich(words.prose)
    : toText(words);
}

/** A text written by a person; null for none. */
export function toRich(text: string | null): RichText | null {
  const blocks = parseMarkdown(text ?? '');
  return blocks.length === 0 ? null : { _type: 'rich', blocks };
}

/** An entry for each block, with the label before the first one. */
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

/** The number and name of a test; the number leads to the test if the document shows it. */
export function named({ places }: Report, { number, name }: { number: string; name: string }): Data {
  return { number: toPlace(number, places.get(number), true), name };
}

/** A text at a place of this name, or one that leads there, with its page if `hasPage`; as it is without a place. */
export function toPlace(text: string, name: string | undefined, leads: boolean, hasPage = false): Value {
  if (name === undefined) return text;
  const blocks = [{ type: 'paragraph' as const, children: [{ type: 'text' as const, value: text }] }];
  return { _type: 'rich', blocks, place: { name, leads, hasPage } };
}

const drawingWidth = 642;

/** Size of a chart in a document. */
export function spaceOf({ wording }: Source): Space {
  return { words: wording, width: drawingWidth };
}

/** Takes charts, null for none, returns them as pictures. */
export function toDrawings(...drawings: readonly (Drawing | null)[]): Data[] {
  return drawings.flatMap((drawing) =>
    drawing === null ? [] : [{ drawing_title: drawing.title, drawing: { _type: 'drawing', drawing } }],
  );
}

export function writeTime({ wording }: Report, at: string | null): string | null {
  return at === null ? null : wording.time(at);
}
