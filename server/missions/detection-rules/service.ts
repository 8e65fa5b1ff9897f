import { coverRules, mostRunsOfRule, type RuleFormat, ruleStates } from '../../../domain/detection-rules.ts';
import { severities } from '../../../domain/outcomes.ts';
import type { RuleSimulation } from '../../catalogue/detection-rules/contract.ts';
import type { Db } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { toViewer } from '../visibility.ts';
import type { LinkedRule, Rule, RuleCover, RuleQuery, RunOfRule, WholeRule } from './contract.ts';
import type { RuleOf, RuleRunOf } from './describe.ts';
import { type RulesReading, readRules } from './histories.ts';
import { writeJunit } from './junit.ts';
import { writeMarkdown } from './markdown.ts';
import { listGuids } from './simulations.ts';
import type { Rules } from './sources.ts';
import * as store from './store.ts';

/** A page of the rules that this user sees, those that need work first. Refuses nothing. */
export async function listRules(
  { db, rules: known }: RulesReading,
  user: Principal,
  query: RuleQuery,
): Promise<Found<Rule>> {
  const { rules } = await known.of(db, toViewer(user));
  const wanted = query.q?.toLowerCase();
  const found = rules
    .map(toRule)
    .filter(({ state }) => query.state === undefined || state === query.state)
    .filter((rule) => wanted === undefined || says(rule, wanted));
  sortRules(found, query);
  return { items: found.slice(query.offset, query.offset + query.limit), total: found.length };
}

function says({ title, rule_id, techniques }: Rule, wanted: string): boolean {
  return [title, rule_id ?? '', ...techniques].some((text) => text.toLowerCase().includes(wanted));
}

const orders: Record<NonNullable<RuleQuery['sort']>, (rule: Rule) => string | number | null> = {
  state: ({ state }) => (state === null ? ruleStates.length : ruleStates.indexOf(state)),
  title: () => 0,
  level: ({ level }) => (level === null ? null : severities.indexOf(level)),
  last_seen_at: (rule) => rule.last_seen_at,
  broken_since: (rule) => rule.broken_since,
};

/** Rules without a value come last; equal ones are sorted by title. */
function sortRules(
  rules: Rule[],
  { sort = 'state', order = 'asc' }: Pick<RuleQuery, 'sort' | 'order'>,
): void {
  const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  const of = orders[sort];
  const sign = order === 'desc' ? -1 : 1;
  const byTitle = (one: Rule, other: Rule) => collator.compare(one.title, other.title);
  rules.sort((one, other) => {
    const [a, b] = [of(one), of(other)];
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1;
    } else if (a !== b) return (a < b ? -1 : 1) * sign;
    return byTitle(one, other) * (sort === 'title' ? sign : 1) || (one.id < other.id ? -1 : 1);
  });
}

/** A rule as in lists. */
export function toRule(rule: RuleOf): Rule {
  const { row: _row, runs: _runs, state, ...shown } = rule;
  return { ...shown, state: shown.kind === 'filter' ? null : state };
}

/** A rule with its history in the missions that this user sees. Refuses `not_found`. */
export async function readRule(
  { db, rules: known }: RulesReading,
  user: Principal,
  id: string,
): Promise<WholeRule> {
  const { rules, atomics } = await known.of(db, toViewer(user));
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw notFound('Rule');
  const texts = await store.readTexts(db, id);
  return {
    ...toRule(rule),
    description: texts?.description ?? null,
    status: rule.row?.status ?? null,
    regression_tests_path: rule.row?.regression_tests_path ?? null,
    simulations: readSimulations(rule, atomics),
    ...linkRules(rule, rules),
    sigma: texts?.sigma ?? null,
    runs: rule.runs.slice(0, mostRunsOfRule).map(toRun),
  };
}

function readSimulations({ row }: RuleOf, atomics: Rules['atomics']): WholeRule['simulations'] {
  if (row === null || row.simulations_json === null) return [];
  const guids = new Set(listGuids(row));
  return (JSON.parse(row.simulations_json) as RuleSimulation[]).map((simulation) => {
    const { atomic_guid } = simulation;
    const isNamed = atomic_guid !== null && guids.has(atomic_guid);
    const [template] = (isNamed ? atomics.get(atomic_guid) : undefined) ?? [];
    return {
      ...simulation,
      test_template: template === undefined ? null : { id: template.id, name: template.name },
    };
  });
}

function linkRules(rule: RuleOf, rules: readonly RuleOf[]): Pick<WholeRule, 'refers_to' | 'referred_to_by'> {
  const named = listNames(rule);
  const isNamed = (one: RuleOf, name: string) => one.row?.rule_id === name || one.row?.sigma_name === name;
  const toLinked = ({ id, title, kind }: RuleOf): LinkedRule => ({ id, title, kind });
  return {
    refers_to: named.map((name) => {
      const found = rules.find((one) => isNamed(one, name));
      return { name, rule: found === undefined ? null : toLinked(found) };
    }),
    referred_to_by: rules.filter((one) => listNames(one).some((name) => isNamed(rule, name))).map(toLinked),
  };
}

