import type { KnownAttack } from '../format.ts';
import type { ImportPlan, Place } from '../plan.ts';
import { addOnce } from '../reading/members.ts';
import { listObjects } from '../reading/shape.ts';
import { isObject, listLeftovers, readField, readText, readTexts, type Values } from '../reading/values.ts';
import { readAbility } from './abilities.ts';

const ofAdversary = ['atomic_ordering', 'phases'];
const ofAbility = ['platforms', 'executors', 'technique', 'technique_id'];

function looksLikeAbility(item: Values): boolean {
  return ofAbility.some((field) => readField(item, field) !== undefined);
}

function sayWhatIsMissing(what: 'ability' | 'adversary', item: Values): string {
  const hasId = ['id', `${what}_id`].some((field) => readText(item, field) !== null);
  const isAbility = what === 'ability';
  if (hasId) return isAbility ? 'The ability has no name' : 'The adversary has no name';
  if (readText(item, 'name') !== null) return isAbility ? 'The ability has no id' : 'The adversary has no id';
  return isAbility ? 'The ability has no id and no name' : 'The adversary has no id and no name';
}

/** Whether a text of YAML or JSON contains an ability or an adversary, complete or not. */
export function isAbilityFile(name: string, text: string): boolean {
  const isNamed = /\.(?:ya?ml|json)$/i.test(name);
  if (!isNamed || !/atomic_ordering|phases|platforms|executors/.test(text)) return false;
  return listObjects(text).some((item) => {
    if (Object.hasOwn(item, 'emulation_plan_details')) return false;
    if (ofAdversary.some((field) => Object.hasOwn(item, field))) return true;
    const isOfCaldera = ['tactic', 'technique', 'technique_id'].some((field) => Object.hasOwn(item, field));
    const executors = readField(item, 'executors');
    return isOfCaldera && (isObject(readField(item, 'platforms')) || Array.isArray(executors));
  });
}

/** Abilities and adversaries, which have separate files. */
export class Abilities {
  readonly #attack: KnownAttack;
  /** Facts, planners and objectives, which Caldera keeps next to abilities. */
  readonly #others: Place[] = [];

  constructor(attack: KnownAttack) {
    this.#attack = attack;
  }

  /** Takes the documents of a file and adds them to the plan; refuses anything else. */
  readFile(documents: readonly unknown[], file: string, plan: ImportPlan, { skipKnown = false } = {}): void {
    const items = documents.flat();
    for (const [index, item] of items.entries()) {
      const row = items.length === 1 ? file : `${file}, entry ${index + 1}`;
      const name = isObject(item) ? readText(item, 'name') : null;
      if (skipKnown && isObject(item) && this.#isKnown(item, plan)) continue;
      const why = isObject(item) ? this.#read(item, row, plan) : 'It is no ability and no adversary';
      if (why !== null) plan.refused.push({ row, name, why });
    }
  }

  /** Reports abilities named by adversaries but missing from the files: an earlier import may have brought them. */
  finish(plan: ImportPlan): void {
    if (this.#others.length > 0) {
      const shown = this.#others.slice(0, 5).join(', ');
      const more = this.#others.length - 5;
      plan.notes.push(
        more > 0
          ? `Neither abilities nor adversaries, and not read: ${shown} and ${more} more`
          : `Neither abilities nor adversaries, and not read: ${shown}`,
      );
    }
    const known = new Set(plan.templates.map(({ sourceId }) => sourceId));
    for (const { row, name, templates } of plan.scenarios) {
      const missing = templates.filter((id) => !known.has(id));
      if (missing.length === 0) continue;
      const shown = [...missing.slice(0, 10), ...(missing.length > 10 ? ['…'] : [])].join(', ');
      plan.notes.push(
        `${row}: of ${templates.length} abilities of “${name}”, ${missing.length} are in no file here, and are found only if they came in before: ${shown}`,
      );
    }
  }

  #isKnown(item: Values, plan: ImportPlan): boolean {
    const id = readText(item, 'id') ?? readText(item, 'ability_id');
    return id !== null && plan.templates.some(({ sourceId }) => sourceId === id);
  }

  #read(item: Values, row: Place, plan: ImportPlan): string | null {
    const isAdversary = ofAdversary.some((field) => readField(item, field) !== undefined);
    if (isAdversary) return addAdversary(item, row, plan);
    if (!looksLikeAbility(item)) {
      this.#others.push(row);
      return null;
    }
    const template = readAbility(item, row, this.#attack);
    if (template === null) return sayWhatIsMissing('ability', item);
    addOnce(plan, plan.templates, template, template.name);
    return null;
  }
}

function addAdversary(adversary: Values, row: Place, plan: ImportPlan): string | null {
  const name = readText(adversary, 'name');
  const id = readText(adversary, 'id') ?? readText(adversary, 'adversary_id');
  if (name === null || id === null) return sayWhatIsMissing('adversary', adversary);
  const known = ['id', 'adversary_id', 'name', 'description', 'atomic_ordering', 'phases', 'tags'];
  const scenario = {
    row,
    sourceId: id,
    leftover: listLeftovers(adversary, known),
    name,
    description: readText(adversary, 'description'),
    tags: readTexts(adversary, 'tags'),
    catalog_tags: [],
    templates: readOrder(adversary),
  };
  addOnce(plan, plan.scenarios, scenario, name);
  return null;
}

/** Caldera 2 had numbered phases with abilities in each; the order within the file is kept. */
function readOrder(adversary: Values): string[] {
  const phases = readField(adversary, 'phases');
  if (!isObject(phases)) return readOrdered(adversary, 'atomic_ordering');
  return Object.keys(phases).flatMap((phase) => readOrdered(phases, phase));
}

/** Ids, or objects with an id, as written by some versions of Caldera. */
function readOrdered(from: Values, field: string): string[] {
  const list = readField(from, field);
  return (Array.isArray(list) ? list : []).flatMap((item) => {
    if (isObject(item)) return readText(item, 'id') ?? readText(item, 'ability_id') ?? [];
    return typeof item === 'string' && item !== '' ? item : [];
  });
}
