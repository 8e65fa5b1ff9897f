import { simulationStatuses } from '../../../domain/simulations.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { SimulationListItem } from '../../../server/simulations/contract.ts';
import { type SheetColumn, SheetHead, SheetTable, SheetText } from '../../ui/print/sheet-parts.tsx';
import { DateRange, Moment } from '../../ui/times/time.tsx';
import { describeSeen } from '../facts/seen-words.ts';
import { simulationStatusName } from '../simulations/simulation-words.ts';
import { engagementStatusName } from './engagement-words.ts';

const columns: readonly SheetColumn<SimulationListItem>[] = [
  { head: 'Simulation', cell: ({ name }) => name },
  { head: 'Technique', width: '22mm', cell: ({ techniques }) => techniques.map(({ id }) => id).join(' ') },
  { head: 'Outcome', width: '44mm', cell: describeSeen },
  { head: 'Executed', width: '34mm', cell: ({ executed_at }) => toMoment(executed_at) },
  { head: 'Detected', width: '34mm', cell: ({ detected_at }) => toMoment(detected_at) },
];

/** An engagement on paper, with all of its simulations. */
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
          ['Client', engagement.client],
          [
            'Dates',
            engagement.start_date === null && engagement.end_date === null ? null : (
              <DateRange key="dates" from={engagement.start_date} to={engagement.end_date} />
            ),
          ],
          ['Status', engagementStatusName[engagement.status]],
          ['Simulations', `${counts.done} of ${counts.simulations} done`],
        ]}
      >
        <SheetText label="Description" text={engagement.description} />
      </SheetHead>
      {simulationStatuses.map((status) => {
        const those = simulations.filter((simulation) => simulation.status === status);
        return those.length === 0 ? null : (
          <SheetTable
            key={status}
            caption={`${simulationStatusName[status]} (${those.length})`}
            columns={columns}
            rows={those}
          />
        );
      })}
    </>
  );
}

const toMoment = (at: string | null) => (at === null ? '' : <Moment at={at} />);
