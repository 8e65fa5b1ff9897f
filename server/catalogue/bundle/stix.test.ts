import assert from 'node:assert/strict';
import test from 'node:test';
import {
  collection,
  matrix,
  newerEdition,
  olderEdition,
  type Stix,
  tactic,
  technique,
  under,
} from '../../../test/support/fixtures/attack-editions.ts';
import type { CatalogueEntry } from '../rules.ts';
import { bundledSha256, readBundledCatalogue } from './bundled.ts';
import { type CatalogueBundle, findVersion, readBundle } from './stix.ts';

function read(bundle: Stix | string, name = ''): Promise<CatalogueBundle> {
  return readBundle([Buffer.from(typeof bundle === 'string' ? bundle : JSON.stringify(bundle))], name);
}

function bundleOf(...objects: Stix[]): Stix {
  return { type: 'bundle', id: 'bundle--1', objects };
}

const smallest = [tactic('TA9001', 'Prowling', 'prowling'), technique('T9001', 'Peeking', ['prowling'])];

async function entry(externalId: string, ...objects: Stix[]): Promise<CatalogueEntry | undefined> {
  const { entries } = await read(bundleOf(...smallest, ...objects));
  return entries.find((item) => item.external_id === externalId);
}

test('a STIX 2.0 bundle gives its entries, and the version of its name', async () => {
  const { version, entries } = await read(olderEdition(), 'attack-1.0.json');
  assert.equal(version, '1.0');
  assert.deepEqual(
    entries.map(({ kind, external_id, parent_id, tactic_ids, position }) => [
      kind,
      external_id,
      parent_id,
      tactic_ids,
      position,
    ]),
    [
      ['tactic', 'TA9001', null, [], 0],
      ['tactic', 'TA9002', null, [], 1],
      ['technique', 'T9001', null, ['TA9001'], 0],
      ['subtechnique', 'T9001.001', 'T9001', ['TA9001'], 0],
      ['subtechnique', 'T9001.002', 'T9001', ['TA9001'], 0],
      ['technique', 'T9002', null, ['TA9001', 'TA9002'], 0],
      ['technique', 'T9003', null, ['TA9002'], 0],
      ['subtechnique', 'T9003.001', 'T9003', ['TA9002'], 0],
    ],
  );
  assert.deepEqual(entries[6], {
    kind: 'technique',
    external_id: 'T9003',
    name: 'Vanishing',
    description: 'How Vanishing is done.',
    url: 'https://attack.mitre.org/techniques/T9003',
    short_name: null,
    position: 0,
    parent_id: null,
    tactic_ids: ['TA9002'],
    platforms: ['macOS'],
  });
  assert.equal(entries[1]?.short_name, 'hiding');
});

test('a STIX 2.1 bundle gives its entries without revoked and deprecated ones, and its own version', async () => {
  const { version, entries } = await read(newerEdition(), 'attack-1.0.json');
  assert.equal(version, '2.0');
  assert.deepEqual(
    entries.map(({ external_id, name, tactic_ids }) => [external_id, name, tactic_ids]),
    [
      ['TA9003', 'Disarming', []],
      ['TA9001', 'Prowling', []],
      ['TA9002', 'Lurking', []],
      ['T9001', 'Peering', ['TA9003', 'TA9001']],
      ['T9001.001', 'Keyhole Peeking', ['TA9001']],
      ['T9004', 'Shadowing', ['TA9002']],
      ['T9004.001', 'Long Shadowing', ['TA9002']],
    ],
  );
});

test('a sub-technique belongs to the parent in its relationship, otherwise to that of its number', async () => {
  const objects = [technique('T9002', 'Cloaking', ['prowling']), technique('T9001.001', 'Keyhole', [])];
  assert.equal((await entry('T9001.001', ...objects))?.parent_id, 'T9001');
  assert.equal((await entry('T9001.001', ...objects, under('T9001.001', 'T9002')))?.parent_id, 'T9002');
  const revoked = under('T9001.001', 'T9002', { revoked: true });
  assert.equal((await entry('T9001.001', ...objects, revoked))?.parent_id, 'T9001');
  const toNowhere = under('T9001.001', 'T9999');
  assert.equal((await entry('T9001.001', ...objects, toNowhere))?.parent_id, 'T9001');
  assert.deepEqual(
    (await entry('T9001.001', ...objects))?.tactic_ids,
    ['TA9001'],
    'tactics of its technique',
  );
});

