/**
 * Makes the catalogue that ships with the program from an ATT&CK bundle:
 *   node tools/make-bundled-catalogue.ts ../shared/attack/enterprise-attack-19.1-core.json
 * It takes over facts only: identifiers, names and relations. The same bundle always gives the same file.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type BundledTable, bundledFile, toEntries } from '../server/catalogue/bundle/bundled.ts';
import { readBundle } from '../server/catalogue/bundle/stix.ts';

const notice =
  '© 2026 The MITRE Corporation. This work is reproduced and distributed with the permission of The MITRE Corporation. ' +
  'It holds identifiers, names and relations of ATT&CK Enterprise, under the ATT&CK terms of use ' +
  '(https://attack.mitre.org/resources/legal-and-branding/terms-of-use/). ' +
  'MITRE ATT&CK and ATT&CK are registered trademarks of The MITRE Corporation.';

const expected = { version: '19.1', tactics: 15, techniques: 222, subtechniques: 475 };

const source = process.argv[2];
if (source === undefined) {
  console.error('usage: node tools/make-bundled-catalogue.ts <ATT&CK Enterprise 19.1 bundle>');
  process.exit(2);
}

const bundle = await readBundle(createReadStream(source), source);
const ofKind = (kind: string) => bundle.entries.filter((entry) => entry.kind === kind);
assert.deepEqual(
  {
    version: bundle.version,
    tactics: ofKind('tactic').length,
    techniques: ofKind('technique').length,
    subtechniques: ofKind('subtechnique').length,
  },
  expected,
);

const tactics = ofKind('tactic');
const under = bundle.entries.filter((entry) => entry.kind !== 'tactic');
const platforms = [...new Set(under.flatMap((entry) => entry.platforms))].sort();
const table: BundledTable = {
  title: 'MITRE ATT&CK Enterprise: identifiers, names and relations',
  notice,
  version: expected.version,
  platforms,
  tactics: tactics.map((tactic) => [tactic.external_id, tactic.name, tactic.short_name!]),
  techniques: under.map((entry) => [
    entry.external_id,
    entry.name,
    entry.tactic_ids.map((id) => tactics.findIndex((tactic) => tactic.external_id === id)),
    entry.platforms.map((platform) => platforms.indexOf(platform)),
  ]),
};

// The table omits derivable values, so reading it must give back every fact.
assert.deepEqual(
  toEntries(table),
  bundle.entries.map((entry) => ({ ...entry, description: null })),
);

const rows = (items: unknown[]) =>
  `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
const { tactics: tacticRows, techniques: techniqueRows, ...facts } = table;
const text = JSON.stringify({ ...facts, tactics: 0, techniques: 0 }, null, 2)
  .replace('"tactics": 0', `"tactics": ${rows(tacticRows)}`)
  .replace('"techniques": 0', `"techniques": ${rows(techniqueRows)}`);
assert.deepEqual(JSON.parse(text), table);
await writeFile(bundledFile, `${text}\n`);
console.log(`bundledSha256: ${createHash('sha256').update(`${text}\n`).digest('hex')}`);
