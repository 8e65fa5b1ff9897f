import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { Mission } from '../../../server/missions/contract.ts';
import { appendScenarios } from '../../api/missions.ts';
import { DialogButtons, Form } from '../../ui/form.tsx';
import { type Picked, ScenarioPicker } from './scenario-picker.tsx';

type Props = { mission: Mission; onClose: () => void; onSaved: (mission: Mission) => void };

export function AppendDialog({ mission, onClose, onSaved }: Props) {
  const form = useForm({
    initialValues: { scenarios: [] as Picked[] },
    validate: { scenarios: (picked) => (picked.length === 0 ? 'Pick at least one scenario' : null) },
  });
  const appending = useMutation({
    mutationFn: (picked: readonly Picked[]) =>
      appendScenarios(
        mission.id,
        picked.map(({ id }) => id),
      ),
    onSuccess: (changed) => {
      onSaved(changed);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Append scenarios" size="xl">
      <Form
        form={form}
        saving={appending}
        onSubmit={({ scenarios }) => appending.mutate(scenarios)}
        serverNames={{ scenario_template_ids: 'scenarios' }}
        buttons={<DialogButtons submit="Append" isSaving={appending.isPending} onCancel={onClose} />}
      >
        <Text size="sm" c="dimmed">
          Copies of the tests are added behind those of this mission; later changes to the templates do not
          reach them.
        </Text>
        <ScenarioPicker
          value={form.values.scenarios}
          onChange={(picked) => form.setFieldValue('scenarios', picked)}
          error={form.errors.scenarios}
        />
      </Form>
    </Modal>
  );
}