test('of several versions of one object the newest counts, whether it comes first or last', async () => {
  const versions = [
    technique('T9002', 'Old', ['prowling'], { modified: '2024-01-01T00:00:00.000Z' }),
    technique('T9002', 'New', ['prowling'], { modified: '2025-01-01T00:00:00.1Z' }),
  ];
  assert.equal((await entry('T9002', ...versions))?.name, 'New');
  assert.equal((await entry('T9002', ...versions.reverse()))?.name, 'New');
  const gone = technique('T9002', 'Gone', ['prowling'], { modified: '2026-01-01T00:00:00Z', revoked: true });
  assert.equal(await entry('T9002', gone, ...versions), undefined);
});

test('objects that are not ATT&CK’s own are ignored', async () => {
  const foreign = {
    ...technique('T9002', 'Foreign', ['prowling']),
    external_references: [{ source_name: 'capec', external_id: 'CAPEC-1' }],
  };
  assert.equal(await entry('T9002', foreign), undefined);
  const phases = [
    { kill_chain_name: 'another-chain', phase_name: 'prowling' },
    { kill_chain_name: 'mitre-attack', phase_name: 'unheard-of' },
  ];
  assert.deepEqual(
    (await entry('T9002', technique('T9002', 'Odd', [], { kill_chain_phases: phases })))?.tactic_ids,
    [],
  );
});

test('an https address is kept, any other is replaced by the MITRE page', async () => {
  const withUrl = (url: unknown) => ({
    ...technique('T9002', 'Cloaking', ['prowling']),
    external_references: [{ source_name: 'mitre-attack', external_id: 'T9002', url }],
  });
  for (const [given, kept] of [
    ['https://example.test/T9002', 'https://example.test/T9002'],
    ['http://example.test/T9002', 'https://attack.mitre.org/techniques/T9002'],
    ['javascript:alert(1)', 'https://attack.mitre.org/techniques/T9002'],
    [undefined, 'https://attack.mitre.org/techniques/T9002'],
    [`https://example.test/${'x'.repeat(600)}`, 'https://attack.mitre.org/techniques/T9002'],
  ]) {
    assert.equal((await entry('T9002', withUrl(given)))?.url, kept);
  }
});

test('a bundle that is not a consistent ATT&CK is refused', async () => {
  const sub = technique('T9001.001', 'Keyhole', ['prowling']);
  const named = (external_id: string) => ({
    ...technique('T9002', 'Cloaking', ['prowling']),
    external_references: [{ source_name: 'mitre-attack', external_id }],
  });
  const refused: [RegExp, Stix][] = [
    [/no tactic/, bundleOf()],
    [/no tactic/, bundleOf(technique('T9001', 'Peeking', []))],
    [/no technique/, bundleOf(tactic('TA9001', 'Prowling', 'prowling'))],
    [/no technique above T9001\.001/, bundleOf(smallest[0]!, technique('T9002', 'Cloaking', []), sub)],
    [
      /no technique above T9001\.001/,
      bundleOf(
        smallest[0]!,
        technique('T9002', 'Cloaking', []),
        technique('T9001', 'Peeking', [], { revoked: true }),
        sub,
      ),
    ],
    [
      /T9001 twice/,
      bundleOf(...smallest, { ...technique('T9001', 'Again', []), id: 'attack-pattern--other' }),
    ],
    [/prowling twice/, bundleOf(...smallest, tactic('TA9002', 'Other', 'prowling'))],
    ...['T90020', 'T9002.1', 't9002', 'TA9002', '', 'T9002\n', '../T9002', 'T9002.0012', 'CAPEC-1'].map(
      (id): [RegExp, Stix] => [/unexpected|external_id/, bundleOf(...smallest, named(id))],
    ),
    [
      /unexpected/,
      bundleOf(...smallest, {
        ...tactic('TA9002', 'A', 'a'),
        external_references: [{ source_name: 'mitre-attack', external_id: 'T9002' }],
      }),
    ],
    [
      /external_id/,
      bundleOf(...smallest, { ...named('T9002'), external_references: [{ source_name: 'mitre-attack' }] }),
    ],
    [/short name/, bundleOf(...smallest, tactic('TA9002', 'Hiding', 'Hiding Away'))],
    [/short name/, bundleOf(...smallest, tactic('TA9002', 'Hiding', ''))],
    [/name of T9002/, bundleOf(...smallest, technique('T9002', '', []))],
    [/name of T9002/, bundleOf(...smallest, technique('T9002', 'x'.repeat(301), []))],
    [/name of T9002/, bundleOf(...smallest, technique('T9002', 'a\0b', []))],
    [/name of T9002/, bundleOf(...smallest, { ...technique('T9002', '', []), name: 5 })],
    [
      /description of T9002/,
      bundleOf(...smallest, technique('T9002', 'A', [], { description: 'x'.repeat(70_000) })),
    ],
    [/description of T9002/, bundleOf(...smallest, technique('T9002', 'A', [], { description: '\ud800' }))],
    [
      /description of T9002/,
      bundleOf(...smallest, technique('T9002', 'A', [], { description: { en: 'A' } })),
    ],
    [
      /platforms of T9002/,
      bundleOf(...smallest, technique('T9002', 'A', [], { x_mitre_platforms: 'Linux' })),
    ],
    [/platforms of T9002/, bundleOf(...smallest, technique('T9002', 'A', [], { x_mitre_platforms: [5] }))],
    [
      /platforms of T9002/,
      bundleOf(...smallest, technique('T9002', 'A', [], { x_mitre_platforms: Array(201).fill('x') })),
    ],
    [/the id/, bundleOf(...smallest, { ...technique('T9002', 'A', []), id: 7 })],
    [/version/, bundleOf(...smallest, collection('19.1; drop'))],
    [/tactic_refs/, bundleOf(...smallest, { ...matrix([]), tactic_refs: 'all' })],
    [/not a STIX bundle/, { type: 'report', objects: smallest }],
  ];
  for (const [message, bundle] of refused) {
    await assert.rejects(read(bundle), { code: 'invalid', message }, JSON.stringify(bundle).slice(0, 600));
  }
});

