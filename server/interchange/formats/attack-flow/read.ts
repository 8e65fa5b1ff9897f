import { longestCondition } from '../../../../domain/limits.ts';
import { blankProcedure } from '../../../../domain/procedures.ts';
import type { PositionEdge } from '../../../templates/contract.ts';
import { blankPlan } from '../../exercise/blank.ts';
import { readMark } from '../../exercise/own-marks.ts';
import { tagWith } from '../../exercise/tactics.ts';
import { type ImportReader, ImportRefusal, type KnownAttack } from '../../format.ts';
import type { ImportPlan, PlannedTemplate } from '../../plan.ts';
import { parseJson } from '../../reading/json.ts';
import { addOnce, readMembers } from '../../reading/members.ts';
import {
  findTags,
  isObject,
  listLeftovers,
  readObjects,
  readText,
  readTexts,
  toLeftover,
  type Values,
} from '../../reading/values.ts';
import { type Graph, orderActions } from './order.ts';

/**
 * Attack Flow 2 in STIX 2.1 (https://github.com/center-for-threat-informed-defense/attack-flow): actions become templates, and a
 * flow a scenario of them in the order of their effects, each following those that lead to it. Files of the Builder (`.afb`) are refused.
 */
export const attackFlowReader: ImportReader = {
  format: 'attack-flow',
  claims: isFlowFile,
  recognise: (_source, beginnings) =>
    [...beginnings].some(([name, text]) => isFlowFile(name, text)) ? 'yes' : 'no',
  read: async (source, { attack, progress }) => {
    const plan = blankPlan('attack-flow');
    await readMembers(
      source,
      { plan, ending: /\.(?:json|afb)$/i, claims: isFlowFile, progress },
      (text, { name }) => {
        readBundle(parseJson(text), name, plan, attack);
      },
    );
    return plan;
  },
};

const json = /\.json$/i;
const isFlow = (text: string) => /"type"\s*:\s*"bundle"/.test(text) && /attack-(?:flow|action)--/.test(text);

function isFlowFile(name: string, text: string): boolean {
  return /\.afb$/i.test(name) || (json.test(name) && isFlow(text));
}

function readBundle(bundle: unknown, file: string, plan: ImportPlan, attack: KnownAttack): void {
  if (isObject(bundle) && /^attack_flow/.test(readText(bundle, 'schema') ?? '')) {
    throw new ImportRefusal('It is a file of the Attack Flow Builder: publish it there, as STIX (JSON)');
  }
  const objects = isObject(bundle) ? readObjects(bundle, 'objects') : [];
  // The later of two versions of an object wins.
  const known = new Map<string, Values>();
  for (const object of objects) {
    const id = readText(object, 'id');
    if (id === null) continue;
    const before = known.get(id);
    const isOlder = before && (readText(object, 'modified') ?? '') < (readText(before, 'modified') ?? '');
    if (!isOlder) known.set(id, object);
  }
  const flows = [...known.values()].filter((object) => typeOf(object) === 'attack-flow');
  if (flows.length === 0) throw new ImportRefusal('It is no Attack Flow: it has no object of that type');
  const extension = [...known.values()].find((object) => readText(object, 'name') === 'Attack Flow');
  plan.version ??= extension === undefined ? null : readText(extension, 'version');
  for (const [index, flow] of flows.entries()) {
    if (index === 0) readFlow(flow, known, file, plan, attack);
    else
      plan.refused.push({
        row: file,
        name: readText(flow, 'name'),
        why: 'A file has one flow, and this is another',
      });
  }
}

function typeOf(object: Values): string {
  return readText(object, 'type') ?? '';
}

const effects = ['effect_refs', 'on_true_refs', 'on_false_refs'];

