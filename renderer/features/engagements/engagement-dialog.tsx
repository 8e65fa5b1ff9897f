import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { changeEngagement, createEngagement } from '../../api/engagements/engagements.ts';
import {
  ExerciseFields,
  type ExerciseValues,
  makeExerciseRules,
  toExerciseInput,
  toExerciseValues,
} from '../../ui/forms/exercise-fields.tsx';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { t } from '../../words.ts';

/** Creates an engagement, or changes one. */
export function EngagementDialog({
  engagement,
  onClose,
  onSaved,
}: {
  engagement: Engagement | null;
  onClose: () => void;
  /** The form waits for the returned promise. */
  onSaved: (engagement: Engagement) => unknown;
}) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm<ExerciseValues>({
    draft: engagement === null ? 'new-engagement' : `engagement.${engagement.id}`,
    initialValues: toExerciseValues(engagement),
    validate: makeExerciseRules('engagement'),
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (values: ExerciseValues) => {
      const input = toExerciseInput(values);
      return engagement === null
        ? createEngagement(queryClient, input)
        : changeEngagement(queryClient, engagement.id, input);
    },
    onSuccess: (saved) => {
      drop();
      return onSaved(saved);
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={engagement === null ? t('engagements.new_engagement') : t('engagements.edit_engagement')}
      size="lg"
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={
          <DialogButtons
            submit={engagement === null ? t('engagements.create_engagement') : t('shared.save')}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <ExerciseFields propsOf={form.getInputProps} written={engagement} />
      </Form>
    </Modal>
  );
}
