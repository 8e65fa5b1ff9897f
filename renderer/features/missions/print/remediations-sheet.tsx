import { remediationStatuses } from '../../../../domain/remediations.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { type SheetColumn, SheetHead, SheetSection, SheetTable } from '../../../ui/print/sheet-parts.tsx';
import { Day } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';

/** What is to be done about what a mission has shown, on paper: all of it, by status. */
export function RemediationsSheet({
  mission,
  byStatus,
}: {
  mission: Mission;
  byStatus: ReadonlyMap<Remediation['status'], readonly Remediation[]>;
}) {
  const all = [...byStatus.values()].flat();
  return (
    <>
      <SheetHead
        trail={mission.name}
        title="Remediation"
        facts={[
          ['Client', mission.client],
          ['In all', String(all.length)],
          ['Overdue', String(all.filter(({ overdue }) => overdue).length)],
        ]}
      />
      {remediationStatuses.map((status) => {
        const those = byStatus.get(status) ?? [];
        return those.length === 0 ? null : (
          <SheetSection key={status} title={`${t(`names.remediation_status.${status}`)} (${those.length})`}>
            <RemediationsTable remediations={those} mission={mission} />
          </SheetSection>
        );
      })}
    </>
  );
}

export function RemediationsTable({
  remediations,
  mission,
}: {
  remediations: readonly Remediation[];
  mission: Mission | null;
}) {
  const tests = new Map(
    mission?.scenarios.flatMap((scenario) => scenario.tests).map(({ id, name }) => [id, name]),
  );
  const columns: readonly SheetColumn<Remediation>[] = [
    { head: 'Remediation', width: '34mm', cell: ({ title }) => title },
    { head: 'Priority', width: '15mm', cell: ({ priority }) => t(`names.priority.${priority}`) },
    {
      head: 'Who, until when',
      width: '28mm',
      cell: ({ owner, owner_text, due_on, overdue }) => (
        <>
          {toVisibleText(owner?.display_name ?? owner_text ?? '')}
          {due_on === null ? null : (
            <div>
              <Day on={due_on} />
              {overdue ? ', overdue' : ''}
            </div>
          )}
        </>
      ),
    },
    { head: 'What is to be done', cell: (one) => <Words of={one} /> },
    {
      head: 'Tests',
      width: '34mm',
      cell: ({ test_ids }) => test_ids.flatMap((id) => tests.get(id) ?? []).join(', '),
    },
  ];
  return <SheetTable columns={columns} rows={remediations} />;
}

function Words({ of }: { of: Remediation }) {
  const words: [string, string | null][] = [
    ['Shortcoming', of.shortcoming],
    ['Root cause', of.root_cause],
    ['Measure', of.measure],
    ['Risk if not done', of.risk_if_not_done],
  ];
  return words.map(([label, text]) =>
    text === null || text === '' ? null : (
      <div key={label} style={{ whiteSpace: 'pre-wrap' }}>
        <b>{label}:</b> {toVisibleText(text)}
      </div>
    ),
  );
}
