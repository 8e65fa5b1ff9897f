import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, readFiles, recognise, refusalOf, writeFiles } from '../../../../test/support/interchange.ts';
import { blankFact, blankMission, blankTest } from '../../exercise/blank.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { navigatorReader } from './read.ts';
import { navigatorWriter } from './write.ts';

const technique = { techniqueID: 'T1003.001', tactic: 'credential-access', score: 3, comment: 'dumped' };
const current = {
  name: 'Threats',
  versions: { attack: '19', navigator: '5.1.0', layer: '4.5' },
  domain: 'enterprise-attack',
  description: 'What we fear',
  techniques: [technique],
};
const read = (layer: unknown) => readFiles(navigatorReader, { 'layer.json': JSON.stringify(layer) });

describe('layers that come in', () => {
  const versions: [name: string, layer: object, attack: string | null][] = [
    [
      '2.2',
      { ...current, versions: undefined, version: '2.2', domain: 'mitre-enterprise', viewMode: 1 },
      null,
    ],
    ['3.0', { ...current, versions: undefined, version: '3.0', domain: 'mitre-enterprise' }, null],
    ['4.0', { ...current, versions: { navigator: '4.0', layer: '4.0' } }, null],
    ['4.4', { ...current, versions: { attack: '12', navigator: '4.8.0', layer: '4.4' } }, '12'],
    ['4.5', current, '19'],
  ];
  for (const [version, layer, attack] of versions) {
    it(`are read in format ${version}`, async () => {
      const plan = await read(layer);
      assert.equal(plan.version, version);
      assert.deepEqual([plan.refused, plan.notes], [[], []]);
      assert.deepEqual(plan.selections, [
        {
          row: 'layer.json',
          sourceId: 'enterprise-attack/Threats',
          leftover: [],
          name: 'Threats',
          description: 'What we fear',
          attack_version: attack,
          techniques: [{ id: 'T1003.001', score: 3, comment: 'dumped' }],
        },
      ]);
    });
  }

  it('select what they mark, once, and keep what has no field here', async () => {
    const plan = await read({
      ...current,
      filters: { platforms: ['Windows', 'Linux'] },
      legendItems: [{ label: 'Bad', color: '#ff0000' }],
      metadata: [{ name: 'owner', value: 'blue' }, { divider: true }],
      links: [{ label: 'wiki', url: 'https://example.org' }],
      techniques: [
        { techniqueID: 'T1685', tactic: 'stealth', score: 1, comment: 'a', color: '#ff0000' },
        { techniqueID: 't1685', tactic: 'defense-impairment', score: 5, comment: 'b' },
        { techniqueID: 'T1087' },
        {
          techniqueID: 'T1059',
          showSubtechniques: true,
          enabled: true,
          comment: '',
          color: '',
          metadata: [],
        },
        { techniqueID: 'T1003', enabled: false, score: 1 },
        { techniqueID: 'T1078', score: 'many', metadata: [{ name: 'seen', value: 'twice' }] },
        { techniqueID: 'TA0001' },
        'T1003',
      ],
    });
    const [selection] = plan.selections;
    assert.deepEqual(selection?.techniques, [
      { id: 'T1685', score: 5, comment: 'a\nb' },
      { id: 'T1087', score: null, comment: null },
      { id: 'T1078', score: null, comment: null },
    ]);
    assert.deepEqual(selection.leftover, [
      'platforms: Windows, Linux',
      'legend: Bad #ff0000',
      'owner: blue',
      'wiki: https://example.org',
      'T1685 color: #ff0000',
      'T1078 score: many',
      'T1078 seen: twice',
      'disabled: T1003',
    ]);
    assert.deepEqual(
      plan.refused.map(({ row, name }) => [row, name]),
      [
        ['layer.json, technique 7', 'TA0001'],
        ['layer.json, technique 8', null],
      ],
    );
  });

  it('come several in a list, each for itself', async () => {
    const plan = await read([
      current,
      { ...current, name: 'Mobile', domain: 'mobile-attack' },
      current,
      { ...current, name: 'Old', version: '1.3' },
      { ...current, name: 'New', versions: { layer: '5.0' } },
      { ...current, name: undefined },
      { name: 'x' },
      7,
    ]);
    assert.deepEqual(
      plan.selections.map(({ row, name }) => [row, name]),
      [
        ['layer.json, layer 1', 'Threats'],
        ['layer.json, layer 2', 'Mobile'],
        ['layer.json, layer 5', 'New'],
      ],
    );
    assert.equal(plan.notes.length, 2);
    assert.deepEqual(
      plan.refused.map(({ why }) => why),
      [
        'It has the same id as layer.json, layer 1.',
        'The layer has format 1.3: open it in the Navigator and save it anew',
        'The layer has no name',
        'It is no layer: it has no list of techniques',
        'It is no layer',
      ],
    );
  });

  it('are known, and an empty list is refused', async () => {
    const known = (value: unknown) => recognise(navigatorReader, fileOf('a.json', JSON.stringify(value)));
    assert.equal(await known(current), 'yes');
    assert.equal(await known([{ ...current, techniques: [] }]), 'yes');
    assert.equal(await known({ name: 'x', domain: 'example' }), 'no');
    assert.match(await refusalOf(navigatorReader, fileOf('a.json', '[]')), /no layers/);
  });
});

function test(name: string, tag: string, change: Partial<PlannedTest>): PlannedTest {
  return { ...blankTest(name, name, name), catalog_tags: [tag, 'TA0006'], ...change };
}

