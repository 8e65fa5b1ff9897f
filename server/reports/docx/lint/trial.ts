import { strFromU8, strToU8, unzipSync } from 'fflate';
import type { FieldError } from '../../../errors.ts';
import { toData } from '../data.ts';
import { type Filled, fillTemplate } from '../fill.ts';
import { noPictures } from '../written-pictures.ts';
import { readXml } from './references.ts';
import { trials } from './samples.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Takes a template and its names, fills it with every trial; returns faults of the results. Throws the errors of filling. */
export async function tryTemplate(template: Buffer, names: ReadonlySet<string>): Promise<FieldError[]> {
  for (const [index, { make, tell }] of trials.entries()) {
    const filled = await fillTemplate(template, await toData(make(), async () => pixel, names), {
      keep: ignore,
      pictures: noPictures,
    });
    // The last trial has hostile texts, whose braces are not tags.
    const faults = listFaults(filled, index < trials.length - 1);
    if (faults.length > 0) return faults.map(({ path, message }) => ({ path, message: tell(message) }));
  }
  return [];
}

async function ignore(): Promise<void> {}

/** Filled parts that are no longer XML, or still contain a possible beginning or end of a tag. */
function listFaults({ document, asides }: Filled, hasNoBraces: boolean): FieldError[] {
  return Object.entries(unzipSync(document)).flatMap(([path, packed]) => {
    if (!/^word\/(?:document|(?:header|footer)\d*)\.xml$/.test(path)) return [];
    const content = strToU8([...asides.expand(strFromU8(packed))].join(''));
    const { text, fault } = readXml(Buffer.from(content));
    if (fault !== null) return [{ path, message: fault }];
    const left = hasNoBraces ? findBrace(strFromU8(content)) : null;
    return left === null || text === ''
      ? []
      : [{ path, message: `has a brace that belongs to no tag: ${left}` }];
  });
}

/** The part of a paragraph around its brace, null without any. */
function findBrace(xml: string): string | null {
  for (const paragraph of xml.split(/<\/w:p>/)) {
    const shown = paragraph.replace(/<[^>]*>/g, '');
    const at = shown.search(/[{}]/);
    if (at >= 0) return shown.slice(Math.max(0, at - 20), at + 20).trim();
  }
  return null;
}
