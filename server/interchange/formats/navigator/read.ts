import { blankPlan } from '../../exercise/blank.ts';
import { readMark } from '../../exercise/own-marks.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import type { ImportPlan, PlannedSelection } from '../../plan.ts';
import { parseJson } from '../../reading/json.ts';
import { addOnce, readMembers } from '../../reading/members.ts';
import {
  isObject,
  readField,
  readNumber,
  readObjects,
  readText,
  toLeftover,
  type Values,
} from '../../reading/values.ts';

/**
 * Layers of the ATT&CK Navigator (layer format 2.0 to 4.5, https://github.com/mitre-attack/attack-navigator), one or a list of
 * them: each becomes a selection of its annotated and enabled techniques.
 */
export const navigatorReader: ImportReader = {
  format: 'navigator',
  claims: isLayer,
  recognise: (_source, beginnings) =>
    [...beginnings].some(([name, text]) => isLayer(name, text)) ? 'yes' : 'no',
  read: async (source, { progress }) => {
    const plan = blankPlan('navigator');
    await readMembers(source, { plan, ending: json, claims: isLayer, progress }, (text, { name }) =>
      readFile(text, name, plan),
    );
    if (plan.selections.length === 0 && plan.refused.length === 0) {
      throw new ImportRefusal('The file has no layers');
    }
    return plan;
  },
};

const json = /\.json$/i;

function isLayer(name: string, text: string): boolean {
  if (!json.test(name)) return false;
  const hasDomain = /"domain"\s*:\s*"(?:mitre-|enterprise-|mobile-|ics-)/.test(text);
  return /"techniqueID"\s*:/.test(text) || (hasDomain && /"(?:techniques|versions?)"\s*:/.test(text));
}

function readFile(text: string, file: string, plan: ImportPlan): void {
  const value = parseJson(text);
  const layers = Array.isArray(value) ? value : [value];
  for (const [index, layer] of layers.entries()) {
    const row = layers.length === 1 ? file : `${file}, layer ${index + 1}`;
    const name = isObject(layer) ? readText(layer, 'name') : null;
    const problem = isObject(layer) ? findProblem(layer) : 'It is no layer';
    if (problem === null && isObject(layer)) addLayer(layer, row, plan);
    else plan.refused.push({ row, name, why: problem ?? 'It is no layer' });
  }
}

function findProblem(layer: Values): string | null {
  if (!Array.isArray(readField(layer, 'techniques'))) return 'It is no layer: it has no list of techniques';
  if (readText(layer, 'name') === null) return 'The layer has no name';
  const version = readVersion(layer);
  if (version !== null && /^[01](?:\.|$)/.test(version)) {
    return `The layer has format ${version}: open it in the Navigator and save it anew`;
  }
  return null;
}

/** Layers of format 4 have their versions in an object, older ones in a field. */
function readVersion(layer: Values): string | null {
  const versions = readField(layer, 'versions');
  return readText(layer, 'version') ?? (isObject(versions) ? readText(versions, 'layer') : null);
}

/** Names of domains before format 4. */
const domains = new Map([
  ['mitre-enterprise', 'enterprise-attack'],
  ['mitre-mobile', 'mobile-attack'],
]);

function addLayer(layer: Values, row: string, plan: ImportPlan): void {
  const name = readText(layer, 'name') ?? '';
  const given = readText(layer, 'domain') ?? 'enterprise-attack';
  const domain = domains.get(given) ?? given;
  const version = readVersion(layer);
  plan.version ??= version;
  if (version !== null && !/^[234](?:\.|$)/.test(version)) {
    plan.notes.push(`${row}: layer format ${version} is newer than 4.5, and was read like it`);
  }
  if (domain !== 'enterprise-attack') {
    plan.notes.push(
      `${row}: the layer is of ${domain}; techniques that the catalogue doesn't hold are kept, but lead to no tests`,
    );
  }
  const leftover = keep(layer);
  const techniques = readTechniques(layer, row, plan, leftover);
  const versions = readField(layer, 'versions');
  const selection: PlannedSelection = {
    row,
    sourceId: findMark(layer) ?? `${domain}/${name}`,
    leftover,
    name,
    description: readText(layer, 'description'),
    attack_version: isObject(versions) ? readText(versions, 'attack') : null,
    techniques,
  };
  addOnce(plan, plan.selections, selection, name);
}

