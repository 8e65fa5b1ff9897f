import { Modal, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MemberInput, Mission } from '../../../server/missions/contract.ts';
import { createMission, missionKey, missionListKey } from '../../api/missions.ts';
import { DialogButtons, Form } from '../../ui/form.tsx';
import { useKeptForm } from '../../ui/use-kept-form.ts';
import { MembersField } from './members-field.tsx';
import { type MissionFields, missionRules, orNull } from './mission-form.ts';
import { type Picked, ScenarioPicker } from './scenario-picker.tsx';

type Values = MissionFields & { scenarios: Picked[]; members: MemberInput[] };
const empty: Values = {
  name: '',
  client: '',
  description: '',
  start_date: '',
  end_date: '',
  scenarios: [],
  members: [],
};

export function CreateMissionDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (mission: Mission) => void;
}) {
  const queryClient = useQueryClient();
  // A session that ends while one types leads back to this dialog with everything still in it.
  const { form, drop } = useKeptForm<Values>({
    draft: 'new-mission',
    initialValues: empty,
    validate: missionRules,
  });
  const close = () => {
    drop();
    onClose();
  };
  const creating = useMutation({
    mutationFn: (values: Values) =>
      createMission({
        name: values.name,
        client: orNull(values.client),
        description: orNull(values.description),
        start_date: orNull(values.start_date),
        end_date: orNull(values.end_date),
        scenario_template_ids: values.scenarios.map(({ id }) => id),
        members: values.members,
      }),
    onSuccess: (mission) => {
      queryClient.setQueryData(missionKey(mission.id), mission);
      void queryClient.invalidateQueries({ queryKey: missionListKey });
      drop();
      onCreated(mission);
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
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="Name" withAsterisk required data-autofocus {...form.getInputProps('name')} />
          <TextInput label="Client" {...form.getInputProps('client')} />
          <TextInput type="date" label="Start" {...form.getInputProps('start_date')} />
          <TextInput type="date" label="End" {...form.getInputProps('end_date')} />
        </SimpleGrid>
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('description')}
        />
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