function readFlow(
  flow: Values,
  known: ReadonlyMap<string, Values>,
  file: string,
  plan: ImportPlan,
  attack: KnownAttack,
): void {
  const name = readText(flow, 'name');
  const id = readText(flow, 'id') ?? '';
  if (name === null) {
    plan.refused.push({ row: file, name: null, why: 'The flow has no name' });
    return;
  }
  const ofGraph = /^attack-(?:action|condition|operator)$/;
  const graph: Graph = new Map(
    [...known].flatMap(([key, object]): [string, string[]][] =>
      ofGraph.test(typeOf(object)) ? [[key, effects.flatMap((field) => readTexts(object, field))]] : [],
    ),
  );
  const { order, unreached, missing } = orderActions(graph, readTexts(flow, 'start_refs'));
  const actions = [...order, ...unreached].filter((key) => typeOf(known.get(key) ?? {}) === 'attack-action');
  const placeOf = new Map<string, number>();
  const steps = actions.flatMap((key) => {
    const action = known.get(key) ?? {};
    const called = (readText(action, 'name') ?? key).slice(0, longestName).toWellFormed();
    const template = readAction(action, findMark(action) ?? key, `${file}, ${called}`, known, attack);
    const before = plan.templates.length;
    addOnce(plan, plan.templates, { ...template, source: `Attack Flow: ${name}` }, template.name);
    if (plan.templates.length > before) {
      placeOf.set(key, placeOf.size);
      return [template.sourceId];
    }
    return [];
  });
  const follows = readEffects(known, placeOf);
  const isAction = (key: string) => typeOf(known.get(key) ?? {}) === 'attack-action';
  const lost = unreached.filter(isAction).length;
  if (lost > 0) plan.notes.push(`${file}: nothing leads to ${lost} of the actions; they stand last`);
  if (missing.length > 0) plan.notes.push(`${file}: ${missing.length} effects are not in the file`);
  const scenario = {
    row: file,
    sourceId: findMark(flow) ?? id,
    leftover: [...keepConditions(known), ...keepOthers(flow, known)],
    name,
    description: readText(flow, 'description'),
    tags: [],
    catalog_tags: [],
    templates: steps,
    ...(follows.length > 0 && { follows }),
  };
  addOnce(plan, plan.scenarios, scenario, name);
}

/** Objects looked at for effects behind conditions and operators, in all. */
const mostSteps = 100_000;

/** Which action follows which, by their places: through conditions, whose texts become those of the edge, and operators. */
function readEffects(
  known: ReadonlyMap<string, Values>,
  placeOf: ReadonlyMap<string, number>,
): PositionEdge[] {
  const edges = new Map<string, PositionEdge>();
  let steps = 0;
  for (const [start, follows] of placeOf) {
    const seen = new Set<string>([start]);
    const left = listNext(known.get(start) ?? {}, null);
    for (let at = left.pop(); at !== undefined && steps < mostSteps; at = left.pop()) {
      steps += 1;
      const position = placeOf.get(at.id);
      if (position !== undefined) {
        const key = `${position} ${follows}`;
        if (position !== follows && !edges.has(key)) {
          edges.set(key, { position, follows, condition: at.condition });
        }
      } else if (!seen.has(at.id)) {
        seen.add(at.id);
        left.push(...listNext(known.get(at.id) ?? {}, at.condition));
      }
    }
  }
  return [...edges.values()];
}

/** The objects that one leads to, with the conditions up to there. */
function listNext(object: Values, before: string | null): { id: string; condition: string | null }[] {
  const text = readText(object, 'description') ?? readText(object, 'pattern');
  const isCondition = typeOf(object) === 'attack-condition' && text !== null;
  const under = (said: string) => (before === null ? said : `${before}; ${said}`).slice(0, longestCondition);
  return effects.flatMap((field) =>
    readTexts(object, field)
      .map((id) => ({
        id,
        condition: isCondition ? under(field === 'on_false_refs' ? `not: ${text}` : text) : before,
      }))
      .reverse(),
  );
}

/** Origin in an exported object. */
function findMark(object: Values): string | null {
  const marks = readObjects(object, 'external_references').map((one) => readText(one, 'external_id'));
  return marks.find((text) => readMark(text) !== null) ?? null;
}

/** An object without the reference to its origin. */
function withoutMark(object: Values): Values {
  if (findMark(object) === null) return object;
  const references = readObjects(object, 'external_references');
  return {
    ...object,
    external_references: references.filter((one) => readMark(readText(one, 'external_id')) === null),
  };
}

const ofStix = [
  'type',
  'id',
  'spec_version',
  'created',
  'modified',
  'created_by_ref',
  'extensions',
  'revoked',
];
const ofAction = [
  'name',
  'description',
  'technique_id',
  'technique_ref',
  'tactic_id',
  'tactic_ref',
  'command_ref',
];

