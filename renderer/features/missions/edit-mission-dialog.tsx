import { Modal, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Mission } from '../../../server/missions/contract.ts';
import { changeMission } from '../../api/missions.ts';
import { DialogButtons, Form } from '../../ui/form.tsx';
import { useKeptForm } from '../../ui/use-kept-form.ts';
import { type MissionFields, missionRules, orNull } from './mission-form.ts';

type Props = { mission: Mission; onClose: () => void; onSaved: (mission: Mission) => void };

export function EditMissionDialog({ mission, onClose, onSaved }: Props) {
  const { form, drop } = useKeptForm<MissionFields>({
    draft: `mission.${mission.id}`,
    initialValues: {
      name: mission.name,
      client: mission.client ?? '',
      description: mission.description ?? '',
      start_date: mission.start_date ?? '',
      end_date: mission.end_date ?? '',
    },
    validate: missionRules,
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (values: MissionFields) =>
      changeMission(mission.id, {
        name: values.name,
        client: orNull(values.client),
        description: orNull(values.description),
        start_date: orNull(values.start_date),
        end_date: orNull(values.end_date),
      }),
    onSuccess: (changed) => {
      onSaved(changed);
      close();
    },
  });
  return (
    <Modal opened onClose={close} title="Edit mission" size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit="Save" isSaving={saving.isPending} onCancel={close} />}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="Name" withAsterisk required data-autofocus {...form.getInputProps('name')} />
          <TextInput label="Client" {...form.getInputProps('client')} />
          <TextInput type="date" label="Start" {...form.getInputProps('start_date')} />
          <TextInput type="date" label="End" {...form.getInputProps('end_date')} />
        </SimpleGrid>
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('description')}
        />
      </Form>
    </Modal>
  );
}
