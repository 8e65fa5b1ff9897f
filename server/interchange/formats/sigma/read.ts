import { stringify } from 'yaml';
import { type RuleKind, ruleKinds } from '../../../../domain/detection-rules.ts';
import { type Severity, severities } from '../../../../domain/outcomes.ts';
import type { RuleSimulation } from '../../../catalogue/detection-rules/contract.ts';
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
  readObjects,
  readText,
  readTexts,
  toLeftover,
  type Values,
} from '../../reading/values.ts';
import { parseYaml } from '../../reading/yaml.ts';

/**
 * Sigma detection rules (https://github.com/SigmaHQ/sigma-specification, 1 and 2): each document of a file is one, and so are
 * correlations and filters, with the rules they name. They are stored with their text to be linked, and are never run.
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

const parts = ruleKinds;

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
  const texts = splitTexts(text, documents.length);
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
    const isWhole = action === null && Object.keys(common).length === 0;
    readRule(before, { row, text: isWhole ? texts?.[index] : undefined }, plan, attack);
  }
}

/** Takes the text of a file with this many documents, returns the text of each; null if they can't be told apart. */
function splitTexts(text: string, count: number): string[] | null {
  if (count === 1) return [text];
  const texts = text.split(/^---(?=\s|$).*\n?/m).filter((part) => /^(?!\s*(?:#|%|$)).+$/m.test(part));
  return texts.length === count ? texts : null;
}

type Part = { row: string; text: string | undefined };

function readRule(rule: Values, { row, text }: Part, plan: ImportPlan, attack: KnownAttack): void {
  const title = readText(rule, 'title');
  const refuse = (why: string) => plan.refused.push({ row, name: title, why });
  const kind = ruleKinds.findLast((part) => readField(rule, part) !== undefined);
  if (kind === undefined) refuse('It is no Sigma rule: it has no detection, correlation or filter');
  else if (title === null) refuse('It has no title');
  else addOnce(plan, plan.rules, toRule(rule, { kind, title, row, text }, attack), title);
}

function toRule(
  rule: Values,
  { kind, title, row, text }: Part & { kind: RuleKind; title: string },
  attack: KnownAttack,
): PlannedRule {
  const leftover: string[] = [];
  const level = readText(rule, 'level');
  const known =
    severities.find((severity): severity is Severity => severity === level?.toLowerCase()) ?? null;
  if (level !== null && known === null) leftover.push(toLeftover('level', level));
  const catalog_tags = readTags(readTexts(rule, 'tags'), attack, leftover);
  leftover.push(...listLeftovers(rule, readFields));
  const sigma_name = readText(rule, 'name');
  return {
    row,
    sourceId: readText(rule, 'id') ?? sigma_name ?? title,
    leftover,
    title,
    description: readText(rule, 'description'),
    level: known,
    status: readText(rule, 'status'),
    catalog_tags,
    kind,
    sigma_name,
    log_source: readLogSource(rule),
    simulations: readObjects(rule, 'simulation').slice(0, mostSimulations).map(readSimulation),
    regression_tests_path: readText(rule, 'regression_tests_path'),
    refers: kind === 'detection' ? [] : readRefers(rule, kind),
    sigma: text ?? stringify(omitAction(rule)),
  };
}

const readFields = [
  ...['title', 'id', 'name', 'description', 'level', 'status', 'tags', 'action', 'logsource'],
  ...['simulation', 'regression_tests_path', ...ruleKinds],
];

const mostSimulations = 100;
const mostRefers = 1000;

function readRefers(rule: Values, kind: RuleKind): string[] {
  const named = readObjects(rule, kind).flatMap((part) => readTexts(part, 'rules'));
  return [...new Set(named)].slice(0, mostRefers);
}

/** The product, category and service whose logs it reads. */
function readLogSource(rule: Values): string | null {
  const [source] = readObjects(rule, 'logsource');
  if (source === undefined) return null;
  const named = ['product', 'category', 'service'].flatMap((name) => readText(source, name) ?? []);
  return named.length === 0 ? null : named.join(' / ');
}

/** https://github.com/SigmaHQ/sigma: its rules name the atomic tests that they were tried with. */
function readSimulation(simulation: Values): RuleSimulation {
  return {
    type: readText(simulation, 'type'),
    name: readText(simulation, 'name'),
    technique: readText(simulation, 'technique'),
    atomic_guid: readText(simulation, 'atomic_guid')?.toLowerCase() ?? null,
  };
}

function omitAction({ action: _action, ...rule }: Values): Values {
  return rule;
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
