import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MemberInput, Mission } from '../../../server/missions/contract.ts';
import { createMission } from '../../api/missions.ts';
import {
  ExerciseFields,
  type ExerciseValues,
  makeExerciseRules,
  toExerciseInput,
  toExerciseValues,
} from '../../ui/exercise-fields.tsx';
import { DialogButtons, Form } from '../../ui/form.tsx';
import { useKeptForm } from '../../ui/use-kept-form.ts';
import { MembersField } from './members-field.tsx';
import { type Picked, ScenarioPicker } from './scenario-picker.tsx';

type Values = ExerciseValues & { scenarios: Picked[]; members: MemberInput[] };
const empty: Values = { ...toExerciseValues(null), scenarios: [], members: [] };

export function CreateMissionDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  /** The form waits for what it begins. */
  onCreated: (mission: Mission) => unknown;
}) {
  const queryClient = useQueryClient();
  // After a session that ended while typing, people come back to this dialog with everything in it.
  const { form, drop } = useKeptForm<Values>({
    draft: 'new-mission',
    initialValues: empty,
    validate: makeExerciseRules('mission'),
  });
  const close = () => {
    drop();
    onClose();
  };
  const creating = useMutation({
    mutationFn: (values: Values) =>
      createMission(queryClient, {
        ...toExerciseInput(values),
        scenario_template_ids: values.scenarios.map(({ id }) => id),
        members: values.members,
      }),
    onSuccess: (mission) => {
      drop();
      return onCreated(mission);
    },
  });
  return (
    <Modal opened onClose={close} title="New mission" size="xl">
      <Form
        form={form}
        saving={creating}
        onSubmit={(values) => creating.mutate(values)}
        serverNames={{ scenario_template_ids: 'scenarios' }}
        buttons={<DialogButtons submit="Create mission" isSaving={creating.isPending} onCancel={close} />}
      >
        <ExerciseFields propsOf={form.getInputProps} rows={[2, 6]} />
        <ScenarioPicker
          value={form.values.scenarios}
          onChange={(picked) => form.setFieldValue('scenarios', picked)}
          error={form.errors.scenarios}
        />
        <MembersField
          value={form.values.members}
          onChange={(members) => form.setFieldValue('members', members)}
          error={form.errors.members}
        />
      </Form>
    </Modal>
  );
}