function readAction(
  action: Values,
  sourceId: string,
  row: string,
  known: ReadonlyMap<string, Values>,
  attack: KnownAttack,
): PlannedTemplate {
  const leftover: string[] = [];
  const process = known.get(readText(action, 'command_ref') ?? '');
  const catalog_tags = readTags(action, known, attack, leftover);
  if (process === undefined && readText(action, 'command_ref') !== null) {
    leftover.push(toLeftover('command', readText(action, 'command_ref')));
  }
  leftover.push(...(process === undefined ? [] : listLeftovers(process, [...ofStix, 'command_line'])));
  const assets = readTexts(action, 'asset_refs').map((ref) => readText(known.get(ref) ?? {}, 'name') ?? ref);
  if (assets.length > 0) leftover.push(toLeftover('assets', assets.join(', ')));
  leftover.push(...listLeftovers(withoutMark(action), [...ofStix, ...ofAction, ...effects, 'asset_refs']));
  return {
    row,
    sourceId,
    leftover,
    ...blankProcedure(readText(action, 'name') ?? catalog_tags[0] ?? 'Action'),
    description: readText(action, 'description'),
    command: process === undefined ? null : readText(process, 'command_line'),
    catalog_tags,
    source: null,
  };
}

/** Techniques and tactics by id, or by the ATT&CK objects in the file. */
function readTags(
  action: Values,
  known: ReadonlyMap<string, Values>,
  attack: KnownAttack,
  leftover: string[],
): string[] {
  const [technique, tactic] = ['technique', 'tactic'].map((kind) => {
    const object = known.get(readText(action, `${kind}_ref`) ?? '');
    const references = object === undefined ? [] : readObjects(object, 'external_references');
    const named = references.find((reference) => /^mitre-/.test(readText(reference, 'source_name') ?? ''));
    return readText(action, `${kind}_id`) ?? (named === undefined ? null : readText(named, 'external_id'));
  });
  const tags = findTags(technique ?? '');
  if (technique && tags.length === 0) leftover.push(toLeftover('technique', technique));
  return [...new Set([...tags, ...tagWith(tags[0] ?? null, tactic ?? null, attack, leftover)])];
}

/** Limits of names in references to an object, since a name may be repeated in many places. */
const longestName = 200;
const mostNames = 20;

/** Branches that a list of steps can't represent, in words. */
function keepConditions(known: ReadonlyMap<string, Values>): string[] {
  const nameOf = (id: string) => {
    const object = known.get(id) ?? {};
    const name = readText(object, 'name') ?? readText(object, 'description') ?? readText(object, 'operator');
    return (name ?? id).slice(0, longestName).toWellFormed();
  };
  const list = (names: readonly string[]) => {
    const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
    return `${names.slice(0, mostNames).join(', ') || 'nothing'}${more}`;
  };
  const listOf = (object: Values, field: string) => list(readTexts(object, field).map(nameOf));
  const before = new Map<string, string[]>();
  for (const [id, object] of known) {
    for (const next of effects.flatMap((field) => readTexts(object, field))) {
      const names = before.get(next);
      if (names === undefined) before.set(next, [nameOf(id)]);
      else names.push(nameOf(id));
    }
  }
  return [...known].flatMap(([id, object]) => {
    if (typeOf(object) === 'attack-condition') {
      const pattern = readText(object, 'pattern');
      const branches = `if so: ${listOf(object, 'on_true_refs')}; if not: ${listOf(object, 'on_false_refs')}`;
      return [`condition: ${nameOf(id)}; ${branches}${pattern === null ? '' : `; pattern: ${pattern}`}`];
    }
    if (typeOf(object) !== 'attack-operator') return [];
    const from = list(before.get(id) ?? []);
    return [`operator: ${nameOf(id)} of ${from}; then: ${listOf(object, 'effect_refs')}`];
  });
}

const taken =
  /^(?:attack-(?:flow|action|condition|operator)|attack-pattern|x-mitre-tactic|extension-definition|process|identity)$/;

function keepOthers(flow: Values, known: ReadonlyMap<string, Values>): string[] {
  const others = [...known.values()].filter((object) => !taken.test(typeOf(object)));
  return [
    ...listLeftovers(withoutMark(flow), [...ofStix, 'name', 'description', 'start_refs']),
    ...others.map((object) => {
      const rest = Object.entries(object).filter(([name]) => !ofStix.includes(name));
      return toLeftover(typeOf(object) || 'object', Object.fromEntries(rest));
    }),
  ];
}
