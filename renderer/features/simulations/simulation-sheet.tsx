import type { Engagement } from '../../../server/engagements/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { SheetFacts, SheetHead, SheetSection, SheetText } from '../../ui/print/sheet-parts.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { EvidenceSheet } from '../evidence/evidence-sheet.tsx';
import type { Pictures } from '../evidence/printed-pictures.ts';
import { FactsSheet } from '../facts/facts-sheet.tsx';
import { describeDelay } from '../facts/typed-moment.ts';
import { simulationStatusName } from './simulation-words.ts';

/** A simulation on paper: both records to their last letter. */
export function SimulationSheet({
  simulation,
  engagement,
  pictures,
}: {
  simulation: Simulation;
  engagement: Engagement | undefined;
  pictures: Pictures;
}) {
  const named = (those: readonly { id: string; name: string }[]) =>
    those.map(({ id, name }) => `${id} ${name}`).join(', ');
  return (
    <>
      <SheetHead
        trail={engagement?.name}
        title={simulation.name}
        facts={[
          ['Status', simulationStatusName[simulation.status]],
          ['Techniques', named(simulation.techniques)],
          ['Tactics', named(simulation.tactics)],
          ['Last change', <Moment key="last" at={simulation.updated_at} />],
        ]}
      >
        <SheetText label="Description" text={simulation.description} />
      </SheetHead>
      <SheetSection title="Red team" side="red">
        <SheetFacts facts={[['Executed', toMoment(simulation.executed_at)]]} />
        <SheetText label="Objective" text={simulation.objective} />
        <SheetText label="Command" text={simulation.command} mono />
        <SheetText label="Output" text={simulation.output} mono />
        <SheetText label="Comment" text={simulation.red_comment} />
        <EvidenceSheet files={simulation.evidence.filter(({ side }) => side === 'red')} pictures={pictures} />
      </SheetSection>
      <SheetSection title="SOC" side="blue">
        <SheetFacts
          facts={[
            ['Detection level', simulation.detection_level?.name ?? 'Not judged'],
            ['Detected', toMoment(simulation.detected_at)],
            [
              'Time to detect',
              simulation.detected_at === null
                ? null
                : describeDelay(simulation.detected_at, simulation.executed_at),
            ],
          ]}
        />
        <FactsSheet facts={simulation.facts} executedAt={simulation.executed_at} />
        <SheetText label="Comment" text={simulation.soc_comment} />
        <EvidenceSheet files={simulation.evidence.filter(({ side }) => side === 'soc')} pictures={pictures} />
      </SheetSection>
    </>
  );
}

const toMoment = (at: string | null) => (at === null ? null : <Moment at={at} />);
