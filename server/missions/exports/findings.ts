import { readSuggestion } from '../../../domain/findings.ts';
import type { Trx } from '../../database/database.ts';
import { listDecisions } from '../findings/decisions-store.ts';
import { standFindings } from '../findings/standing.ts';
import * as store from '../findings/store.ts';

/** Findings of a mission as it is recorded. */
export type RecordedFindings = Awaited<ReturnType<typeof readFindings>>;

/**
 * The findings of a mission visible to `reader`, by number, in import form; and, by test, the decisions on suggestions that
 * belong to none of them.
 */
export async function readFindings(trx: Trx, missionId: string, reader: store.Reader) {
  const filter = { mission_id: missionId, limit: store.mostFindings, offset: 0 };
  const { items } = await store.listFindings(trx, reader, filter);
  const stood = await standFindings(trx, items);
  const evidence = new Map((await store.listEvidence(trx, missionId)).map((file) => [file.id, file]));
  const decisions = (await listDecisions(trx, missionId)).flatMap(({ suggestion, finding_id, reason }) => {
    const of = readSuggestion(suggestion);
    return of === null ? [] : [{ ...of, finding_id, reason }];
  });
  const known = new Set(items.map(({ id }) => id));
  const findings = items.map((finding, index) => ({
    row: finding.title,
    sourceId: finding.id,
    leftover: [],
    number: finding.number,
    title: finding.title,
    severity: finding.severity,
    kind: finding.kind,
    side: finding.side,
    status: finding.status,
    description: finding.description,
    impact: finding.impact,
    root_cause: finding.root_cause,
    recommendation: finding.recommendation,
    affected: finding.affected,
    references: finding.references,
    techniques: finding.techniques,
    tests: finding.tests.map(({ test_id, run }) => ({ test: test_id, run })),
    evidence: finding.evidence_ids.flatMap((id) => {
      const file = evidence.get(id);
      return file === undefined ? [] : [{ test: file.test_id, run: file.run, sha256: file.sha256 }];
    }),
    remediations: finding.remediation_ids,
    suggestions: decisions
      .filter(({ finding_id }) => finding_id === finding.id)
      .map(({ of, test_id, run }) => ({ of, test: test_id, run })),
    shown: {
      status: stood[index]!.status,
      came_back: stood[index]!.came_back,
      evidence: finding.evidence_ids.flatMap((id) => evidence.get(id)?.file_name ?? []),
    },
  }));
  const others = decisions
    .filter(({ finding_id }) => finding_id === null || !known.has(finding_id))
    .map(({ finding_id: _finding, ...decision }) => decision);
  return { findings, decidedOf: Map.groupBy(others, ({ test_id }) => test_id) };
}
