import { Group, Text } from '@mantine/core';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ConflictDialog } from '../../ui/record/conflict-dialog.tsx';
import type { FieldState, Value } from '../../ui/record/field-writer.ts';
import { LevelBadge } from '../../ui/status-badge.tsx';
import { Moment } from '../../ui/time.tsx';
import { fieldName, idsOf, type SimulationField } from './simulation-fields.ts';

export function SimulationConflict({
  simulation,
  field,
  state,
  levels,
  onEnd,
  onClose,
}: {
  simulation: Simulation;
  field: SimulationField;
  state: FieldState;
  levels: readonly DetectionLevel[];
  onEnd: (value: Value) => void;
  onClose: () => void;
}) {
  const show = (value: string, label: string) => {
    if (field === 'executed_at' || field === 'detected_at') return <Moment at={value} />;
    if (field === 'detection_level_id') {
      return <LevelBadge level={levels.find(({ id }) => id === value) ?? null} />;
    }
    if (field === 'technique_ids' || field === 'tactic_ids') {
      return (
        <Group gap={6}>
          {idsOf(value).map((id) => (
            <Text key={id} span size="sm" ff="monospace">
              {id}
            </Text>
          ))}
        </Group>
      );
    }
    return <HostileText text={value} label={label} />;
  };
  return (
    <ConflictDialog
      label={fieldName[field]}
      by="somebody else"
      at={simulation.updated_at}
      state={state}
      isText={['objective', 'command', 'output', 'red_comment', 'soc_comment'].includes(field)}
      show={show}
      onEnd={onEnd}
      onClose={onClose}
    />
  );
}