/** Origin in an exported layer. */
function findMark(layer: Values): string | null {
  const marks = readObjects(layer, 'metadata').map((item) => readText(item, 'value'));
  return marks.find((text) => readMark(text) !== null) ?? null;
}

/** Fields of a layer besides its techniques and its look. */
function keep(layer: Values): string[] {
  const filters = readField(layer, 'filters');
  const platforms = isObject(filters) ? readField(filters, 'platforms') : undefined;
  const legend = readObjects(layer, 'legendItems').map(
    (item) => `${readText(item, 'label') ?? ''} ${readText(item, 'color') ?? ''}`,
  );
  return [
    ...(Array.isArray(platforms) && platforms.length > 0
      ? [toLeftover('platforms', platforms.join(', '))]
      : []),
    ...(legend.length > 0 ? [toLeftover('legend', legend.join(', '))] : []),
    ...readNotes(layer),
    ...['customDataURL'].flatMap((field) => {
      const text = readText(layer, field);
      return text === null ? [] : [toLeftover(field, text)];
    }),
  ];
}

/** Metadata and links of a layer or a technique, without dividers. */
function readNotes(of: Values): string[] {
  const metadata = readObjects(of, 'metadata').filter(
    (item) => readText(item, 'name') !== null && readMark(readText(item, 'value')) === null,
  );
  const links = readObjects(of, 'links').filter((item) => readText(item, 'url') !== null);
  return [
    ...metadata.map((item) => toLeftover(readText(item, 'name') ?? '', readText(item, 'value') ?? '')),
    ...links.map((item) => toLeftover(readText(item, 'label') ?? 'link', readText(item, 'url'))),
  ];
}

type Technique = PlannedSelection['techniques'][number];

function readTechniques(layer: Values, row: string, plan: ImportPlan, leftover: string[]): Technique[] {
  const read = new Map<string, Merged>();
  const disabled = new Set<string>();
  const list = readField(layer, 'techniques');
  for (const [index, item] of (Array.isArray(list) ? list : []).entries()) {
    const place = `${row}, technique ${index + 1}`;
    const id = isObject(item) ? (readText(item, 'techniqueID')?.trim().toUpperCase() ?? '') : '';
    if (!isObject(item) || !/^T\d{4}(?:\.\d{3})?$/.test(id)) {
      plan.refused.push({ row: place, name: id.slice(0, 200) || null, why: 'It is no technique of ATT&CK' });
    } else if (readField(item, 'enabled') === false) {
      disabled.add(id);
    } else if (saysSomething(item)) {
      leftover.push(...keepOfTechnique(item, id));
      merge(read, id, item);
    }
  }
  const without = [...disabled].filter((id) => !read.has(id));
  if (without.length > 0) leftover.push(toLeftover('disabled', without.join(', ')));
  return [...read].map(([id, { score, comments }]) => ({
    id,
    score,
    comment: comments.size === 0 ? null : [...comments].join('\n'),
  }));
}

type Merged = { score: number | null; comments: Set<string> };

/** Whether an entry is more than the flag for shown sub-techniques, which the Navigator writes for techniques without a note. */
function saysSomething(item: Values): boolean {
  const isMarked =
    readNumber(item, 'score') !== null || ['comment', 'color'].some((name) => readText(item, name) !== null);
  return isMarked || readNotes(item).length > 0 || readField(item, 'showSubtechniques') !== true;
}

function keepOfTechnique(item: Values, id: string): string[] {
  const score = readField(item, 'score');
  const isLost = score !== undefined && score !== null && readNumber(item, 'score') === null;
  const color = readText(item, 'color');
  return [
    ...(isLost ? [toLeftover(`${id} score`, score)] : []),
    ...(color === null ? [] : [toLeftover(`${id} color`, color)]),
    ...readNotes(item).map((note) => `${id} ${note}`),
  ];
}

/** A technique of several tactics appears once for each: its highest score and all of its comments are kept. */
function merge(read: Map<string, Merged>, id: string, item: Values): void {
  const { score: before, comments } = read.get(id) ?? { score: null, comments: new Set() };
  const score = readNumber(item, 'score');
  const comment = readText(item, 'comment');
  if (comment !== null) comments.add(comment);
  read.set(id, {
    score: before === null || score === null ? (before ?? score) : Math.max(before, score),
    comments,
  });
}
