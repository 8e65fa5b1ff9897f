import { findQueueStep, type QueueStep, queueSteps, type RuleRun } from '../../../domain/detection-rules.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { toViewer } from '../visibility.ts';
import type { QueueItem, QueueQuery } from './contract.ts';
import type { RuleOf, RuleRunOf } from './describe.ts';
import type { RulesReading } from './histories.ts';
import type { Remediation } from './said.ts';
import * as store from './store.ts';

type Queue = Found<QueueItem> & { steps: Record<QueueStep, number> };

/**
 * The queue “Red until it fires” of the missions that this user sees: executed tests without an alert and without a rule to be
 * written, and remediations that name one, by step. Refuses nothing.
 */
export async function listQueue(
  { db, rules: known }: RulesReading,
  user: Principal,
  { mission, step, limit, offset }: QueueQuery,
): Promise<Queue> {
  const viewer = toViewer(user);
  const { rules, remediations, tests } = await known.of(db, viewer);
  const gaps = await store.listGaps(db, viewer);
  const handled = remediations.map(({ remediation, rule }) => toItem(remediation, rule, tests));
  const inHand = new Map<string, Remediation[]>();
  for (const { remediation } of remediations) {
    for (const id of remediation.test_ids) inHand.set(id, [...(inHand.get(id) ?? []), remediation]);
  }
  const missedIn = new Map<string, RuleOf[]>();
  for (const rule of rules) {
    for (const { test, number, outcome } of rule.runs) {
      if (outcome !== 'missed') continue;
      const key = toKey(test.id, number);
      missedIn.set(key, [...(missedIn.get(key) ?? []), rule]);
    }
  }
  const left = gaps.filter((gap) => !(inHand.get(gap.id) ?? []).some((one) => speaksOf(one, gap)));
  const others = await store.listOtherRemediations(
    db,
    left.map(({ id }) => id),
  );
  const open = left.map((gap): QueueItem => {
    const missed = missedIn.get(toKey(gap.id, gap.run_number)) ?? [];
    return {
      step: 'gap',
      mission: { id: gap.mission_id, name: gap.mission_name },
      tests: [{ id: gap.id, name: gap.name, run: gap.run_number }],
      rule: missed.length === 1 ? toName(missed[0] as RuleOf) : null,
      remediation: others.get(gap.id) ?? null,
      findings: [],
      fired_in: null,
    };
  });
  const all = [...open, ...handled.flatMap((item) => item ?? [])].filter(
    (item) => mission === undefined || item.mission.id === mission,
  );
  const steps = Object.fromEntries(
    queueSteps.map((one) => [one, all.filter((item) => item.step === one).length]),
  ) as Record<QueueStep, number>;
  const found = all
    .filter((item) => step === undefined || item.step === step)
    .sort((one, other) => queueSteps.indexOf(one.step) - queueSteps.indexOf(other.step));
  const page = found.slice(offset, offset + limit);
  const findings = await store.listFindings(
    db,
    page.flatMap(({ tests }) => tests.map(({ id }) => id)),
  );
  const items = page.map((item) => {
    const ofTests = item.tests.flatMap(({ id }) => findings.get(id) ?? []);
    return { ...item, findings: [...new Map(ofTests.map((one) => [one.id, one])).values()] };
  });
  return { items, total: found.length, steps };
}

const toKey = (test: string, run: number) => `${test} ${run}`;

/** Whether a remediation deals with a run: one that was finished before it does not. */
function speaksOf({ status, status_changed_at }: Remediation, { executed_at }: store.GapRow): boolean {
  return status !== 'verified' || executed_at === null || executed_at <= status_changed_at;
}

const toName = ({ id, rule_id, title }: RuleOf) => ({ id, rule_id, title });

function toItem(
  remediation: Remediation,
  rule: RuleOf,
  known: ReadonlyMap<string, store.TestRow>,
): QueueItem | null {
  const { id, title, status, mission_id, mission_name, test_ids, created_at } = remediation;
  const own = new Set(test_ids);
  const ofTests = rule.runs.filter(({ test }) => own.has(test.id));
  // A retest may be in another mission.
  const series = new Set(ofTests.map((run) => run.series));
  const isSince = ({ executed_at }: RuleRunOf) => executed_at === null || executed_at >= created_at;
  const since = rule.runs.filter((run) => (own.has(run.test.id) || series.has(run.series)) && isSince(run));
  const step = findQueueStep(
    status,
    since.map(({ series: of, executed_at, outcome }): RuleRun => ({ series: of, at: executed_at, outcome })),
  );
  if (step === null) return null;
  const fired = ofTests.find(({ outcome }) => outcome === 'fired');
  const tests = test_ids.flatMap((one) => known.get(one) ?? []);
  return {
    step,
    mission: { id: mission_id, name: mission_name },
    tests: tests.map(({ id: of, name, run_number }) => ({ id: of, name, run: run_number })),
    rule: toName(rule),
    remediation: { id, title, status },
    findings: [],
    fired_in: fired === undefined ? null : { test_id: fired.test.id, number: fired.number },
  };
}
