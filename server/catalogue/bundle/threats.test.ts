import assert from 'node:assert/strict';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { type Stix, tactic, technique } from '../../../test/support/fixtures/attack-editions.ts';
import type { Threats } from '../threats/rules.ts';
import { readBundle } from './stix.ts';

const smallest = [
  tactic('TA9001', 'Prowling', 'prowling'),
  technique('T9001', 'Peeking', ['prowling']),
  technique('T9002', 'Poking', ['prowling']),
];
const techniqueId = (id: string) => smallest.find((object) => object.name === id)?.id;

async function read(...objects: Stix[]): Promise<Threats | null> {
  const bundle = { type: 'bundle', id: 'bundle--1', objects: [...smallest, ...objects] };
  return (await readBundle([Buffer.from(JSON.stringify(bundle))], 'attack-1.0.json')).threats;
}

function threat(type: string, externalId: string, fields: Stix = {}): Stix {
  return {
    type,
    id: `${type}--${externalId}`,
    name: `Name of ${externalId}`,
    external_references: [{ source_name: 'mitre-attack', external_id: externalId }],
    ...fields,
  };
}

let links = 0;
function link(source: unknown, type: string, target: unknown, fields: Stix = {}): Stix {
  links += 1;
  const id = `relationship--${links}`;
  return {
    type: 'relationship',
    id,
    relationship_type: type,
    source_ref: source,
    target_ref: target,
    ...fields,
  };
}

test('a bundle with only techniques has no threats', async () => {
  assert.equal(await read(), null);
});

test('groups, campaigns and software are read with their techniques and attributions', async () => {
  const threats = await read(
    threat('intrusion-set', 'G9001', { aliases: ['Name of G9001', 'Velvet Otter'], description: 'Prose.' }),
    threat('campaign', 'C9001', { first_seen: '2024-03-01T04:00:00.000Z', last_seen: 'unknown' }),
    threat('malware', 'S9001', { x_mitre_aliases: ['Name of S9001', 'Otterbot'] }),
    threat('tool', 'S9002'),
    link('intrusion-set--G9001', 'uses', techniqueId('Poking')),
    link('intrusion-set--G9001', 'uses', techniqueId('Peeking')),
    link('intrusion-set--G9001', 'uses', techniqueId('Peeking')),
    link('intrusion-set--G9001', 'uses', 'tool--S9002'),
    link('campaign--C9001', 'attributed-to', 'intrusion-set--G9001'),
    link('malware--S9001', 'uses', techniqueId('Peeking')),
    link('malware--S9001', 'uses', 'attack-pattern--of-another-domain'),
  );
  assert.equal(threats?.version, '1.0');
  const brief = threats?.threats.map(({ external_id, kind, aliases, techniques, related }) => [
    external_id,
    kind,
    aliases,
    techniques,
    related,
  ]);
  assert.deepEqual(brief, [
    ['C9001', 'campaign', [], [], ['G9001']],
    ['G9001', 'group', ['Velvet Otter'], ['T9001', 'T9002'], ['S9002']],
    ['S9001', 'software', ['Otterbot'], ['T9001'], []],
    ['S9002', 'software', [], [], []],
  ]);
  const [campaign, group, malware] = threats?.threats ?? [];
  assert.deepEqual([campaign?.first_seen, campaign?.last_seen], ['2024-03-01', null]);
  assert.equal(group?.description, 'Prose.');
  assert.equal(malware?.software_type, 'malware');
  assert.equal(malware?.url, 'https://attack.mitre.org/software/S9001');
});

test('revoked, deprecated and replaced threats do not count', async () => {
  const threats = await read(
    threat('intrusion-set', 'G9001', { name: 'Old', modified: '2024-01-01T00:00:00Z' }),
    threat('intrusion-set', 'G9001', { name: 'New', modified: '2025-01-01T00:00:00Z' }),
    threat('intrusion-set', 'G9002', { revoked: true }),
    threat('malware', 'S9001', { x_mitre_deprecated: true }),
    link('intrusion-set--G9001', 'uses', techniqueId('Peeking'), { x_mitre_deprecated: true }),
    link('intrusion-set--G9001', 'uses', 'malware--S9001'),
  );
  assert.deepEqual(
    threats?.threats.map(({ name, techniques, related }) => [name, techniques, related]),
    [['New', [], []]],
  );
});

test('data components are found by strategies and analytics, and in older bundles directly', async () => {
  const component = (id: string, name: string) => ({ ...threat('x-mitre-data-component', id), name });
  const threats = await read(
    component('DC1', 'File Access'),
    component('DC2', 'Process Creation'),
    {
      type: 'x-mitre-analytic',
      id: 'x-mitre-analytic--1',
      x_mitre_log_source_references: [{ x_mitre_data_component_ref: 'x-mitre-data-component--DC2' }],
    },
    {
      type: 'x-mitre-detection-strategy',
      id: 'x-mitre-detection-strategy--1',
      x_mitre_analytic_refs: ['x-mitre-analytic--1', 'x-mitre-analytic--gone'],
    },
    link('x-mitre-detection-strategy--1', 'detects', techniqueId('Peeking')),
    link('x-mitre-data-component--DC1', 'detects', techniqueId('Peeking')),
  );
  assert.deepEqual(threats?.data_components, [['T9001', ['File Access', 'Process Creation']]]);
});

test('threats of a wrong form are refused', async () => {
  const cases: [what: RegExp, ...objects: Stix[]][] = [
    [/unexpected identifier/, threat('intrusion-set', 'S9001')],
    [/unexpected identifier/, threat('malware', '../../etc')],
    [
      /G9001 twice/,
      threat('intrusion-set', 'G9001'),
      { ...threat('intrusion-set', 'G9001'), id: 'intrusion-set--b' },
    ],
    [/lacks the name/, threat('tool', 'S9001', { name: '' })],
    [/more than 300 characters/, threat('tool', 'S9001', { name: 'x'.repeat(301) })],
    [/unreadable text/, threat('tool', 'S9001', { name: 'a\0b' })],
    [/no list/, threat('tool', 'S9001', { x_mitre_aliases: 'Otter' })],
    [/lacks the target_ref/, threat('tool', 'S9001'), link('tool--S9001', 'uses', 7)],
  ];
  for (const [what, ...objects] of cases) await assert.rejects(read(...objects), what);
});

const full = path.join(import.meta.dirname, '../../../../shared/attack/enterprise-attack-18.1-full.json');

test('all of ATT&CK 18.1 is read', {
  skip: existsSync(full) ? false : 'the bundle is not here',
}, async () => {
  const { threats } = await readBundle(createReadStream(full), full);
  const count = (kind: string) => threats?.threats.filter((one) => one.kind === kind).length;
  assert.deepEqual([count('group'), count('campaign'), count('software')], [172, 52, 784]);
  assert.equal(threats?.data_components.length, 650);
});
