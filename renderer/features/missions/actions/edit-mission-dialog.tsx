import { Modal, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Settling, settlings } from '../../../../domain/missions.ts';
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

type Values = ExerciseValues & { settle_at_review: Settling };
type Props = { mission: Mission; onClose: () => void };

export function EditMissionDialog({ mission, onClose }: Props) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm<Values>({
    draft: `mission.${mission.id}`,
    initialValues: { ...toExerciseValues(mission), settle_at_review: mission.settle_at_review },
    validate: makeExerciseRules('mission'),
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ settle_at_review, ...values }: Values) =>
      changeMission(queryClient, mission.id, { ...toExerciseInput(values), settle_at_review }),
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
        <ExerciseFields propsOf={form.getInputProps} written={mission} />
        <Select
          label={t('mission_editor.at_review')}
          description={t('mission_editor.at_review.hint')}
          data={settlings.map((value) => ({ value, label: t(`mission_editor.at_review.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('settle_at_review')}
        />
      </Form>
    </Modal>
  );
}
