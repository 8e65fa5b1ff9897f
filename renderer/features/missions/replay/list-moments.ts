import type { AlertRecord } from '../../../../server/missions/alerts/contract.ts';
import type { ReplayStep } from '../../../../server/missions/replay/contract.ts';
import type { Sighting } from '../../../../server/missions/sightings/contract.ts';

/** Minutes around an execution in which blue may have seen it. */
const before = 10;
const after = 60;

/** The span of time that a step shows, in milliseconds. */
export function spanOf({ executed_at, ended_at }: ReplayStep): { from: number; until: number } {
  const start = Date.parse(executed_at);
  const end = Math.max(start, Date.parse(ended_at ?? executed_at));
  return { from: start - before * 60_000, until: end + after * 60_000 };
}

export type Seen =
  | { kind: 'fact'; key: string; at: string; what: string; name: string | null }
  | { kind: 'sighting' | 'alert'; key: string; at: string; name: string | null };

/**
 * Takes what blue recorded, returns what it saw around a step, in order of time. A detection made from a listed sighting or alert
 * is not repeated; one without a rule is named by its tool.
 */
export function listSeen(
  step: ReplayStep,
  {
    facts,
    sightings,
    alerts,
  }: {
    facts: readonly {
      id: string;
      kind: string;
      result: string;
      at: string | null;
      tool: { name: string } | null;
      rule_name: string | null;
    }[];
    sightings: readonly Pick<Sighting, 'id' | 'at' | 'title' | 'fact_id'>[];
    alerts: readonly Pick<
      AlertRecord,
      'id' | 'occurred_at' | 'recorded_at' | 'title' | 'rule_name' | 'fact_id'
    >[];
  },
): Seen[] {
  const { from, until } = spanOf(step);
  const isAround = (at: string | null): at is string =>
    at !== null && Date.parse(at) >= from && Date.parse(at) <= until;
  const seen: Seen[] = [];
  const told = new Set<string | null>();
  for (const { id, at, title, fact_id } of sightings) {
    if (!isAround(at)) continue;
    seen.push({ kind: 'sighting', key: id, at, name: title });
    told.add(fact_id);
  }
  for (const { id, occurred_at, recorded_at, title, rule_name, fact_id } of alerts) {
    const at = occurred_at ?? recorded_at;
    if (!isAround(at)) continue;
    seen.push({ kind: 'alert', key: id, at, name: title ?? rule_name });
    told.add(fact_id);
  }
  for (const { id, kind, result, at, rule_name, tool } of facts) {
    if (isAround(at) && !told.has(id) && (result === 'yes' || result === 'partial'))
      seen.push({ kind: 'fact', key: id, at, what: kind, name: rule_name ?? tool?.name ?? null });
  }
  return seen.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
