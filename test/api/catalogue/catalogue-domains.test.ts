import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

type Item = Record<string, unknown>;

const at = '2026-01-01T00:00:00.000Z';
const reference = (external_id: string, source_name = 'mitre-attack') => [{ source_name, external_id }];

/** A bundle of one matrix, with a tactic and two techniques, in MITRE's current or former style. */
function bundleOf(
  domain: string,
  { ids = ['TA0100', 'T0800', 'T0801'], chain = 'mitre-attack', source = 'mitre-attack', says = true } = {},
): Item[] {
  const [tactic = '', one = '', two = ''] = ids;
  const domains = says ? { x_mitre_domains: [domain] } : {};
  const pattern = (id: string) => ({
    type: 'attack-pattern',
    id: `attack-pattern--${domain}-${id}`,
    modified: at,
    name: `Technique ${id}`,
    external_references: reference(id, source),
    kill_chain_phases: [{ kill_chain_name: chain, phase_name: 'first' }],
    ...domains,
  });
  return [
    {
      type: 'x-mitre-tactic',
      id: `x-mitre-tactic--${domain}`,
      modified: at,
      name: 'First',
      x_mitre_shortname: 'first',
      external_references: reference(tactic, source),
      ...domains,
    },
    {
      type: 'x-mitre-matrix',
      id: `x-mitre-matrix--${domain}`,
      modified: at,
      name: domain,
      tactic_refs: [`x-mitre-tactic--${domain}`],
      external_references: reference(domain, source),
      ...domains,
    },
    pattern(one),
    pattern(two),
  ];
}

const toText = (objects: readonly Item[]) => JSON.stringify({ type: 'bundle', id: 'bundle--1', objects });

const enterprise = (...ids: string[]) => bundleOf('enterprise-attack', { ids: ['TA0001', ...ids] });

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
});
after(() => server?.close());

const status = async () => bodyOf(await admin.get('/api/v1/catalog/status'), 200);
const unverified = '?allow_unverified=true';
const headers = { 'content-type': 'application/json' };
const importing = (text: string) =>
  admin.request('POST', `/api/v1/catalog/import${unverified}`, { raw: text, headers });

const foreign: [name: string, text: string, says: string][] = [
  ['ICS', toText(bundleOf('ics-attack', { chain: 'mitre-ics-attack' })), 'ICS'],
  ['ICS without domains', toText(bundleOf('ics-attack', { chain: 'mitre-ics-attack', says: false })), 'ICS'],
  [
    'ICS as it was before it had a source of its own',
    toText(bundleOf('ics-attack', { chain: 'mitre-ics-attack', source: 'mitre-ics-attack', says: false })),
    'ICS',
  ],
  [
    'Mobile, whose ids have the form of Enterprise',
    toText(bundleOf('mobile-attack', { ids: ['TA0027', 'T1401', 'T1402'], chain: 'mitre-mobile-attack' })),
    'Mobile',
  ],
  [
    'Mobile without domains',
    toText(
      bundleOf('mobile-attack', {
        ids: ['TA0027', 'T1401', 'T1402'],
        chain: 'mitre-mobile-attack',
        says: false,
      }),
    ),
    'Mobile',
  ],
  [
    'Mobile that names its domain alone',
    toText(bundleOf('mobile-attack', { ids: ['TA0027', 'T1401', 'T1402'] })),
    'Mobile',
  ],
  ['ATLAS', toText(bundleOf('atlas', { chain: 'mitre-atlas', source: 'mitre-atlas', says: false })), 'ATLAS'],
];

describe('a bundle of another matrix', () => {
  for (const [name, text, says] of foreign) {
    it(`is refused: ${name}`, async () => {
      const before = await status();
      const sent = await importing(text);
      const file = path.join(server.dataDir, 'catalog', 'other.json');
      writeFileSync(file, text);
      const lying = await admin.post('/api/v1/catalog/sync', {
        source: 'other.json',
        allow_unverified: true,
      });
      for (const answer of [sent, lying]) {
        assert.deepEqual(
          [answer.status, answer.body.errors?.[0]?.path],
          [422, 'source'],
          JSON.stringify(answer.body),
        );
        assert.match(answer.body.detail, new RegExp(`this is ${says}; Enterprise is expected`));
      }
      assert.deepEqual(await status(), before);
    });
  }

  it('beside Enterprise in one file leaves Enterprise alone', async () => {
    const both = [...enterprise('T1001', 'T1002'), ...bundleOf('ics-attack', { chain: 'mitre-ics-attack' })];
    const answer = bodyOf(await importing(toText(both)), 200);
    assert.deepEqual(answer.counts, { tactics: 1, techniques: 2, subtechniques: 0 });
  });
});

