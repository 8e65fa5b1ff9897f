import { useQuery } from '@tanstack/react-query';
import { severities } from '../../../../domain/outcomes.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import { missionRemediations } from '../../../api/missions/remediations.ts';
import {
  type SheetColumn,
  SheetFacts,
  SheetHead,
  SheetSection,
  SheetTable,
  SheetText,
} from '../../../ui/print/sheet-parts.tsx';
import { t } from '../../../words.ts';
import { nameFinding, nameNumber } from '../findings/finding-words.ts';

const columns = (): readonly SheetColumn<Finding>[] => [
  { head: t('findings.sheet.number'), width: '14mm', cell: nameNumber },
  { head: t('findings.field.title'), cell: ({ title }) => title },
  {
    head: t('findings.field.severity'),
    width: '22mm',
    cell: ({ severity }) => t(`names.severity.${severity}`),
  },
  {
    head: t('findings.field.status'),
    width: '28mm',
    cell: ({ status }) => t(`names.finding_status.${status}`),
  },
  {
    head: t('findings.field.techniques'),
    width: '40mm',
    cell: ({ techniques }) => techniques.join(', '),
  },
];

/** Findings of a mission on paper, most severe first: a list, then each in full. */
export function FindingsSheet({ mission, findings }: { mission: Mission; findings: readonly Finding[] }) {
  const sorted = findings.toSorted(
    (one, other) =>
      severities.indexOf(other.severity) - severities.indexOf(one.severity) || one.number - other.number,
  );
  return (
    <>
      <SheetHead
        trail={mission.name}
        title={t('findings.findings')}
        facts={[
          [t('shared.client'), mission.client],
          [t('tests.in_all'), String(findings.length)],
        ]}
      />
      <SheetTable columns={columns()} rows={sorted} />
      {sorted.map((finding) => (
        <OneFinding key={finding.id} finding={finding} mission={mission} />
      ))}
    </>
  );
}

function OneFinding({ finding, mission }: { finding: Finding; mission: Mission }) {
  // Only as far as a page of the mission has loaded them: printing waits for nothing.
  const { data } = useQuery({ ...missionRemediations(mission.id), enabled: false });
  const names = new Map(
    mission.scenarios.flatMap((scenario) => scenario.tests).map(({ id, name }) => [id, name]),
  );
  const remediations = (data ?? []).filter(({ id }) => finding.remediation_ids.includes(id));
  return (
    <SheetSection title={toVisibleText(nameFinding(finding))}>
      <SheetFacts
        facts={[
          [t('findings.field.severity'), t(`names.severity.${finding.severity}`)],
          [t('findings.field.status'), t(`names.finding_status.${finding.status}`)],
          [t('findings.field.kind'), t(`names.finding_kind.${finding.kind}`)],
          [t('findings.field.side'), t(`names.finding_side.${finding.side}`)],
          [t('findings.field.techniques'), finding.techniques.join(', ')],
        ]}
      />
      <SheetText label={t('findings.field.description')} text={finding.description} />
      <SheetText label={t('findings.field.impact')} text={finding.impact} />
      <SheetText label={t('findings.field.root_cause')} text={finding.root_cause} />
      <SheetText label={t('findings.field.recommendation')} text={finding.recommendation} />
      <SheetText
        label={t('findings.field.tests')}
        text={finding.tests.flatMap(({ test_id }) => names.get(test_id) ?? []).join('\n')}
      />
      <SheetText
        label={t('findings.field.remediation_ids')}
        text={remediations.map(({ title }) => title).join('\n')}
      />
      <SheetText label={t('findings.field.affected')} text={finding.affected} />
      <SheetText label={t('findings.field.references')} text={finding.references.join('\n')} />
    </SheetSection>
  );
}
