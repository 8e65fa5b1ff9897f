import type { Simulation, SimulationPatch } from '../../../server/simulations/contract.ts';
import type { FieldKind } from '../../ui/record/conflict-dialog.tsx';
import type { Value, Version } from '../../ui/record/field-writer.ts';
import { toIds, toText } from '../../ui/record/listed-ids.ts';
import { t } from '../../words.ts';

export const fieldName = () =>
  ({
    technique_ids: t('shared.techniques'),
    tactic_ids: t('shared.tactics'),
    objective: t('shared.objective'),
    command: t('shared.command'),
    output: t('shared.output'),
    red_comment: t('record.field.red_comment'),
    executed_at: t('record.asked.executed_at'),
    detection_level_id: t('shared.detection_level'),
    soc_comment: t('shared.soc_comment'),
    detected_at: t('record.asked.detected_at'),
  }) as const;

export type SimulationField = keyof ReturnType<typeof fieldName>;

export const fieldKind: Readonly<Record<SimulationField, FieldKind>> = {
  technique_ids: 'ids',
  tactic_ids: 'ids',
  objective: 'text',
  command: 'text',
  output: 'text',
  red_comment: 'text',
  executed_at: 'moment',
  detection_level_id: 'level',
  soc_comment: 'text',
  detected_at: 'moment',
};

export function toVersion(simulation: Simulation): Version<SimulationField> {
  return {
    version: simulation.updated_at,
    values: {
      technique_ids: toText(simulation.techniques.map(({ id }) => id)),
      tactic_ids: toText(simulation.tactic_ids),
      objective: simulation.objective,
      command: simulation.command,
      output: simulation.output,
      red_comment: simulation.red_comment,
      executed_at: simulation.executed_at,
      detection_level_id: simulation.detection_level?.id ?? null,
      soc_comment: simulation.soc_comment,
      detected_at: simulation.detected_at,
    },
  };
}

export function toPatch(field: SimulationField, value: Value): SimulationPatch {
  return { [field]: fieldKind[field] === 'ids' ? toIds(value) : value };
}
