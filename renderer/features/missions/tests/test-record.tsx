import { useQueryClient } from '@tanstack/react-query';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { MissionTest, TestPatch } from '../../../../server/missions/contract.ts';
import { knownTest, readTestAnew, writeTest } from '../../../api/mission-tests.ts';
import { HostileText } from '../../../ui/hostile-text.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { ConflictDialog } from '../../../ui/record/conflict-dialog.tsx';
import type { FieldState, FieldWriter, Value } from '../../../ui/record/field-writer.ts';
import { useFieldWriter } from '../../../ui/record/use-field-writer.ts';
import { LevelBadge } from '../../../ui/status-badge.tsx';
import { Moment } from '../../../ui/time.tsx';

export type TestField = keyof TestPatch;

export const fieldName: Record<TestField, string> = {
  command: 'Command that was run',
  output: 'Output',
  red_comment: 'Comment',
  executed_at: 'Executed at',
  detection_level_id: 'Detection level',
  blue_comment: 'Comment',
  detected_at: 'Detected at',
};

/** What both sides write, as the fields are called in a request. */
export function recordOf(test: MissionTest): Record<TestField, Value> {
  return {
    command: test.command,
    output: test.output,
    red_comment: test.red_comment,
    executed_at: test.executed_at,
    detection_level_id: test.detection_level?.id ?? null,
    blue_comment: test.blue_comment,
    detected_at: test.detected_at,
  };
}

const versionOf = (test: MissionTest) => ({ version: test.updated_at, values: recordOf(test) });

/** Saves what is written about a test, field by field. */
export function useTestWriter(missionId: string, testId: string) {
  const queryClient = useQueryClient();
  return useFieldWriter<TestField>(`test.${testId}`, {
    known: () => {
      const test = knownTest(queryClient, testId);
      return test && versionOf(test);
    },
    read: async () => versionOf(await readTestAnew(queryClient, missionId, testId)),
    write: (field, value, version) => writeTest(queryClient, missionId, testId, { [field]: value }, version),
  });
}

export function TestConflict({
  test,
  field,
  state,
  levels,
  writer,
  onClose,
}: {
  test: MissionTest;
  field: TestField;
  state: FieldState;
  levels: readonly DetectionLevel[];
  writer: FieldWriter<TestField>;
  onClose: () => void;
}) {
  const isMoment = field === 'executed_at' || field === 'detected_at';
  const isLevel = field === 'detection_level_id';
  return (
    <ConflictDialog
      label={fieldName[field]}
      by={<PersonName person={test.last_actor} />}
      at={test.updated_at}
      state={state}
      isText={!isMoment && !isLevel}
      show={(value, label) => {
        if (isMoment) return <Moment at={value} />;
        if (isLevel) return <LevelBadge level={levels.find(({ id }) => id === value) ?? null} />;
        return <HostileText text={value} label={label} />;
      }}
      onEnd={(value) => void writer.resolve(field, value)}
      onClose={onClose}
    />
  );
}
