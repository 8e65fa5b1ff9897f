import type { Side } from '../../../../domain/sides.ts';
import type { PlannedEvidence, PlannedTest } from '../../plan.ts';
import { readTexts, type Values } from '../../reading/values.ts';
import { fileFields } from './words.ts';

/** The names of the members, and the folder of the export among them; empty, or with a trailing slash. */
export type Archive = { folder: string; members: ReadonlySet<string> };

const sideOf: Readonly<Record<(typeof fileFields)[number], Side>> = { redfiles: 'red', bluefiles: 'blue' };

/**
 * Takes a record, returns its evidence found in the archive: `files/<assessment>/<test case>/<name>|<caption>` is at `<test
 * case>/<name>`. Missing files go to the test's leftover.
 */
export function readEvidence(
  record: Values,
  test: PlannedTest,
  { folder, members }: Archive,
): PlannedEvidence[] {
  return fileFields.flatMap((field) =>
    readTexts(record, field).flatMap((text) => {
      const bar = text.indexOf('|');
      const path = bar < 0 ? text : text.slice(0, bar);
      const [file = '', owner = ''] = path.split(/[\\/]/).reverse();
      const member = [`${folder}${owner}/${file}`, `${folder}${test.sourceId}/${file}`].find((name) =>
        members.has(name),
      );
      if (member === undefined) {
        test.leftover.push(`Evidence that is not in the file: ${path}`);
        return [];
      }
      const caption = bar < 0 ? '' : text.slice(bar + 1);
      return [{ member, file_name: file, side: sideOf[field], caption: caption || null }];
    }),
  );
}
