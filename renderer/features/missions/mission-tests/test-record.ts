import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  pickFields,
  plainFields,
  type RecordField,
  recordFields,
  testRecord,
} from '../../../../domain/test-record.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { getKnownTest, readTestAnew, writeTest } from '../../../api/missions/mission-tests.ts';
import { renewMission } from '../../../api/missions/missions.ts';
import type { FieldKind } from '../../../ui/record/conflict-dialog.tsx';
import type { Value } from '../../../ui/record/field-writer.ts';
import { sayLeftBehind } from '../../../ui/record/say-left-behind.tsx';
import { useFieldWriter } from '../../../ui/record/use-field-writer.ts';
import { t } from '../../../words.ts';

/** Editable fields; the source of a level is derived, so it is not among them. */
export type TestField = Exclude<RecordField, 'detection_level_source'>;

/** Labels of the fields, as in forms. */
export const fieldName = () =>
  Object.fromEntries(recordFields.map((field) => [field, t(`record.asked.${field}`)])) as Record<
    RecordField,
    string
  >;

/** Choices are compared as a whole, like a line. */
export const fieldKind = Object.fromEntries(
  testRecord.map(({ field, kind }) => [field, kind === 'choice' ? 'line' : kind]),
) as Record<TestField, FieldKind>;

/** Fields of both sides, by request name. */
export function toRecord(test: MissionTest): Record<TestField, Value> {
  return { ...pickFields(plainFields, test), detection_level_id: test.detection_level?.id ?? null };
}

const toVersion = (test: MissionTest) => ({ version: test.updated_at, values: toRecord(test) });

/** Saves the record of a test, field by field. */
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
        // The test's page then offers to copy the typed text.
        if (error instanceof ApiError && (error.code === 'archived' || error.code === 'locked'))
          renewMission(queryClient, missionId);
        throw error;
      }
    },
    onLeftBehind: (fields) =>
      sayLeftBehind({
        id: `left ${testId}`,
        record: getKnownTest(queryClient, testId)?.name ?? t('tests.a_test'),
        fields: fields.map((field) => fieldName()[field]),
        onOpen: () => void navigate(`/missions/${missionId}/tests/${testId}`),
      }),
  });
}
