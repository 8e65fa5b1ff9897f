import { useQueryClient } from '@tanstack/react-query';
import type { MissionTest, TestPatch } from '../../../../server/missions/contract.ts';
import { getKnownTest, readTestAnew, writeTest } from '../../../api/mission-tests.ts';
import type { FieldKind } from '../../../ui/record/conflict-dialog.tsx';
import type { Value } from '../../../ui/record/field-writer.ts';
import { useFieldWriter } from '../../../ui/record/use-field-writer.ts';

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

export const fieldKind: Record<TestField, FieldKind> = {
  command: 'text',
  output: 'text',
  red_comment: 'text',
  executed_at: 'moment',
  detection_level_id: 'level',
  blue_comment: 'text',
  detected_at: 'moment',
};

/** What both sides write, as the fields are called in a request. */
export function toRecord(test: MissionTest): Record<TestField, Value> {
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

const toVersion = (test: MissionTest) => ({ version: test.updated_at, values: toRecord(test) });

/** Saves what is written about a test, field by field. */
export function useTestWriter(missionId: string, testId: string) {
  const queryClient = useQueryClient();
  return useFieldWriter<TestField>(`test.${testId}`, {
    known: () => {
      const test = getKnownTest(queryClient, testId);
      return test && toVersion(test);
    },
    read: async () => toVersion(await readTestAnew(queryClient, missionId, testId)),
    write: (field, value, version) => writeTest(queryClient, missionId, testId, { [field]: value }, version),
  });
}
