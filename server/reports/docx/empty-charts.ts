import { strFromU8, type Unzipped } from 'fflate';
import { change } from './numbering.ts';

const relations = 'word/_rels/document.xml.rels';

/**
 * Takes the files of a template and the names of charts that have no figures, and removes these charts from its text: they would
 * show the figures with which the template was drawn.
 */
export function removeCharts(files: Unzipped, names: readonly string[]): void {
  const listed = files[relations];
  if (names.length === 0 || listed === undefined) return;
  const ids = (strFromU8(listed).match(/<Relationship\s[^<>]*>/g) ?? [])
    .filter((relation) => {
      const [, target] = /\sTarget="(?:\/word\/)?(charts\/[^"]*)"/.exec(relation) ?? [];
      const chart = files[`word/${target}`];
      const title = chart === undefined ? '' : strFromU8(chart).replace(/<[^>]*>/g, '');
      return names.some((name) => title.includes(`{${name}}`));
    })
    .map((relation) => /\sId="([^"]*)"/.exec(relation)?.[1]);
  if (ids.length === 0) return;
  change(files, 'word/document.xml', (text) =>
    text.replace(/<w:drawing>(?:(?!<\/?w:drawing>).)*<\/w:drawing>/gs, (drawing) => {
      const [, id] = /<c:chart\s[^<>]*r:id="([^"]*)"/.exec(drawing) ?? [];
      return id !== undefined && ids.includes(id) ? '' : drawing;
    }),
  );
}
