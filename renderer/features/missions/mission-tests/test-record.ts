import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { MissionTest, TestPatch } from '../../../../server/missions/contract.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { getKnownTest, readTestAnew, writeTest } from '../../../api/missions/mission-tests.ts';
import { renewMission } from '../../../api/missions/missions.ts';
import type { FieldKind } from '../../../ui/record/conflict-dialog.tsx';
import type { Value } from '../../../ui/record/field-writer.ts';
import { sayLeftBehind } from '../../../ui/record/say-left-behind.tsx';
import { useFieldWriter } from '../../../ui/record/use-field-writer.ts';

/** Whose work a test is, is chosen, not typed. */
export type TestField = Exclude<keyof TestPatch, 'detection_level_source'>;

export const fieldName: Record<TestField, string> = {
  command: 'Command that was run',
  output: 'Output',
  red_comment: 'Comment',
  executed_at: 'Executed at',
  started_at: 'Started at',
  ended_at: 'Ended at',
  source_host: 'Source host',
  target_host: 'Target host',
  target_user: 'As the user',
  operator: 'Operator',
  attack_result: 'The attack',
  detection_level_id: 'Detection level',
  blue_comment: 'Comment',
  detected_at: 'Detected at',
};

export const fieldKind: Record<TestField, FieldKind> = {
  command: 'text',
  output: 'text',
  red_comment: 'text',
  executed_at: 'moment',
  started_at: 'moment',
  ended_at: 'moment',
  source_host: 'line',
  target_host: 'line',
  target_user: 'line',
  operator: 'line',
  attack_result: 'line',
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
    started_at: test.started_at,
    ended_at: test.ended_at,
    source_host: test.source_host,
    target_host: test.target_host,
    target_user: test.target_user,
    operator: test.operator,
    attack_result: test.attack_result,
    detection_level_id: test.detection_level?.id ?? null,
    blue_comment: test.blue_comment,
    detected_at: test.detected_at,
  };
}

const toVersion = (test: MissionTest) => ({ version: test.updated_at, values: toRecord(test) });

/** Saves what is written about a test, field by field. */
export function useTestWriter(missionId: string, testId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useFieldWriter<TestField>(`test.${testId}`, {
    known: () => {
      const test = getKnownTest(queryClient, testId);
      return test && toVersion(test);
    },
    read: async () => toVersion(await readTestAnew(queryClient, missionId, testId)),
    write: async (field, value, version) => {
      try {
        await writeTest(queryClient, missionId, testId, { [field]: value }, version);
      } catch (error) {
        // Its page then offers to copy what was typed.
        if (error instanceof ApiError && error.code === 'archived') renewMission(queryClient, missionId);
        throw error;
      }
    },
    onLeftBehind: (fields) =>
      sayLeftBehind({
        id: `left ${testId}`,
        record: getKnownTest(queryClient, testId)?.name ?? 'A test',
        fields: fields.map((field) => fieldName[field]),
        onOpen: () => void navigate(`/missions/${missionId}/tests/${testId}`),
      }),
  });
}
