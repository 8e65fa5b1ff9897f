import { Alert, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { seesEveryMission } from '../../../../domain/missions.ts';
import type { MemberInput, Mission } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { replaceMembers } from '../../../api/missions/missions.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { MembersField } from './members-field.tsx';

type Props = { mission: Mission; onClose: () => void };

export function MembersDialog({ mission, onClose }: Props) {
  const queryClient = useQueryClient();
  const me = useUser();
  const { form, drop } = useKeptForm<{ members: MemberInput[] }>({
    draft: `mission-members.${mission.id}`,
    initialValues: {
      members: mission.members.map(({ user, role_hint }) => ({ user_id: user.id, role_hint })),
    },
  });
  const { members } = form.values;
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: () => replaceMembers(queryClient, mission.id, members),
    onSuccess: close,
  });
  const leaving = !seesEveryMission(me.role) && !members.some(({ user_id }) => user_id === me.id);
  return (
    <Modal opened onClose={close} title={t('shared.members')} size="md">
      <Form
        form={form}
        saving={saving}
        onSubmit={() => saving.mutate()}
        buttons={
          <DialogButtons submit={t('missions.save_members')} isSaving={saving.isPending} onCancel={close} />
        }
      >
        <MembersField
          value={members}
          onChange={(chosen) => form.setFieldValue('members', chosen)}
          known={mission.members}
          error={form.errors.members}
        />
        {leaving ? <Alert color="yellow">{t('missions.you_are_no_longer_among_them')}</Alert> : null}
      </Form>
    </Modal>
  );
}
