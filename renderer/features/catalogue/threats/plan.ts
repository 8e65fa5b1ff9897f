import { longestName, longestTemplateText } from '../../../../domain/limits.ts';
import type { TemplateMatch, ThreatPlan } from '../../../../server/templates/threats/contract.ts';
import { t } from '../../../words.ts';
import { inOrderOfTactics } from './by-tactic.ts';

export type PlannedTechnique = ThreatPlan['techniques'][number];
export type Plan = {
  threats: ThreatPlan['threats'];
  /** Techniques of one's own list; they count as one that uses them. */
  own: readonly string[];
};

/** Takes a technique; returns how many of the chosen use it, and their names. */
export function countUsers(
  { threats, own }: Plan,
  technique: Pick<PlannedTechnique, 'external_id' | 'users'>,
) {
  const names = technique.users.map(({ name }) => name);
  if (own.includes(technique.external_id)) names.push(t('catalogue.your_own_list'));
  return { used: names.length, of: threats.length + (own.length > 0 ? 1 : 0), names };
}

/** Template for a selected technique: the picked one or, without one, the nearest. */
export function findTemplate(
  { templates }: Pick<PlannedTechnique, 'templates'>,
  picked: string | null | undefined,
): TemplateMatch | null {
  return templates.find(({ id }) => id === picked) ?? templates[0] ?? null;
}

/** A planned technique with the template that it is tested by. */
export type Step = { technique: PlannedTechnique; template: TemplateMatch };

/** Takes what is ticked with the templates picked; returns the tests in the order of the tactics, each template once. */
export function listSteps(
  techniques: readonly PlannedTechnique[],
  ticked: ReadonlyMap<string, string | null>,
  tacticOrder: readonly string[],
): Step[] {
  const steps = inOrderOfTactics(
    techniques.filter(({ external_id }) => ticked.has(external_id)),
    tacticOrder,
  ).flatMap((technique): Step[] => {
    const template = findTemplate(technique, ticked.get(technique.external_id));
    return template === null ? [] : [{ technique, template }];
  });
  return steps.filter(
    ({ template }, index) => steps.findIndex((step) => step.template.id === template.id) === index,
  );
}

/** A name for what is made of a plan. */
export function namePlan({ threats }: Plan): string {
  const names = threats.map(({ name }) => name);
  if (names.length === 0) return t('catalogue.techniques_of_our_own_list');
  const shown = names.slice(0, 3).join(', ');
  const name =
    names.length > 3 ? t('catalogue.shown_and_count_more', { shown, count: names.length - 3 }) : shown;
  return t('catalogue.techniques_of_name', { name }).slice(0, longestName);
}

/** The reason for what is made of a plan: which threats, and how many of them use what. */
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
