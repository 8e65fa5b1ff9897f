import { nameSuggestion } from '../../../domain/findings.ts';
import type { TestGap, TestGapReason } from '../../../domain/test-gaps.ts';
import { listRuns, type MissionTest } from '../figures/figured-test.ts';
import type { Suggestion } from './contract.ts';

const severityOf: Readonly<Record<TestGapReason, Suggestion['severity']>> = {
  succeeded_unseen: 'high',
  missed: 'high',
  worse: 'high',
  contradicted: 'medium',
  logged_only: 'medium',
  not_as_expected: 'medium',
  late: 'medium',
  wrong_severity: 'low',
  wrong_tool: 'low',
  partial: 'low',
};

/**
 * Takes a test with its gap, evidence by run, and the suggestions taken, merged or dismissed before; returns the suggested findings
 * without these: one for the gap unless a later run has proven the fix, and one for the last attack that succeeded.
 */
export function suggestFindings(
  test: MissionTest,
  gap: TestGap | null,
  evidence: ReadonlyMap<number, readonly string[]>,
  decided: ReadonlySet<string>,
): Suggestion[] {
  const techniques = test.catalog_tags
    .filter(({ kind }) => kind !== 'tactic')
    .map(({ external_id }) => external_id);
  const about = (run: number) => ({
    title: test.name,
    techniques,
    tests: [{ test_id: test.id, run }],
    evidence_ids: [...(evidence.get(run) ?? [])],
  });
  const success = listRuns(test).findLast(({ attack_result }) => attack_result === 'succeeded');
  const suggested: Suggestion[] = [
    ...(gap === null || gap.state === 'proven'
      ? []
      : [
          {
            suggestion: nameSuggestion({ of: 'gap', test_id: test.id, run: gap.run }),
            ...about(gap.run),
            kind: gap.reasons[0] === 'contradicted' ? ('process' as const) : ('detection_gap' as const),
            side: 'both' as const,
            severity: severityOf[gap.reasons[0] ?? 'partial'],
            reasons: gap.reasons,
          },
        ]),
    ...(success === undefined
      ? []
      : [
          {
            suggestion: nameSuggestion({ of: 'attack', test_id: test.id, run: success.number }),
            ...about(success.number),
            kind: 'prevention_gap' as const,
            side: 'both' as const,
            severity: 'medium' as const,
            reasons: [],
          },
        ]),
  ];
  return suggested.filter(({ suggestion }) => !decided.has(suggestion));
}
