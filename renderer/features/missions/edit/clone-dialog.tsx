import { Checkbox, Modal, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { longestName } from '../../../../domain/limits.ts';
import { nameClone } from '../../../../domain/names.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { cloneMission } from '../../../api/missions/outlines.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { requireText } from '../../../ui/forms/rules.ts';
import { useNewMission } from '../use-new-mission.ts';

type Values = { name: string; members: boolean };

/** Makes a draft of the plan of a mission. */
export function CloneDialog({
  mission,
  onClose,
  onMade,
}: {
  mission: Mission;
  onClose: () => void;
  onMade: (made: Mission) => unknown;
}) {
  const queryClient = useQueryClient();
  const { form, close, making } = useNewMission<Values>({
    draft: `mission-clone.${mission.id}`,
    initialValues: { name: nameClone(mission.name), members: true },
    validate: { name: requireText('Give the mission a name', longestName) },
    make: (values) => cloneMission(queryClient, mission.id, values),
    onClose,
    onMade,
  });
  return (
    <Modal opened onClose={close} title="Clone mission" size="lg">
      <Form
        form={form}
        saving={making}
        onSubmit={(values) => making.mutate(values)}
        buttons={<DialogButtons submit="Make the clone" isSaving={making.isPending} onCancel={close} />}
      >
        <Text size="sm" c="dimmed">
          A draft with the same scenarios, tests and expectations as they are in this mission now, without
          anything that was recorded or found out.
        </Text>
        <TextInput label="Name" withAsterisk required data-autofocus {...form.getInputProps('name')} />
        <Checkbox
          label={
            mission.members.length === 1 ? 'With its member' : `With its ${mission.members.length} members`
          }
          disabled={mission.members.length === 0}
          {...form.getInputProps('members', { type: 'checkbox' })}
        />
      </Form>
    </Modal>
  );
}