describe('successors of revoked techniques', () => {
  const revoked = (id: string) => ({
    type: 'attack-pattern',
    id: `attack-pattern--old-${id}`,
    modified: at,
    revoked: true,
    name: `Technique ${id}`,
    external_references: reference(id),
    x_mitre_domains: ['enterprise-attack'],
  });
  const revokedBy = (source: string, target: string) => ({
    type: 'relationship',
    id: `relationship--${source}-${target}`,
    modified: at,
    relationship_type: 'revoked-by',
    source_ref: source,
    target_ref: target,
  });
  const old = (id: string) => `attack-pattern--old-${id}`;
  const group = {
    type: 'intrusion-set',
    id: 'intrusion-set--1',
    modified: at,
    name: 'Anyone',
    external_references: reference('G9001'),
  };
  const uses = {
    type: 'relationship',
    id: 'relationship--uses',
    modified: at,
    relationship_type: 'uses',
    source_ref: group.id,
    target_ref: 'attack-pattern--enterprise-attack-T1002',
  };
  const layer = (...ids: string[]) => ({
    name: 'layer.json',
    content: JSON.stringify({
      name: `Layer ${ids}`,
      versions: { attack: '18', navigator: '5.1.0', layer: '4.5' },
      domain: 'enterprise-attack',
      techniques: ids.map((techniqueID, index) => ({ techniqueID, score: index, comment: techniqueID })),
    }),
  });
  const plan = async (ids: readonly string[]) =>
    bodyOf(await admin.get(`/api/v1/test-templates/for-threats?techniques=${ids.join(',')}`), 200);

  it('follows the bundle over several steps and never in a circle', async () => {
    const objects = [
      ...enterprise('T1001', 'T1002'),
      ...['T9001', 'T9002', 'T9003', 'T9004'].map(revoked),
      revokedBy(old('T9001'), old('T9002')),
      revokedBy(old('T9002'), 'attack-pattern--enterprise-attack-T1001'),
      revokedBy(old('T9003'), old('T9004')),
      revokedBy(old('T9004'), old('T9003')),
    ];
    bodyOf(await importing(toText(objects)), 200);
    const { techniques, unknown } = await plan(['T9001', 'T9003', 'T1002']);
    const ids = techniques.map(({ external_id }: Item) => external_id);
    assert.deepEqual([ids, unknown], [['T1001', 'T1002'], ['T9003']]);
  });

  it('is kept from one bundle to the next, for threats as well', async () => {
    bodyOf(await importing(toText([...enterprise('T1001', 'T1002'), group, uses])), 200);
    const next = [
      ...enterprise('T1001', 'T1003'),
      revoked('T1002'),
      revokedBy(old('T1002'), 'attack-pattern--enterprise-attack-T1003'),
    ];
    bodyOf(await importing(toText(next)), 200);
    const shown = bodyOf(await admin.get('/api/v1/catalog/groups/G9001'), 200);
    assert.deepEqual(
      shown.techniques.map(({ external_id }: Item) => external_id),
      ['T1003'],
    );
    // A bundle without revoked techniques.
    bodyOf(await importing(toText(enterprise('T1001', 'T1003'))), 200);
    assert.deepEqual((await plan(['T1002'])).unknown, []);
  });

  it('is bundled for every technique that ATT&CK has revoked', async () => {
    bodyOf(await admin.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
    const ids = ['T1562', 'T1562.001', 'T1562.006', 'T1086', 'T1054', 'T1089', 'T1656', 'T1070.001'];
    const { techniques, unknown } = await plan(ids);
    assert.deepEqual(unknown, []);
    assert.deepEqual(techniques.map(({ external_id }: Item) => external_id).sort(), [
      ...['T1059.001', 'T1684.001', 'T1685', 'T1685.005'],
    ]);
  });

  it('replaces techniques in a layer’s selection, each once', async () => {
    const ready = await importFile(admin, layer('T1562.001', 'T1089', 'T1082', 'T1086'));
    const rows = bodyOf(await admin.get(`/api/v1/imports/${ready.id}/rows`), 200).items;
    assert.match(rows[0].leftover.join(), /T1562\.001 is T1685, T1089 is T1685, T1086 is T1059\.001/);
    const applied = await applyImport(admin, ready.id);
    assert.deepEqual(applied.made[0].techniques.sort(), ['T1059.001', 'T1082', 'T1685']);
  });
});
