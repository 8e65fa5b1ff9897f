import { type Severity, severities } from '../../../../domain/outcomes.ts';
import { blankPlan } from '../../exercise/blank.ts';
import { findTactic } from '../../exercise/tactics.ts';
import { type ImportReader, ImportRefusal, type KnownAttack } from '../../format.ts';
import type { ImportPlan, PlannedRule, PlannedTag } from '../../plan.ts';
import { addOnce, readMembers } from '../../reading/members.ts';
import { listObjects } from '../../reading/shape.ts';
import {
  findTags,
  isObject,
  listLeftovers,
  readField,
  readText,
  readTexts,
  toLeftover,
  type Values,
} from '../../reading/values.ts';
import { parseYaml } from '../../reading/yaml.ts';

/**
 * Sigma detection rules (https://github.com/SigmaHQ/sigma-specification, 1 and 2): each document of a file is one. They are
 * stored to be linked and are never run; a correlation is a rule too, a filter is not.
 */
export const sigmaReader: ImportReader = {
  format: 'sigma',
  claims: isRules,
  recognise: (_source, beginnings) =>
    [...beginnings].some(([name, text]) => isRules(name, text)) ? 'yes' : 'no',
  read: async (source, { attack, progress }) => {
    const plan = blankPlan('sigma');
    await readMembers(source, { plan, ending: yaml, claims: isRules, progress }, (text, { name }) => {
      readFile(text, name, plan, attack);
    });
    if (plan.rules.length === 0 && plan.refused.length === 0)
      throw new ImportRefusal('The file has no Sigma rules');
    return plan;
  },
};

const yaml = /\.(?:ya?ml|json)$/i;

const parts = ['detection', 'correlation', 'filter'];

function isRules(name: string, text: string): boolean {
  if (!yaml.test(name) || !parts.some((part) => text.includes(part))) return false;
  const objects = listObjects(text);
  const has = (fields: readonly string[]) =>
    objects.some((object) => fields.some((field) => Object.hasOwn(object, field)));
  return has(['title']) && has(parts);
}

function readFile(text: string, file: string, plan: ImportPlan, attack: KnownAttack): void {
  const documents = parseYaml(text);
  if (documents.length === 0) throw new ImportRefusal('The file has no Sigma rules');
  let common: Values = {};
  let before: Values = {};
  for (const [index, document] of documents.entries()) {
    const row = documents.length === 1 ? file : `${file}, document ${index + 1}`;
    if (!isObject(document)) {
      plan.refused.push({ row, name: null, why: 'It is no Sigma rule' });
      continue;
    }
    // Collections of Sigma 1: common fields of several documents come before them.
    const action = readText(document, 'action');
    if (action === 'reset') common = {};
    if (action === 'global') {
      common = { ...common, ...document };
      continue;
    }
    before = action === 'repeat' ? { ...before, ...document } : { ...common, ...document };
    readRule(before, row, plan, attack);
  }
}

function readRule(rule: Values, row: string, plan: ImportPlan, attack: KnownAttack): void {
  const title = readText(rule, 'title');
  const refuse = (why: string) => plan.refused.push({ row, name: title, why });
  if (readField(rule, 'filter') !== undefined) {
    refuse('It is a filter, which changes other rules and is none');
    return;
  }
  const isRule = readField(rule, 'detection') !== undefined || readField(rule, 'correlation') !== undefined;
  if (!isRule) refuse('It is no Sigma rule: it has neither a detection nor a correlation');
  else if (title === null) refuse('It has no title');
  else addOnce(plan, plan.rules, toRule(rule, title, row, attack), title);
}

function toRule(rule: Values, title: string, row: string, attack: KnownAttack): PlannedRule {
  const leftover: string[] = [];
  const level = readText(rule, 'level');
  const known =
    severities.find((severity): severity is Severity => severity === level?.toLowerCase()) ?? null;
  if (level !== null && known === null) leftover.push(toLeftover('level', level));
  const catalog_tags = readTags(readTexts(rule, 'tags'), attack, leftover);
  leftover.push(...listLeftovers(rule, ['title', 'id', 'description', 'level', 'status', 'tags', 'action']));
  return {
    row,
    sourceId: readText(rule, 'id') ?? readText(rule, 'name') ?? title,
    leftover,
    title,
    description: readText(rule, 'description'),
    level: known,
    status: readText(rule, 'status'),
    catalog_tags,
  };
}

/** ATT&CK tags are `attack.t1003.001` and `attack.credential-access` (or with `_`); others are kept as texts. */
function readTags(tags: readonly string[], attack: KnownAttack, leftover: string[]): PlannedTag[] {
  const techniques = tags.flatMap((tag) => (isOfAttack(tag) ? findTags(tag) : []));
  const technique = techniques[0] ?? null;
  const known = tags.flatMap((tag) => {
    if (!isOfAttack(tag)) return [];
    const [own] = findTags(tag);
    return own ?? findTactic(tag.slice('attack.'.length), technique, attack) ?? [];
  });
  const others = tags.filter(
    (tag) =>
      !isOfAttack(tag) ||
      (findTags(tag).length === 0 && findTactic(tag.slice('attack.'.length), technique, attack) === null),
  );
  if (others.length > 0) leftover.push(toLeftover('tags', others.join(', ')));
  return [...new Set(known)];
}

function isOfAttack(tag: string): boolean {
  return /^attack\./i.test(tag);
}
