import { type TestStatus, wasRun } from '../../../domain/missions.ts';
import { DomainError } from '../../errors.ts';

/** Content of a test that prevents its removal. */
export type Kept = {
  status: TestStatus;
  closed_runs: number;
  evidence: number;
  facts: number;
  remediations: number;
  findings: number;
};

/** Refuses to remove a test with results: `test_executed`, `test_has_evidence`, `test_has_facts`, `test_in_remediation`, `test_in_finding`. */
export function refuseKept({ status, closed_runs, evidence, facts, remediations, findings }: Kept): void {
  if (wasRun(status) || closed_runs > 0) {
    throw new DomainError('test_executed', "The test was executed: it can't be removed");
  }
  if (evidence > 0) {
    throw new DomainError('test_has_evidence', "The test has evidence: it can't be removed");
  }
  if (facts > 0) {
    throw new DomainError('test_has_facts', "The test has detections: it can't be removed");
  }
  if (remediations > 0) {
    throw new DomainError('test_in_remediation', "A remediation names the test: it can't be removed");
  }
  if (findings > 0) {
    throw new DomainError('test_in_finding', "A finding names the test: it can't be removed");
  }
}
