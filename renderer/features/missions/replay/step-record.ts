import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { replayAnswers } from '../../../../domain/replay.ts';
import type { ReplayStep } from '../../../../server/missions/replay/contract.ts';
import { changeStep, getKnownStep, readStepAnew, replayVersionOf } from '../../../api/missions/replay.ts';
import type { FieldKind } from '../../../ui/record/conflict-dialog.tsx';
import type { FieldWriter } from '../../../ui/record/field-writer.ts';
import { sayLeftBehind } from '../../../ui/record/say-left-behind.tsx';
import { useFieldWriter } from '../../../ui/record/use-field-writer.ts';
import { t } from '../../../words.ts';

export const stepFields = [...replayAnswers, 'note'] as const;
export type StepField = (typeof stepFields)[number];

/** The questions, and the note of the presenter. */
export const stepFieldNames = () =>
  Object.fromEntries(stepFields.map((field) => [field, t(`mission_replay.question.${field}`)])) as Record<
    StepField,
    string
  >;

export const stepFieldKinds = Object.fromEntries(stepFields.map((field) => [field, 'text'])) as Record<
  StepField,
  FieldKind
>;

const toVersion = (step: ReplayStep) => ({ version: replayVersionOf(step), values: step });

/** Saves the answers to a step separately. `path` leads to the step. */
export function useStepWriter(missionId: string, step: ReplayStep, path: string): FieldWriter<StepField> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { id, run, test_name } = step;
  return useFieldWriter<StepField>(`replay-step.${id}.${run}`, {
    known: () => {
      const known = getKnownStep(queryClient, missionId, step);
      return known && toVersion(known);
    },
    read: async () => {
      const found = await readStepAnew(queryClient, missionId, step);
      if (found === undefined) throw new Error(t('mission_replay.step_gone'));
      return toVersion(found);
    },
    write: async (field, value, version) =>
      (await changeStep(queryClient, missionId, step, { [field]: value }, version))[field],
    onLeftBehind: (fields) => {
      const names = stepFieldNames();
      sayLeftBehind({
        id: `left ${id} ${run}`,
        record: test_name,
        fields: fields.map((field) => names[field]),
        onOpen: () => void navigate(path),
      });
    },
  });
}
