import type { PositionEdge } from '../../../templates/contract.ts';
import { readAbility } from '../../exercise/abilities.ts';
import { Abilities, isAbilityFile } from '../../exercise/adversaries.ts';
import { blankPlan } from '../../exercise/blank.ts';
import { type ImportReader, ImportRefusal, type KnownAttack } from '../../format.ts';
import type { ImportPlan } from '../../plan.ts';
import { addOnce, readMembers } from '../../reading/members.ts';
import { listObjects } from '../../reading/shape.ts';
import { isObject, listLeftovers, readField, readText, type Values } from '../../reading/values.ts';
import { parseYaml } from '../../reading/yaml.ts';

/**
 * Emulation plans of the Center for Threat-Informed Defense
 * (https://github.com/center-for-threat-informed-defense/adversary_emulation_library): a list whose steps become templates, and a
 * scenario of them in order.
 */
export const ctidReader: ImportReader = {
  format: 'ctid',
  claims: isPlan,
  // An emulation library keeps Caldera abilities next to its plans.
  outranks: ['caldera', 'sigma', 'atomic'],
  recognise: (_source, beginnings) =>
    [...beginnings].some(([name, text]) => isPlan(name, text)) ? 'yes' : 'no',
  read: async (source, { attack, progress }) => {
    const plan = blankPlan('ctid');
    const abilities = new Abilities(attack);
    const others: { name: string; documents: unknown[] }[] = [];
    const claims = (name: string, text: string) => isPlan(name, text) || isAbilityFile(name, text);
    await readMembers(source, { plan, ending: yaml, claims, progress }, (text, { name }) => {
      if (isPlan(name, text) || !source.isArchive) readPlan(text, name, plan, attack);
      else others.push({ name, documents: parseYaml(text) });
    });
    // Read after the plans, whose own steps come before the abilities made from them.
    for (const { name, documents } of others) abilities.readFile(documents, name, plan, { skipKnown: true });
    abilities.finish(plan);
    if (plan.scenarios.length === 0 && plan.refused.length === 0) {
      throw new ImportRefusal('The file has no emulation plan');
    }
    return plan;
  },
};

const yaml = /\.(?:ya?ml|json)$/i;

function isPlan(name: string, text: string): boolean {
  if (!yaml.test(name) || !text.includes('emulation_plan_details')) return false;
  return listObjects(text).some((object) => Object.hasOwn(object, 'emulation_plan_details'));
}

function readPlan(text: string, file: string, plan: ImportPlan, attack: KnownAttack): void {
  const items = parseYaml(text).flat();
  const isDetails = (item: unknown): item is Values =>
    isObject(item) && isObject(readField(item, 'emulation_plan_details'));
  const details = items.find(isDetails);
  if (details === undefined) throw new ImportRefusal('It is no emulation plan: it has no details of one');
  const head = readField(details, 'emulation_plan_details') as Values;
  const name = readText(head, 'adversary_name');
  if (name === null) throw new ImportRefusal('The emulation plan has no name of an adversary');
  plan.version ??= readText(head, 'format_version');
  const steps: string[] = [];
  const numbers: (string | null)[] = [];
  for (const [index, item] of items.entries()) {
    if (item === details) continue;
    const row = `${file}, step ${index}`;
    const template = isObject(item) ? readAbility(item, row, attack) : null;
    if (template === null) {
      const called = isObject(item) ? readText(item, 'name') : null;
      plan.refused.push({ row, name: called, why: 'The step has no id or no name' });
      continue;
    }
    const before = plan.templates.length;
    addOnce(plan, plan.templates, template, template.name);
    if (plan.templates.length > before) {
      steps.push(template.sourceId);
      numbers.push(isObject(item) ? readText(item, 'procedure_step') : null);
    }
  }
  const leftover = listLeftovers(head, ['id', 'adversary_name', 'adversary_description', 'format_version']);
  const follows = readProcedures(numbers);
  const scenario = {
    row: file,
    sourceId: readText(head, 'id') ?? name,
    leftover,
    name,
    description: readText(head, 'adversary_description'),
    tags: [],
    catalog_tags: [],
    templates: steps,
    ...(follows.length > 0 && { follows }),
  };
  addOnce(plan, plan.scenarios, scenario, name);
}

/** Within a procedure of a plan, each step follows the one with the number before it: 1.A.2 follows 1.A.1. */
function readProcedures(numbers: readonly (string | null)[]): PositionEdge[] {
  const placeOf = new Map(numbers.map((number, place) => [number, place]));
  return numbers.flatMap((number, position) => {
    const [, procedure, last] = /^(.+\.)(\d{1,4})$/.exec(number ?? '') ?? [];
    const follows = last === undefined ? undefined : placeOf.get(`${procedure}${Number(last) - 1}`);
    return follows === undefined ? [] : [{ position, follows, condition: null }];
  });
}