function listNames({ row }: RuleOf): string[] {
  return row?.refers_json ? (JSON.parse(row.refers_json) as string[]) : [];
}

function toRun({ test, number, outcome, expected_by, executed_at, seen_at }: RuleRunOf): RunOfRule {
  return {
    mission: { id: test.mission_id, name: test.mission_name },
    test: { id: test.id, name: test.name },
    run: number,
    ...{ outcome, expected_by, executed_at, seen_at },
  };
}

/** Rules of a test template: those that name its atomic test, then those that have fired for it. The caller has checked access. */
export async function listTemplateRules(
  { db, rules: known }: RulesReading,
  user: Principal,
  templateId: string,
): Promise<(Rule & { by: 'simulation' | 'history' })[]> {
  const { rules, atomics } = await known.of(db, toViewer(user));
  const [simulating, fired]: [RuleOf[], RuleOf[]] = [[], []];
  const named = new Set(
    [...atomics].filter(([, own]) => own.some(({ id }) => id === templateId)).map(([guid]) => guid),
  );
  for (const rule of rules) {
    const { row, runs } = rule;
    if (row !== null && listGuids(row).some((guid) => named.has(guid))) simulating.push(rule);
    else if (runs.some((run) => run.test.source_template_id === templateId && isTry(run))) fired.push(rule);
  }
  return [
    ...simulating.map((rule) => ({ ...toRule(rule), by: 'simulation' as const })),
    ...fired.map((rule) => ({ ...toRule(rule), by: 'history' as const })),
  ];
}

/** Whether a run shows that its test tries a rule. */
const isTry = ({ outcome, expected_by }: RuleRunOf): boolean =>
  outcome === 'fired' || expected_by === 'expectation';

/** The templates whose tests try a rule. */
function listCoverers({ row, runs }: RuleOf, atomics: Rules['atomics']) {
  const guids = row === null ? [] : listGuids(row);
  const simulated = new Set(guids.flatMap((guid) => atomics.get(guid) ?? []).map(({ id }) => id));
  const fired = new Set(
    runs.flatMap((run) =>
      run.test.source_template_id !== null && isTry(run) ? [run.test.source_template_id] : [],
    ),
  );
  return { simulated, fired };
}

/**
 * The smallest set of test templates that tries these rules: templates that a rule names, for which it has fired, or whose tests
 * expect it. Refuses `not_found` a rule that this user does not see.
 */
export async function coverWithTemplates(
  { db, rules: known }: RulesReading,
  user: Principal,
  ids: readonly string[],
): Promise<RuleCover> {
  const { rules, atomics } = await known.of(db, toViewer(user));
  const wanted = findAll(rules, ids);
  const byTemplate = new Map<string, string[]>();
  for (const rule of wanted) {
    const { simulated, fired } = listCoverers(rule, atomics);
    for (const id of new Set([...simulated, ...fired])) {
      byTemplate.set(id, [...(byTemplate.get(id) ?? []), rule.id]);
    }
  }
  const names = await store.nameTemplates(db, [...byTemplate.keys()]);
  const coverers = [...byTemplate]
    .filter(([id]) => names.has(id))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, own]) => ({ id, rules: own }));
  const { chosen, uncovered, isSmallest } = coverRules(ids, coverers);
  const byId = new Map(wanted.map((rule) => [rule.id, toCovered(rule)]));
  const name = (rule: string) => byId.get(rule) as ReturnType<typeof toCovered>;
  return {
    tests: chosen.map((id) => ({
      test_template: { id, name: names.get(id) as string },
      rules: (byTemplate.get(id) ?? []).map(name),
    })),
    uncovered: uncovered.map(name),
    is_smallest: isSmallest,
  };
}

const toCovered = ({ id, rule_id, title }: RuleOf) => ({ id, rule_id, title });

function findAll(rules: readonly RuleOf[], ids: readonly string[]): RuleOf[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return ids.map((id) => {
    const rule = byId.get(id);
    if (rule === undefined) throw notFound('Rule');
    return rule;
  });
}

/** The rules that this user sees as a file for a detection repository's CI. Refuses nothing. */
export async function exportRules(
  { db, rules: known }: RulesReading,
  user: Principal,
  format: RuleFormat,
): Promise<string> {
  return writeRules(await known.of(db, toViewer(user)), format);
}

/** The same of all rules, for the command. Refuses nothing. */
export async function exportAllRules(db: Db, format: RuleFormat): Promise<string> {
  return writeRules(await readRules(db, { id: '', seesAll: true }), format);
}

function writeRules({ rules }: Rules, format: RuleFormat): string {
  const shown = rules.map(toRule).filter(({ kind }) => kind !== 'filter');
  sortRules(shown, {});
  return format === 'junit' ? writeJunit(shown) : writeMarkdown(shown);
}
