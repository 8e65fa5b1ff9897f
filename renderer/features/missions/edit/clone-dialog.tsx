import { Checkbox, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { longestClient, longestName } from '../../../../domain/limits.ts';
import { nameClone } from '../../../../domain/names.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { cloneMission } from '../../../api/missions/outlines.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { OrganisationField } from '../../../ui/organisations/organisation-field.tsx';
import { t } from '../../../words.ts';
import { useNewMission } from '../use-new-mission.ts';

type Values = { name: string; client: string; members: boolean };

/** Creates a draft from the plan of a mission. */
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
    initialValues: { name: nameClone(mission.name), client: mission.client ?? '', members: true },
    validate: {
      name: requireText(t('mission_editor.give_the_mission_a_name'), longestName),
      client: atMost(longestClient),
    },
    make: ({ client, ...values }) =>
      cloneMission(queryClient, mission.id, { ...values, client: toNullIfEmpty(client) }),
    onClose,
    onMade,
  });
  return (
    <Modal opened onClose={close} title={t('mission_editor.clone_mission_2')} size="lg">
      <Form
        form={form}
        saving={making}
        onSubmit={(values) => making.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('mission_editor.make_the_clone')}
            isSaving={making.isPending}
            onCancel={close}
          />
        }
      >
        <Text size="sm" c="dimmed">
          {t('mission_editor.a_draft_with_the_same_scenarios')}
        </Text>
        <NameInput label={t('shared.name')} withAsterisk required {...form.getInputProps('name')} />
        <OrganisationField
          value={form.values.client}
          onChange={(client) => form.setFieldValue('client', client)}
          error={form.errors.client}
          written={mission}
        />
        <Checkbox
          label={
            mission.members.length === 1
              ? t('mission_editor.with_its_member')
              : t('mission_editor.with_its_count_members', { count: mission.members.length })
          }
          disabled={mission.members.length === 0}
          {...form.getInputProps('members', { type: 'checkbox' })}
        />
      </Form>
    </Modal>
  );
}
