import { remediationStatuses } from '../../../../domain/remediations.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { type SheetColumn, SheetHead, SheetSection, SheetTable } from '../../../ui/print/sheet-parts.tsx';
import { Day } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';

/** Remediations of a mission, printed: all of them, by status. */
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
        title={t('shared.remediation')}
        facts={[
          [t('shared.client'), mission.client],
          [t('tests.in_all'), String(all.length)],
          [t('tests.overdue'), String(all.filter(({ overdue }) => overdue).length)],
        ]}
      />
      {remediationStatuses.map((status) => {
        const those = byStatus.get(status) ?? [];
        return those.length === 0 ? null : (
          <SheetSection
            key={status}
            title={t('shared.counted', {
              label: t(`names.remediation_status.${status}`),
              count: those.length,
            })}
          >
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
    { head: t('shared.remediation'), width: '34mm', cell: ({ title }) => title },
    { head: t('tests.priority'), width: '15mm', cell: ({ priority }) => t(`names.priority.${priority}`) },
    {
      head: t('tests.who_until_when'),
      width: '28mm',
      cell: ({ owner, owner_text, due_on, overdue }) => (
        <>
          {toVisibleText(owner?.display_name ?? owner_text ?? '')}
          {due_on === null ? null : (
            <div>
              <Day on={due_on} />
              {overdue ? t('tests.overdue_2') : ''}
            </div>
          )}
        </>
      ),
    },
    { head: t('tests.what_is_to_be_done'), cell: (one) => <Words of={one} /> },
    {
      head: t('shared.tests'),
      width: '34mm',
      cell: ({ test_ids }) => test_ids.flatMap((id) => tests.get(id) ?? []).join(', '),
    },
  ];
  return <SheetTable columns={columns} rows={remediations} />;
}

function Words({ of }: { of: Remediation }) {
  const words: [string, string | null][] = [
    [t('tests.shortcoming'), of.shortcoming],
    [t('tests.root_cause'), of.root_cause],
    [t('tests.measure'), of.measure],
    [t('tests.risk_if_not_done'), of.risk_if_not_done],
  ];
  return words.map(([label, text]) =>
    text === null || text === '' ? null : (
      <div key={label} style={{ whiteSpace: 'pre-wrap' }}>
        <b>{label}:</b> {toVisibleText(text)}
      </div>
    ),
  );
}
