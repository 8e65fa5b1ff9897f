import { strFromU8, unzipSync } from 'fflate';
import { reportKinds } from '../../../../domain/reports.ts';
import type { FieldError } from '../../../errors.ts';
import { toData } from '../data.ts';
import { fillTemplate } from '../fill.ts';
import { readXml } from './references.ts';
import { trials } from './samples.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Kinds of reports that differ for a template: by their sections, if it shows any. */
const kindsOf = (names: ReadonlySet<string>) =>
  [...names].some((name) => /^sections?(?:\.|$)/.test(name)) ? reportKinds : (['technical'] as const);

/**
 * Takes a template and its names, fills it with every trial for every kind of report; returns faults of the results. Throws
 * errors of filling.
 */
export async function tryTemplate(template: Buffer, names: ReadonlySet<string>): Promise<FieldError[]> {
  for (const [index, { make, tell }] of trials.entries()) {
    for (const kind of kindsOf(names)) {
      const document = await fillTemplate(template, await toData(make(kind), async () => pixel, names));
      // Braces in a hostile text are text.
      const faults = listFaults(document, index < trials.length - 1);
      if (faults.length > 0) return faults.map(({ path, message }) => ({ path, message: tell(message) }));
    }
  }
  return [];
}

/** Filled parts that are no longer XML, or still have something like the beginning or end of a tag. */
function listFaults(document: Buffer, hasNoBraces: boolean): FieldError[] {
  return Object.entries(unzipSync(document)).flatMap(([path, content]) => {
    if (!/^word\/(?:document|(?:header|footer)\d*)\.xml$/.test(path)) return [];
    const { text, fault } = readXml(Buffer.from(content));
    if (fault !== null) return [{ path, message: fault }];
    const shown = hasNoBraces ? strFromU8(content).replace(/<[^>]*>/g, ' ') : '';
    const at = shown.search(/[{}]/);
    const left = at < 0 ? null : shown.slice(Math.max(0, at - 20), at + 20);
    return left === null || text === ''
      ? []
      : [{ path, message: `has a brace that belongs to no tag: ${left.trim()}` }];
  });
}
