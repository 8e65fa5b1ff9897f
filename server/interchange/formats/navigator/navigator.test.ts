import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fileOf,
  readFiles,
  recognise,
  refusalOf,
  writeFiles,
} from '../../../../test/support/interchange/interchange.ts';
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

  it('select their marked techniques once and keep values without a field', async () => {
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

  it('are read one by one from a list', async () => {
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

  it('are recognised, and an empty list is refused', async () => {
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

type Values = Record<string, unknown>;
const isText = (value: unknown) => typeof value === 'string';
const isFilled = (value: unknown) => isText(value) && value !== '';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isColor = (value: unknown) => isText(value) && /^#[0-9a-f]{6}$/i.test(String(value));
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value : [{}]);
const isDivider = (item: Values) => Object.keys(item).join() === 'divider' && isFlag(item.divider);
const orAbsent = (holds: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || holds(value);

/** Valid values of fields; for others the Navigator keeps its own value and complains on the console. */
const fields: Record<string, (value: unknown) => boolean> = {
  name: isFilled,
  description: orAbsent(isText),
  sorting: orAbsent((value) => [0, 1, 2, 3].includes(value as number)),
  hideDisabled: orAbsent(isFlag),
  showTacticRowBackground: orAbsent(isFlag),
  selectTechniquesAcrossTactics: orAbsent(isFlag),
  selectSubtechniquesWithParent: orAbsent(isFlag),
  selectVisibleTechniques: orAbsent(isFlag),
  tacticRowBackground: orAbsent(isColor),
  legendItems: (value) => listOf(value).every(({ label, color }) => isText(label) && isColor(color)),
  // Fields from before versions became an object: the layer would count as an older format.
  version: (value) => value === undefined,
  viewMode: (value) => value === undefined,
  // The layer would use a catalogue loaded from this address.
  customDataURL: (value) => value === undefined,
};
const layoutFields: Record<string, (value: unknown) => boolean> = {
  layout: orAbsent((value) => ['side', 'flat', 'mini'].includes(value as string)),
  showID: orAbsent(isFlag),
  showName: orAbsent(isFlag),
  showAggregateScores: orAbsent(isFlag),
  countUnscored: orAbsent(isFlag),
  aggregateFunction: orAbsent((value) => ['average', 'min', 'max', 'sum'].includes(value as string)),
  expandedSubtechniques: orAbsent((value) => ['none', 'annotated', 'all'].includes(value as string)),
};
const techniqueFields: Record<string, (value: unknown) => boolean> = {
  techniqueID: (value) => /^T\d{4}(\.\d{3})?$/.test(String(value)),
  // Without a tactic, the annotation is under each tactic of the technique; an empty one causes a warning and is lost.
  tactic: orAbsent(isFilled),
  comment: orAbsent(isText),
  color: orAbsent((value) => value === '' || isColor(value)),
  score: orAbsent((value) => typeof value === 'number'),
  enabled: orAbsent(isFlag),
  showSubtechniques: orAbsent(isFlag),
};

function* complainOf(of: Values, rules: typeof fields, place: string): Generator<string> {
  for (const [field, holds] of Object.entries(rules)) if (!holds(of[field])) yield `${place}${field}`;
}

/** Notes of a layer or technique; the Navigator silently drops entries without name or value. */
function* complainOfNotes({ metadata, links }: Values, place: string): Generator<string> {
  const isNamed = (name: string, text: string) => (item: Values) =>
    isDivider(item) ||
    (isFilled(item[name]) && isFilled(item[text]) && (text !== 'url' || /^[a-z]+:/.test(String(item.url))));
  if (metadata !== undefined && !listOf(metadata).every(isNamed('name', 'value'))) yield `${place}metadata`;
  if (links !== undefined && !listOf(links).every(isNamed('label', 'url'))) yield `${place}links`;
}

/**
 * Faults that the Navigator refuses, warns of or loses in a layer of format 4.5, according to its code (reading of files,
 * versions and each field) and the format's definition.
 */
function* complain(layer: Values): Generator<string> {
  const versions = (layer.versions ?? {}) as Values;
  // Another major version opens a dialog, another minor version a warning.
  if (versions.layer !== '4.5') yield 'versions.layer';
  // The first number in the text is the version; a text without a number can't be read, and a missing field means the current
  // version.
  if (!orAbsent((value) => isText(value) && /\d/.test(String(value)))(versions.attack))
    yield 'versions.attack';
  if (!isFilled(versions.navigator)) yield 'versions.navigator';
  if (layer.domain !== 'enterprise-attack') yield 'domain';
  yield* complainOf(layer, fields, '');
  yield* complainOf((layer.layout ?? {}) as Values, layoutFields, 'layout.');
  const platforms = ((layer.filters ?? {}) as Values).platforms;
  if (!orAbsent((value) => Array.isArray(value) && value.every(isText))(platforms)) yield 'filters.platforms';
  const { colors, minValue, maxValue } = (layer.gradient ?? {}) as Values;
  const isGradient = Array.isArray(colors) && colors.length >= 2 && colors.every(isColor);
  if (!isGradient || !(Number(maxValue) > Number(minValue))) yield 'gradient';
  yield* complainOfNotes(layer, '');
  for (const entry of listOf(layer.techniques)) {
    yield* complainOf(entry, techniqueFields, 'technique.');
    yield* complainOfNotes(entry, 'technique.');
  }
}

/** Input that breaks each rule. */
const broken: Record<string, (layer: Layer, technique: Values) => void> = {
  'versions.layer': ({ versions }) => Object.assign(versions as Values, { layer: '4.4' }),
  'versions.attack': ({ versions }) => Object.assign(versions as Values, { attack: 'latest' }),
  'versions.navigator': ({ versions }) => Object.assign(versions as Values, { navigator: undefined }),
  domain: (layer) => Object.assign(layer, { domain: 'mitre-enterprise' }),
  name: (layer) => Object.assign(layer, { name: '' }),
  sorting: (layer) => Object.assign(layer, { sorting: '0' }),
  legendItems: (layer) => Object.assign(layer, { legendItems: [{ label: 'a' }] }),
  version: (layer) => Object.assign(layer, { version: '3.0' }),
  'layout.layout': ({ layout }) => Object.assign(layout as Values, { layout: 'wide' }),
  'filters.platforms': (layer) => Object.assign(layer, { filters: { platforms: 'Windows' } }),
  gradient: ({ gradient }) => Object.assign(gradient as Values, { colors: ['#ffffff'] }),
  metadata: (layer) => Object.assign(layer, { metadata: [{ name: 'a', value: '' }] }),
  'technique.techniqueID': (_layer, technique) => Object.assign(technique, { techniqueID: 'TA0001' }),
  'technique.tactic': (_layer, technique) => Object.assign(technique, { tactic: '' }),
  'technique.score': (_layer, technique) => Object.assign(technique, { score: '3' }),
  'technique.links': (_layer, technique) => Object.assign(technique, { links: [{ label: 'a' }] }),
};

describe('layers that go out', () => {
  it('are three, of outcomes, coverage and plan, and the Navigator accepts them', async () => {
    const layers = await write(sample);
    assert.deepEqual(
      layers.flatMap((layer) => [...complain(layer)]),
      [],
    );
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

  it('are accepted without a single technique, too', async () => {
    const layers = await write(mission([]));
    assert.deepEqual(
      layers.flatMap((layer) => [...complain(layer)]),
      [],
    );
  });

  for (const [what, harm] of Object.entries(broken)) {
    it(`meet the Navigator’s rules for ${what}`, async () => {
      const [layer] = await write(sample);
      assert.ok(layer);
      harm(layer, layer.techniques[0] as Values);
      assert.deepEqual([...complain(layer)], [what]);
    });
  }

  it('are never an empty list, which would be read as a layer', async () => {
    assert.equal((await write(mission([]))).length, 3);
  });

  it('are imported again unchanged', async () => {
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
