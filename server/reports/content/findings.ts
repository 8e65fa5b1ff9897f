import type { Wording } from '../dates.ts';
import type { ReportFinding, ReportModel } from '../model.ts';
import { describeDue } from './remediations.ts';
import type { Source } from './source.ts';
import type { Field, Words } from './words.ts';

/** Number of top findings. */
const mostTop = 5;

/** Displayed number of a finding. */
export function numberFinding(number: number): string {
  return `F-${number}`;
}

/** Findings in order; none in a report from before findings existed. */
export function listFindings({ model }: Source): ReportFinding[] {
  return model.findings ?? [];
}

/** The most severe findings. */
export function listTopFindings(source: Source): ReportFinding[] {
  return listFindings(source).slice(0, mostTop);
}

/** State of a finding, and whether it came back. */
export function describeStatus(
  { status, came_back }: Pick<ReportFinding, 'status' | 'came_back'>,
  { t }: Wording,
): string {
  const state = t(`reports.finding.status.${status}`);
  return came_back ? t('reports.finding.came_back', { state }) : state;
}

/** Runs of tests that show a finding, one line each. */
export function describeShown({ tests }: ReportFinding, { tell }: Wording): { lines: Words[] } {
  return {
    lines: tests.map(({ test, run_number: run }) =>
      run === 1 ? { test } : tell('reports.verified_by.run', { test: { test }, run }),
    ),
  };
}

/** Owner and due date for a finding, one line for each remediation. */
export function describeMeasures(source: Source, { remediations }: ReportFinding): { lines: Words[] } {
  const { wording } = source;
  return {
    lines: remediations.map(({ title, owner, due_on }) =>
      wording.tell('reports.finding.measure', {
        title: { name: title },
        has_owner: owner !== null,
        owner: owner === null ? '' : { name: owner },
        has_due: due_on !== null,
        due: describeDue(source, due_on) ?? '',
      }),
    ),
  };
}

/** Remediations of a gap's finding that leave nothing to do, with their states. */
export function listSettled(source: Source, { finding: number }: ReportModel['gaps'][number]): Words[] {
  const { t, tell } = source.wording;
  const { remediations = [] } = listFindings(source).find((finding) => finding.number === number) ?? {};
  return remediations.map(({ title, status }) =>
    tell('report_parts.measure', {
      title: { name: title },
      status: t(`names.remediation_status.${status}`),
    }),
  );
}

export function listFindingFields(source: Source, finding: ReportFinding): Field[] {
  const { wording } = source;
  const { t } = wording;
  return [
    [t('reports.kind'), t(`reports.finding.kind.${finding.kind}`)],
    [t('reports.finding.description'), toProse(finding.description)],
    [t('reports.finding.impact'), toProse(finding.impact)],
    [t('reports.root_cause'), toProse(finding.root_cause)],
    [t('reports.finding.recommendation'), toProse(finding.recommendation)],
    [t('reports.finding.affected'), toProse(finding.affected)],
    [t('reports.shown_by'), describeShown(finding, wording)],
    [t('reports.techniques'), finding.techniques.join(', ')],
    [
      t('reports.evidence'),
      {
        lines: finding.evidence.map(({ test, file_name }) => [`${test.number} `, { name: file_name }]),
      },
    ],
    [t('reports.remediation'), describeMeasures(source, finding)],
    [t('reports.finding.references'), { lines: finding.references.map((name) => ({ name })) }],
  ];
}

function toProse(text: string | null): Words {
  return text === null ? null : { prose: text };
}
