import { toRuleKey } from '../../../domain/detection-rules.ts';
import type { FactKind } from '../../../domain/outcomes.ts';
import type { Fact, NewFact } from '../../facts/contract.ts';
import type { ComparedField, Difference } from './contract.ts';
import { type Alert, describeAlert } from './read.ts';

const kind: FactKind = 'alerted';

/** The fact that an accepted alert makes. Takes the alert, the tool that raised it, and its evidence. */
export function toFact(alert: Alert, tool: { id: string } | null, evidenceIds: string[]): NewFact {
  return {
    kind,
    result: 'yes',
    at: alert.occurred_at ?? alert.recorded_at,
    tool,
    rule_name: alert.rule_name ?? alert.title,
    rule_id: alert.rule_id,
    alert_id: alert.external_id,
    severity: alert.severity,
    note: describeAlert(alert),
    evidence_ids: evidenceIds,
  };
}

/**
 * Takes the facts of a run and the fact of an alert, returns the one that speaks of the same detection: of the same alert; else one
 * of its tool and rule, or without a rule, that no other alert has completed; else one that denies the alert. Null if there is none.
 */
export function findSameDetection(facts: readonly Fact[], made: NewFact): Fact | null {
  const ofKind = facts.filter((fact) => fact.kind === kind && isOfTool(fact, made));
  const same = ofKind.find((fact) => fact.alert_id !== null && fact.alert_id === made.alert_id);
  const open = ofKind.find(
    ({ result, alert_id, ...fact }) =>
      (result === 'yes' || result === 'partial') && alert_id === null && isOfRule(fact, made),
  );
  const denied = ofKind.find(({ result }) => result === 'no' || result === 'not_applicable');
  return same ?? open ?? denied ?? null;
}

function isOfTool(fact: Fact, made: NewFact): boolean {
  return !fact.tool || !made.tool || fact.tool.id === made.tool.id;
}

function isOfRule(fact: Pick<Fact, 'rule_id' | 'rule_name'>, made: NewFact): boolean {
  if (fact.rule_id !== null && made.rule_id) return toRuleKey(fact.rule_id) === toRuleKey(made.rule_id);
  if (fact.rule_name === null || !made.rule_name) return true;
  return toRuleKey(fact.rule_name) === toRuleKey(made.rule_name);
}

const compared = [
  'result',
  'at',
  'tool',
  'rule_name',
  'rule_id',
  'severity',
  'alert_id',
] as const satisfies readonly ComparedField[];

/** Takes a recorded fact and that of an alert, returns what the alert adds to empty fields, and where the two differ. */
export function complete(
  fact: Fact,
  made: NewFact,
  toolName: string | null,
): { patch: Partial<NewFact>; differences: Difference[] } {
  const patch: Record<string, unknown> = {};
  const differences: Difference[] = [];
  const isDenied = fact.result !== 'yes' && fact.result !== 'partial';
  for (const field of compared) {
    const recorded = toText(fact[field]);
    const alert = field === 'tool' ? toolName : toText(made[field]);
    if (alert === null || recorded === alert) continue;
    // A person's "yes" and "partial" both say that there was an alert.
    if (field === 'result' && !isDenied) continue;
    if (recorded === null && !isDenied) patch[field] = made[field];
    else if (recorded !== null) differences.push({ field, recorded, alert });
  }
  if (fact.note === null && !isDenied && made.note) patch.note = made.note;
  if (made.evidence_ids?.length) patch.evidence_ids = [...fact.evidence_ids, ...made.evidence_ids];
  return { patch, differences };
}

function toText(value: string | { name?: unknown } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : String(value.name);
}

/** Takes the tools of an organisation, returns the one that raised an alert: by its name, or the only one that has the source in its name. */
export function findTool<Tool extends { name: string; vendor: string | null }>(
  tools: readonly Tool[],
  { tool, source }: Pick<Alert, 'tool' | 'source'>,
): Tool | null {
  const asked = [tool, source].filter((name) => name !== null).map((name) => name.toLowerCase());
  for (const name of asked) {
    const exact = tools.find((one) => one.name.toLowerCase() === name);
    if (exact !== undefined) return exact;
  }
  for (const name of asked) {
    const [like, other] = tools.filter((one) =>
      `${one.vendor ?? ''} ${one.name}`.toLowerCase().includes(name),
    );
    if (like !== undefined && other === undefined) return like;
  }
  return null;
}
