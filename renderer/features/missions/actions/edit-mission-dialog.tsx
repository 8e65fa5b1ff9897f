import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Mission } from '../../../../server/missions/contract.ts';
import { changeMission } from '../../../api/missions/missions.ts';
import {
  ExerciseFields,
  type ExerciseValues,
  makeExerciseRules,
  toExerciseInput,
  toExerciseValues,
} from '../../../ui/forms/exercise-fields.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';

type Props = { mission: Mission; onClose: () => void };

export function EditMissionDialog({ mission, onClose }: Props) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm<ExerciseValues>({
    draft: `mission.${mission.id}`,
    initialValues: toExerciseValues(mission),
    validate: makeExerciseRules('mission'),
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (values: ExerciseValues) => changeMission(queryClient, mission.id, toExerciseInput(values)),
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('mission_editor.edit_mission')} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <ExerciseFields propsOf={form.getInputProps} />
      </Form>
    </Modal>
  );
}
