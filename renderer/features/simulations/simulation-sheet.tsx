import type { Engagement } from '../../../server/engagements/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { nameLevel } from '../../api/catalogue/name-level.ts';
import { SheetFacts, SheetHead, SheetSection, SheetText } from '../../ui/print/sheet-parts.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { describeDelay } from '../../ui/times/typed-moment.ts';
import { t } from '../../words.ts';
import { EvidenceSheet } from '../evidence/evidence-sheet.tsx';
import type { Pictures } from '../evidence/printed-pictures.ts';
import { FactsSheet } from '../facts/facts-sheet.tsx';

/** A simulation on paper: both records in full. */
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
          [t('shared.status'), t(`names.simulation_status.${simulation.status}`)],
          [t('shared.techniques'), named(simulation.techniques)],
          [t('shared.tactics'), named(simulation.tactics)],
          [t('simulations.last_change'), <Moment key="last" at={simulation.updated_at} />],
        ]}
      >
        <SheetText label={t('shared.description')} text={simulation.description} />
      </SheetHead>
      <SheetSection title={t('simulations.red_team')} side="red">
        <SheetFacts facts={[[t('simulations.executed'), toMoment(simulation.executed_at)]]} />
        <SheetText label={t('shared.objective')} text={simulation.objective} />
        <SheetText label={t('shared.command')} text={simulation.command} mono />
        <SheetText label={t('shared.output')} text={simulation.output} mono />
        <SheetText label={t('shared.comment')} text={simulation.red_comment} />
        <EvidenceSheet files={simulation.evidence.filter(({ side }) => side === 'red')} pictures={pictures} />
      </SheetSection>
      <SheetSection title={t('simulations.soc')} side="blue">
        <SheetFacts
          facts={[
            [
              t('shared.detection_level'),
              simulation.detection_level === null
                ? t('simulations.not_judged')
                : nameLevel(simulation.detection_level),
            ],
            [t('simulations.detected'), toMoment(simulation.detected_at)],
            [
              t('shared.time_to_detect'),
              simulation.detected_at === null
                ? null
                : describeDelay(simulation.detected_at, simulation.executed_at),
            ],
          ]}
        />
        <FactsSheet facts={simulation.facts} executedAt={simulation.executed_at} />
        <SheetText label={t('shared.comment')} text={simulation.soc_comment} />
        <EvidenceSheet files={simulation.evidence.filter(({ side }) => side === 'soc')} pictures={pictures} />
      </SheetSection>
    </>
  );
}

const toMoment = (at: string | null) => (at === null ? null : <Moment at={at} />);