test('the memory that a bundle makes the reader keep is bounded', async () => {
  const many = Array.from({ length: 20_001 }, (_, index) => under(`T9001.${index}`, 'T9001'));
  await assert.rejects(read(bundleOf(...smallest, ...many)), /too many objects/);
  const texts = Array.from({ length: 600 }, (_, index) =>
    technique(`T${1000 + index}`, 'A', [], { description: 'x'.repeat(60_000) }),
  );
  await assert.rejects(read(bundleOf(...smallest, ...texts)), /too much text/);
});

test('objects with hostile keys and shapes do no harm', async () => {
  const text = JSON.stringify(bundleOf(...smallest)).replace(
    '"objects":[',
    '"objects":[{"__proto__":{"type":"attack-pattern"}},{"type":"attack-pattern","external_references":[null,5,{"source_name":["mitre-attack"]}]},{"type":"relationship"},{"type":["x-mitre-tactic"]},{},',
  );
  assert.equal((await read(text)).entries.length, 2);
  assert.equal(({} as Stix).type, undefined);
});

test('a version is read from the name', () => {
  for (const [name, version] of [
    ['enterprise-attack-18.1.json', '18.1'],
    ['enterprise-attack-18.1-full.json', '18.1'],
    ['enterprise_attack_v18.1.json', '18.1'],
    ['/mitre-attack/attack-stix-data/v19.1/enterprise-attack/enterprise-attack-19.1.json', '19.1'],
    ['/attack/v17.0/bundle.json', '17.0'],
    ['V9.0', '9.0'],
    ['attack.json', null],
    ['attack-18.json', null],
    ['attack-1.2.3.json', null],
    ['attack-2024.01.json', null],
    ['', null],
  ] as const) {
    assert.equal(findVersion(name), version, name);
  }
});

test('the catalogue that ships with the program is ATT&CK Enterprise 19.1, without its prose', async () => {
  const { version, sha256, entries } = await readBundledCatalogue();
  const ofKind = (kind: string) => entries.filter((item) => item.kind === kind);
  assert.equal(version, '19.1');
  assert.equal(sha256, bundledSha256);
  assert.deepEqual(
    [ofKind('tactic').length, ofKind('technique').length, ofKind('subtechnique').length],
    [15, 222, 475],
  );
  assert.deepEqual(
    ofKind('tactic').map((item) => item.external_id),
    'TA0043 TA0042 TA0001 TA0002 TA0003 TA0004 TA0005 TA0112 TA0006 TA0007 TA0008 TA0009 TA0011 TA0010 TA0040'.split(
      ' ',
    ),
  );
  const ids = new Set(entries.map((item) => item.external_id));
  assert.equal(ids.size, 712);
  for (const item of entries) {
    assert.equal(item.description, null);
    assert.ok(item.kind === 'tactic' || item.tactic_ids.length > 0);
    assert.ok([item.parent_id ?? item.external_id, ...item.tactic_ids].every((id) => ids.has(id)));
  }
});
