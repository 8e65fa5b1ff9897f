import type { RuleSource } from '../../../domain/detection-rules.ts';
import type { Db } from '../../database/database.ts';
import { readExpectedRules } from '../../facts/expectations/contract.ts';
import type { Alert } from '../alerts/read.ts';
import type { Viewer } from '../heads.ts';
import type { Naming } from './book.ts';
import * as store from './store.ts';

export type Remediation = store.RuleRemediation & { test_ids: string[] };

type NamedFact = Pick<store.NamingFact, 'kind' | 'result' | 'at'>;

/** A place that names a rule, in a mission. */
export type Said = {
  /** By which places of a kind are in order. */
  id: string;
  mission_id: string;
  naming: Naming;
  of:
    | { kind: 'expectation'; test_id: string }
    | { kind: 'fact'; test_id: string; run_id: string | null; fact: NamedFact }
    | { kind: 'alert'; test_id: string; run: number | null; fact: NamedFact }
    | { kind: 'remediation'; remediation: Remediation };
};

const kinds = ['expectation', 'fact', 'alert', 'remediation'] as const;

/** The order in which places name rules. */
export function compareSaid(one: Said, other: Said): number {
  const order = kinds.indexOf(one.of.kind) - kinds.indexOf(other.of.kind);
  return order === 0 ? (one.id < other.id ? -1 : Number(one.id > other.id)) : order;
}

/** Rows, or ids to look for, per statement. */
export const readAtOnce = 1000;

/** The places that name rules in the missions that a viewer sees, or in some of them. */
export async function listSaid(
  db: Db,
  viewer: Viewer,
  missions: readonly string[] | null,
  giveWay: () => Promise<void>,
): Promise<Said[]> {
  const toNaming = (
    source: RuleSource,
    { rule_id, rule_name }: Pick<Naming, 'rule_id' | 'rule_name'>,
    tool: string | null = null,
  ): Naming => ({ rule_id, rule_name, tool, source });
  const facts: Said[] = [];
  for (let after = ''; ; ) {
    const some = await store.listNamingFacts(db, viewer, missions, after, readAtOnce);
    for (const { id, mission_id, test_id, run_id, kind, result, at, tool, ...rule } of some) {
      const of = { kind: 'fact', test_id, run_id, fact: { kind, result, at } } as const;
      facts.push({ id, mission_id, naming: toNaming('fact', rule, tool), of });
    }
    after = some.at(-1)?.id ?? '';
    if (some.length < readAtOnce) break;
    await giveWay();
  }
  const alerts = (await store.listAcceptedAlerts(db, viewer, missions)).flatMap(
    ({ id, mission_id, test_id, run, alert_json }): Said[] => {
      const alert = JSON.parse(alert_json) as Alert;
      const rule_name = alert.rule_name ?? alert.title;
      if (alert.rule_id === null && rule_name === null) return [];
      const at = alert.occurred_at ?? alert.recorded_at;
      const naming = toNaming('alert', { rule_id: alert.rule_id, rule_name }, alert.tool ?? alert.source);
      const of = { kind: 'alert', test_id, run, fact: { kind: 'alerted', result: 'yes', at } } as const;
      return [{ id, mission_id, naming, of }];
    },
  );
  await giveWay();
  const expected = (await store.listExpectingTests(db, viewer, missions)).flatMap(
    ({ id, mission_id, expectations_json }) =>
      readExpectedRules(expectations_json).map((rule): Said => {
        const naming = toNaming('expectation', rule);
        return { id, mission_id, naming, of: { kind: 'expectation', test_id: id } };
      }),
  );
  await giveWay();
  const rows = await store.listRuleRemediations(db, viewer, missions);
  const links = await store.listTestsOfRemediations(
    db,
    rows.map(({ id }) => id),
  );
  const testsOf = Map.groupBy(links, ({ remediation_id }) => remediation_id);
  const remediations = rows.map((row): Said => {
    const test_ids = (testsOf.get(row.id) ?? []).map(({ test_id }) => test_id);
    const of = { kind: 'remediation', remediation: { ...row, test_ids } } as const;
    return { id: row.id, mission_id: row.mission_id, naming: toNaming('remediation', row), of };
  });
  return [...expected, ...facts, ...alerts, ...remediations];
}
