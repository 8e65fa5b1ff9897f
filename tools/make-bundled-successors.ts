/**
 * Makes the table of techniques that ATT&CK has revoked, by what came in their place, from a full bundle and the one after it:
 *   node tools/make-bundled-successors.ts ../shared/attack/enterprise-attack-18.1-full.json ../shared/attack/enterprise-attack-19.1-core.json
 * It takes over facts only: relations between identifiers. The same bundles always give the same file.
 */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { follow } from '../domain/successors.ts';
import { type CatalogueBundle, readBundle } from '../server/catalogue/bundle/stix.ts';
import { type BundledSuccessors, bundledSuccessorsFile } from '../server/catalogue/successors/bundled.ts';

const notice =
  '© 2026 The MITRE Corporation. This work is reproduced and distributed with the permission of The MITRE Corporation. ' +
  'It holds relations between identifiers of ATT&CK Enterprise, under the ATT&CK terms of use ' +
  '(https://attack.mitre.org/resources/legal-and-branding/terms-of-use/). ' +
  'MITRE ATT&CK and ATT&CK are registered trademarks of The MITRE Corporation.';

/** Relations published in ATT&CK 19 for revoked techniques, which a bundle without revoked objects lacks. */
const ofVersion19: [revoked: string, successor: string][] = [
  ['T1070.001', 'T1685.005'],
  ['T1070.002', 'T1685.006'],
  ['T1562', 'T1685'],
  ['T1562.002', 'T1685.001'],
  ['T1562.003', 'T1690'],
  ['T1562.006', 'T1685'],
  ['T1562.007', 'T1686.001'],
  ['T1562.008', 'T1685.002'],
  ['T1562.011', 'T1685.003'],
  ['T1562.012', 'T1685.004'],
  ['T1562.013', 'T1686.002'],
];

const [full, next] = process.argv.slice(2);
if (full === undefined || next === undefined) {
  console.error(
    'usage: node tools/make-bundled-successors.ts <full ATT&CK Enterprise 18.1 bundle> <ATT&CK Enterprise 19.1 bundle>',
  );
  process.exit(2);
}

const read = (source: string): Promise<CatalogueBundle> => readBundle(createReadStream(source), source);
const before = await read(full);
const after = await read(next);
assert.deepEqual([before.version, after.version], ['18.1', '19.1']);

const under = ({ entries }: CatalogueBundle) => entries.filter(({ kind }) => kind !== 'tactic');
const live = new Set(under(after).map(({ external_id }) => external_id));
const byName = new Map(under(after).map(({ external_id, name }) => [name, external_id]));
const renumbered = under(before)
  .filter(({ external_id }) => !live.has(external_id))
  .flatMap(({ external_id, name }): [string, string][] => {
    const successor = byName.get(name);
    return successor === undefined ? [] : [[external_id, successor]];
  });

const published = new Map([...before.successors, ...renumbered, ...after.successors, ...ofVersion19]);
const pairs = [...published.keys()]
  .filter((id) => !live.has(id))
  .map((id): [string, string] => [id, follow(published, id, (other) => live.has(other))])
  .sort(([one], [other]) => (one < other ? -1 : 1));

const lost = pairs.filter(([, successor]) => !live.has(successor));
const gone = under(before).filter(({ external_id }) => !live.has(external_id) && !published.has(external_id));
assert.deepEqual([lost, gone.map(({ external_id }) => external_id)], [[], []]);

const table: BundledSuccessors = {
  title: 'MITRE ATT&CK Enterprise: techniques that were revoked, and what came in their place',
  notice,
  version: '19.1',
  successors: Object.fromEntries(pairs),
};
await writeFile(bundledSuccessorsFile, `${JSON.stringify(table, null, 1)}\n`);
console.log(`${pairs.length} techniques were revoked, all with a successor`);
