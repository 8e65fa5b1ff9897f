/**
 * Makes the threats that ship with the program from a full ATT&CK bundle:
 *   node tools/make-bundled-threats.ts ../shared/attack/enterprise-attack-18.1-full.json
 * It takes over facts only: identifiers, names and relations. Techniques that were revoked since are
 * those that came in their place. The same bundle always gives the same file.
 */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { follow } from '../domain/successors.ts';
import { readBundledCatalogue } from '../server/catalogue/bundle/bundled.ts';
import {
  type BundledThreats,
  bundledThreatsFile,
  toThreats,
} from '../server/catalogue/bundle/bundled-threats.ts';
import { readBundle } from '../server/catalogue/bundle/stix.ts';
import { readBundledSuccessors } from '../server/catalogue/successors/bundled.ts';
import type { Threats } from '../server/catalogue/threats/rules.ts';

const notice =
  '© 2025 The MITRE Corporation. This work is reproduced and distributed with the permission of The MITRE Corporation. ' +
  'It holds identifiers, names and relations of ATT&CK Enterprise, under the ATT&CK terms of use ' +
  '(https://attack.mitre.org/resources/legal-and-branding/terms-of-use/). ' +
  'MITRE ATT&CK and ATT&CK are registered trademarks of The MITRE Corporation.';

const expected = { version: '18.1', groups: 172, campaigns: 52, software: 784 };

const source = process.argv[2];
if (source === undefined) {
  console.error('usage: node tools/make-bundled-threats.ts <full ATT&CK Enterprise 18.1 bundle>');
  process.exit(2);
}

const bundle = await readBundle(createReadStream(source), source);
assert.ok(bundle.threats);
const count = (kind: string) => bundle.threats?.threats.filter((threat) => threat.kind === kind).length;
assert.deepEqual(
  {
    version: bundle.version,
    groups: count('group'),
    campaigns: count('campaign'),
    software: count('software'),
  },
  expected,
);

const present = (await readBundledCatalogue()).entries.filter(({ kind }) => kind !== 'tactic');
const known = new Set(present.map(({ external_id }) => external_id));
const successors = await readBundledSuccessors();
const dropped = new Set<string>();

function toNow(technique: string): string | null {
  const found = follow(successors, technique, (id) => known.has(id));
  if (known.has(found)) return found;
  dropped.add(technique);
  return null;
}

const followAll = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => toNow(id) ?? []))].sort();

const facts: Threats = {
  version: expected.version,
  threats: bundle.threats.threats.map((threat) => ({
    ...threat,
    description: null,
    techniques: followAll(threat.techniques),
  })),
  data_components: [
    ...Map.groupBy(
      bundle.threats.data_components.flatMap(([id, shown]) => {
        const technique = toNow(id);
        return technique === null ? [] : shown.map((name) => ({ technique, name }));
      }),
      ({ technique }) => technique,
    ),
  ]
    .map(([technique, shown]): [string, string[]] => [
      technique,
      [...new Set(shown.map(({ name }) => name))].sort(),
    ])
    .sort(([one], [other]) => (one < other ? -1 : 1)),
};

const techniques = [
  ...new Set([
    ...facts.threats.flatMap((threat) => threat.techniques),
    ...facts.data_components.map(([technique]) => technique),
  ]),
].sort();
const components = [...new Set(facts.data_components.flatMap(([, shown]) => shown))].sort();
const ids = facts.threats.map(({ external_id }) => external_id);
const shown = new Map(facts.data_components);
const table: BundledThreats = {
  title: 'MITRE ATT&CK Enterprise: groups, campaigns, software and what they use',
  notice,
  version: expected.version,
  techniques,
  components,
  threats: facts.threats.map((threat): BundledThreats['threats'][number] => {
    const { external_id, name, aliases, software_type, first_seen, last_seen } = threat;
    const used = threat.techniques.map((id) => techniques.indexOf(id));
    const related = threat.related.map((id) => ids.indexOf(id));
    if (software_type !== null) return [external_id, name, aliases, used, related, [software_type]];
    if (threat.kind === 'campaign')
      return [external_id, name, aliases, used, related, [first_seen, last_seen]];
    return [external_id, name, aliases, used, related];
  }),
  shownBy: techniques.map((id) => (shown.get(id) ?? []).map((name) => components.indexOf(name))),
};

// The table omits derivable values, so reading it must give back every fact.
assert.deepEqual(toThreats(table), facts);

const rows = (items: readonly unknown[]) =>
  `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
const { threats, shownBy, techniques: _techniques, components: _components, ...head } = table;
const text = JSON.stringify({ ...head, techniques: 0, components: 0, threats: 0, shownBy: 0 }, null, 2)
  .replace('"techniques": 0', () => `"techniques": ${JSON.stringify(techniques)}`)
  .replace('"components": 0', () => `"components": ${JSON.stringify(components)}`)
  .replace('"threats": 0', () => `"threats": ${rows(threats)}`)
  .replace('"shownBy": 0', () => `"shownBy": ${JSON.stringify(shownBy)}`);
assert.deepEqual(JSON.parse(text), table);
await writeFile(bundledThreatsFile, `${text}\n`);
console.log(
  `${threats.length} threats; no longer in the catalogue: ${[...dropped].sort().join(', ') || 'none'}`,
);
