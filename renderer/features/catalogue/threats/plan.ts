import { longestName, longestTemplateText } from '../../../../domain/limits.ts';
import { cutName } from '../../../../domain/names.ts';
import type { TemplateMatch, ThreatPlan } from '../../../../server/templates/threats/contract.ts';
import { formatList, t } from '../../../words.ts';
import type { Picked } from '../../missions/library/template-picker.tsx';
import { inOrderOfTactics } from './by-tactic.ts';

export type PlannedTechnique = ThreatPlan['techniques'][number];
export type Plan = {
  threats: ThreatPlan['threats'];
  /** Techniques of a custom list, which counts as one user of them. */
  own: readonly string[];
};

/** Ticked techniques in order, each with its picked template, or null for the closest match. */
export type Ticked = ReadonlyMap<string, string | null>;

/** Takes a technique; returns the number of chosen threats that use it, and their names. */
export function countUsers({ threats, own }: Plan, technique: Pick<PlannedTechnique, 'users' | 'listed'>) {
  const names = technique.users.map(({ name }) => name);
  if (technique.listed) names.push(t('catalogue.your_own_list'));
  return { used: names.length, of: threats.length + (own.length > 0 ? 1 : 0), names };
}

/** Template for a selected technique: the picked one, else the closest match. */
export function findTemplate(
  { templates }: Pick<PlannedTechnique, 'templates'>,
  picked: string | null | undefined,
): TemplateMatch | null {
  return templates.find(({ id }) => id === picked) ?? templates[0] ?? null;
}

/** A planned test: a template with its techniques, or an empty test of one technique. */
export type Step =
  | { template: TemplateMatch; techniques: PlannedTechnique[] }
  | { template: null; techniques: [PlannedTechnique] };

/** Takes ticked techniques with picked templates; returns the tests in the order of ticking, each template once. */
export function listSteps(techniques: readonly PlannedTechnique[], ticked: Ticked): Step[] {
  const known = new Map(techniques.map((technique) => [technique.external_id, technique]));
  const steps: Step[] = [];
  const byTemplate = new Map<string, Step>();
  for (const [id, picked] of ticked) {
    const technique = known.get(id);
    if (technique === undefined) continue;
    const template = findTemplate(technique, picked);
    const present = template === null ? undefined : byTemplate.get(template.id);
    if (present !== undefined) {
      present.techniques.push(technique);
      continue;
    }
    const step: Step = { template, techniques: [technique] };
    steps.push(step);
    if (template !== null) byTemplate.set(template.id, step);
  }
  return steps;
}

/** Takes ticked techniques, returns them by earliest tactic. */
export function tickByTactic(
  techniques: readonly PlannedTechnique[],
  ticked: Ticked,
  tacticOrder: readonly string[],
): Ticked {
  const chosen = techniques.filter(({ external_id }) => ticked.has(external_id));
  return new Map(
    inOrderOfTactics(chosen, tacticOrder).map(({ external_id }) => [
      external_id,
      ticked.get(external_id) ?? null,
    ]),
  );
}

/** Maximum number of names in a reason. */
const mostNames = 10;

/** Takes a technique, returns why it is tested: the threats that use it, or the custom list. */
function giveReason({ external_id, users, listed }: PlannedTechnique): string {
  const named = users.slice(0, mostNames).map(({ name }) => name);
  const more = users.length - named.length;
  if (more > 0) named.push(t('shared.count_more', { count: more }));
  const values = { technique: external_id, names: formatList(named) };
  if (!listed) return t('catalogue.reason.used_by', values);
  return users.length === 0
    ? t('catalogue.reason.listed', { technique: external_id })
    : t('catalogue.reason.used_by_and_listed', values);
}

/** The tests of a plan for a new mission. */
export function toPicked(steps: readonly Step[]): Picked[] {
  return steps.map(({ template, techniques }): Picked => {
    const reason = techniques.map(giveReason).join('\n');
    if (template !== null) return { id: template.id, name: template.name, tests: 1, reason };
    const [{ external_id, name, kind }] = techniques as [PlannedTechnique];
    return { id: external_id, name: cutName(name), tests: 1, reason, blank: { kind, external_id } };
  });
}

/** A name for objects created from a plan. */
export function namePlan({ threats }: Plan): string {
  const names = threats.map(({ name }) => name);
  if (names.length === 0) return t('catalogue.techniques_of_our_own_list');
  const shown = names.slice(0, 3).join(', ');
  const name =
    names.length > 3 ? t('catalogue.shown_and_count_more', { shown, count: names.length - 3 }) : shown;
  return t('catalogue.techniques_of_name', { name }).slice(0, longestName);
}

/** The reason for a scenario template created from a plan: the threats, and the number of them that use each technique. */
export function explainPlan(plan: Plan, techniques: readonly PlannedTechnique[]): string {
  const sources = plan.threats.map(({ name, external_id }) => `${name} (${external_id})`);
  if (plan.own.length > 0) sources.push(t('catalogue.our_own_list_of_techniques'));
  const lines = techniques.map((technique) => {
    const { used, of, names } = countUsers(plan, technique);
    return t('catalogue.externalid_name_used_of_of_join', {
      externalid: technique.external_id,
      name: technique.name,
      used,
      of,
      join: names.join(', '),
    });
  });
  return [
    t('catalogue.planned_from_join', { join: sources.join(', ') }),
    '',
    t('catalogue.how_many_of_them_use_what'),
    ...lines,
  ]
    .join('\n')
    .slice(0, longestTemplateText);
}
