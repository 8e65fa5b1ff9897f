import { simulationStatuses } from '../../../domain/simulations.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { SimulationListItem } from '../../../server/simulations/contract.ts';
import { type SheetColumn, SheetHead, SheetTable, SheetText } from '../../ui/print/sheet-parts.tsx';
import { DateRange, Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { describeSeen } from '../facts/seen-words.ts';

const columns = (): readonly SheetColumn<SimulationListItem>[] => [
  { head: t('shared.simulation'), cell: ({ name }) => name },
  {
    head: t('shared.technique'),
    width: '22mm',
    cell: ({ techniques }) => techniques.map(({ id }) => id).join(' '),
  },
  { head: t('shared.outcome'), width: '44mm', cell: describeSeen },
  { head: t('engagements.executed'), width: '32mm', cell: ({ executed_at }) => toMoment(executed_at) },
  { head: t('engagements.detected'), width: '32mm', cell: ({ detected_at }) => toMoment(detected_at) },
];

/** An engagement on paper, with all its simulations. */
export function EngagementSheet({
  engagement,
  simulations,
}: {
  engagement: Engagement;
  simulations: readonly SimulationListItem[];
}) {
  const { counts } = engagement;
  return (
    <>
      <SheetHead
        title={engagement.name}
        facts={[
          [t('shared.client'), engagement.client],
          [
            t('shared.dates'),
            engagement.start_date === null && engagement.end_date === null ? null : (
              <DateRange key="dates" from={engagement.start_date} to={engagement.end_date} />
            ),
          ],
          [t('shared.status'), t(`names.engagement_status.${engagement.status}`)],
          [
            t('shared.simulations'),
            t('engagements.done_of_simulations_done', { done: counts.done, simulations: counts.simulations }),
          ],
        ]}
      >
        <SheetText label={t('shared.description')} text={engagement.description} />
      </SheetHead>
      {simulationStatuses.map((status) => {
        const those = simulations.filter((simulation) => simulation.status === status);
        return those.length === 0 ? null : (
          <SheetTable
            key={status}
            caption={t('shared.counted', {
              label: t(`names.simulation_status.${status}`),
              count: those.length,
            })}
            columns={columns()}
            rows={those}
          />
        );
      })}
    </>
  );
}

const toMoment = (at: string | null) => (at === null ? '' : <Moment at={at} bare />);
