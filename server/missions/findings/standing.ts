import { listFindingMoves, standOf } from '../../../domain/findings.ts';
import { findTestGap } from '../../../domain/test-gaps.ts';
import type { Db } from '../../database/database.ts';
import { type EarlierRuns, readEarlierRuns } from '../figures/earlier.ts';
import { listRuns } from '../figures/figured-test.ts';
import { listTheseTests } from '../figures/store.ts';
import type { Finding } from './contract.ts';
import type { KeptFinding } from './store.ts';

/** Findings with their state derived from remediations and gaps of tests. */
export async function standFindings(db: Db, findings: readonly KeptFinding[]): Promise<Finding[]> {
  const named = new Set(findings.flatMap((finding) => finding.tests.map(({ test_id }) => test_id)));
  const tests = new Map((await listTheseTests(db, [...named])).map((test) => [test.id, test]));
  const earlier = new Map<string, EarlierRuns>();
  for (const mission of new Set(findings.map((finding) => finding.mission.id))) {
    earlier.set(mission, await readEarlierRuns(db, mission, named));
  }
  return findings.map(({ remediation_statuses, ...finding }) => {
    const standing = {
      status: finding.status,
      remediations: remediation_statuses,
      gaps: finding.tests.map(({ test_id }) => {
        const test = tests.get(test_id);
        if (test === undefined) return null;
        const before = earlier.get(finding.mission.id)?.get(test_id);
        return findTestGap(listRuns(test), { earlier: before })?.state ?? null;
      }),
    };
    return { ...finding, ...standOf(standing), moves: listFindingMoves(standing) };
  });
}
