import { listReportedSides, standOf } from '../../../../domain/findings.ts';
import { severities } from '../../../../domain/outcomes.ts';
import type { ReportedSide } from '../../../../domain/reports.ts';
import { findTestGap } from '../../../../domain/test-gaps.ts';
import type { Trx } from '../../../database/database.ts';
import type { ReportFinding, ReportRemediation, ReportTest } from '../../../reports/model.ts';
import { listRuns } from '../../figures/figured-test.ts';
import type { FiguredMission } from '../../figures/service.ts';
import { readerOfAll } from '../../findings/reader.ts';
import { type KeptFinding, listFindings, mostFindings } from '../../findings/store.ts';
import { inOrder, nameTest } from './rules.ts';

type Parts = {
  side: ReportedSide;
  /** As used in the figures of the report. */
  figured: Pick<FiguredMission, 'tests' | 'earlier'>;
  tests: readonly ReportTest[];
  remediations: readonly ReportRemediation[];
};

/**
 * The findings of a mission that the readers of a report may read, most severe first, then by number: those of both sides and, in
 * a report of one side, that side's; without drafts and dismissed ones.
 */
export async function readFindings(trx: Trx, missionId: string, parts: Parts): Promise<ReportFinding[]> {
  const reader = { ...readerOfAll, sides: listReportedSides(parts.side) };
  const filter = { mission_id: missionId, limit: mostFindings, offset: 0 };
  const { items } = await listFindings(trx, reader, filter);
  const { tests, earlier } = parts.figured;
  const states = new Map(
    tests.map((test) => [
      test.id,
      findTestGap(listRuns(test), { earlier: earlier?.get(test.id) })?.state ?? null,
    ]),
  );
  const known = openParts(parts);
  return items
    .filter(({ status }) => status !== 'draft' && status !== 'dismissed')
    .map((finding) => ({
      ...known.toReport(finding),
      ...standOf({
        status: finding.status,
        remediations: finding.remediation_statuses,
        gaps: finding.tests.map(({ test_id }) => states.get(test_id) ?? null),
      }),
    }))
    .sort((one, other) => rank(other) - rank(one) || one.number - other.number);
}

const rank = ({ severity }: Pick<ReportFinding, 'severity'>) => severities.indexOf(severity);

/** Names of the objects referred to by findings. */
function openParts({ tests, remediations }: Parts) {
  const named = new Map(tests.map((test) => [test.id, nameTest(test)]));
  const files = new Map(
    tests.flatMap((test) =>
      [test, ...test.closed_runs].flatMap(({ evidence }) => evidence.map((file) => [file.id, file])),
    ),
  );
  const measures = new Map(remediations.map((one) => [one.id, one]));
  const toReport = (finding: KeptFinding): Omit<ReportFinding, 'status' | 'came_back'> => {
    const own = new Set(finding.tests.map(({ test_id }) => test_id));
    return {
      id: finding.id,
      number: finding.number,
      title: finding.title,
      severity: finding.severity,
      kind: finding.kind,
      description: finding.description,
      impact: finding.impact,
      root_cause: finding.root_cause,
      recommendation: finding.recommendation,
      affected: finding.affected,
      references: finding.references,
      techniques: finding.techniques,
      tests: inOrder([...own].flatMap((id) => named.get(id) ?? [])).flatMap((test) =>
        finding.tests.flatMap(({ test_id, run }) => (test_id === test.id ? { test, run_number: run } : [])),
      ),
      evidence: finding.evidence_ids.flatMap((id) => {
        const file = files.get(id);
        const test = file && named.get(file.test_id);
        if (file === undefined || test === undefined) return [];
        const { file_name, sha256, run_number } = file;
        return { id, test, run_number, file_name, sha256 };
      }),
      remediations: finding.remediation_ids.flatMap((id) => {
        const measure = measures.get(id);
        if (measure === undefined) return [];
        const { title, owner, due_on, priority, status } = measure;
        return { id, title, owner, due_on, priority, status };
      }),
    };
  };
  return { toReport };
}