function mission(tests: PlannedTest[]): PlannedMission {
  const blank = blankMission('m', 'm', 'Autumn \ud800');
  return { ...blank, client: 'ACME', scenarios: [{ name: 's', description: null, tests }] };
}

const ran = (change: Partial<PlannedTest['run']>) => ({
  status: 'executed' as const,
  run: { ...blankTest('', '', '').run, executed_at: '2026-07-01T10:00:00.000Z', ...change },
});
const sample = mission([
  test('dump', 'T1003.001', ran({ facts: [blankFact('alerted', 'yes')] })),
  test('dump again', 'T1003.001', ran({ level: 'not_detected' })),
  test('list', 'T1087', ran({ facts: [blankFact('prevented', 'yes')] })),
  test('later', 'T1685', {}),
]);

type Layer = Record<string, unknown> & { name: string; techniques: Record<string, unknown>[] };

async function write(of: PlannedMission): Promise<Layer[]> {
  const files = await writeFiles(navigatorWriter, of);
  assert.deepEqual(Object.keys(files), ['layers.json']);
  return JSON.parse(String(files['layers.json']));
}

/** What the Navigator complains of when it opens a layer, after its own code for layer format 4.5. */
function complain(layer: Layer): string[] {
  const complaints: string[] = [];
  const needs = (holds: boolean, what: string) => {
    if (!holds) complaints.push(what);
  };
  const isColor = (value: unknown) => /^#[0-9a-f]{6}$/i.test(String(value));
  const isNoted = ({ metadata, links }: Record<string, unknown>) =>
    (metadata as { name: unknown; value: unknown }[]).every(
      ({ name, value }) => typeof name === 'string' && name && typeof value === 'string' && value,
    ) &&
    (links as { label: string; url: string }[]).every(({ label, url }) => label && /^https?:\/\//.test(url));
  const versions = layer.versions as Record<string, unknown>;
  needs(versions.layer === '4.5' && /^\d+$/.test(String(versions.attack)), 'versions');
  needs(typeof versions.navigator === 'string', 'version of the Navigator');
  needs(layer.domain === 'enterprise-attack', 'domain');
  for (const field of ['name', 'description']) needs(typeof layer[field] === 'string', field);
  needs([0, 1, 2, 3].includes(layer.sorting as number), 'sorting');
  const flags = ['hideDisabled', 'showTacticRowBackground', 'selectTechniquesAcrossTactics'];
  for (const flag of [...flags, 'selectSubtechniquesWithParent', 'selectVisibleTechniques']) {
    needs(typeof layer[flag] === 'boolean', flag);
  }
  needs(isColor(layer.tacticRowBackground), 'tacticRowBackground');
  const { colors, minValue, maxValue } = layer.gradient as {
    colors: string[];
    minValue: number;
    maxValue: number;
  };
  needs(colors.length >= 2 && colors.every(isColor) && maxValue > minValue, 'gradient');
  const legend = layer.legendItems as { label: unknown; color: unknown }[];
  needs(
    legend.every(({ label, color }) => typeof label === 'string' && isColor(color)),
    'legend',
  );
  needs(isNoted(layer), 'metadata or links');
  for (const entry of layer.techniques) {
    const { techniqueID, comment, score, color, enabled, showSubtechniques } = entry;
    needs(/^T\d{4}(\.\d{3})?$/.test(String(techniqueID)), 'techniqueID');
    needs(typeof comment === 'string' && typeof enabled === 'boolean', 'comment or enabled');
    needs(score === undefined || typeof score === 'number', 'score');
    needs(color === undefined || isColor(color), 'color');
    needs(typeof showSubtechniques === 'boolean' && isNoted(entry), 'technique');
  }
  return complaints;
}

describe('layers that go out', () => {
  it('are three, of outcomes, coverage and plan, that the Navigator takes', async () => {
    const layers = await write(sample);
    assert.deepEqual(layers.flatMap(complain), []);
    assert.deepEqual(
      layers.map(({ name }) => name),
      ['Autumn \ufffd: outcomes', 'Autumn \ufffd: coverage', 'Autumn \ufffd: plan'],
    );
    const scores = layers.map(({ techniques }) =>
      techniques.map(({ techniqueID, score, color }) => [techniqueID, score, color]),
    );
    assert.deepEqual(scores, [
      [
        ['T1003.001', 0, '#b45309'],
        ['T1087', 3, '#1f8a5b'],
        ['T1685', undefined, '#aab0ba'],
      ],
      [
        ['T1003.001', 50, undefined],
        ['T1087', 100, undefined],
        ['T1685', undefined, undefined],
      ],
      [
        ['T1003.001', 2, undefined],
        ['T1087', 1, undefined],
        ['T1685', 1, undefined],
      ],
    ]);
    assert.equal(layers[0]?.techniques[0]?.comment, 'dump: Alerted\ndump again: Not detected');
  });

  it('are taken without a single technique, too', async () => {
    assert.deepEqual((await write(mission([]))).flatMap(complain), []);
  });

  it('come in again as what they were', async () => {
    const files = await writeFiles(navigatorWriter, sample);
    const plan = await readFiles(navigatorReader, { 'layers.json': String(files['layers.json']) });
    assert.deepEqual([plan.refused, plan.notes], [[], []]);
    assert.deepEqual(plan.selections[2]?.techniques, [
      { id: 'T1003.001', score: 2, comment: 'dump: Executed\ndump again: Executed' },
      { id: 'T1087', score: 1, comment: 'list: Executed' },
      { id: 'T1685', score: 1, comment: 'later: Pending' },
    ]);
    assert.equal(plan.selections[0]?.attack_version, '19');
  });
});
