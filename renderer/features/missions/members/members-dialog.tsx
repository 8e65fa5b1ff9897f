import { Alert, Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { seesEveryMission } from '../../../../domain/missions.ts';
import type { Member, MemberInput } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { MembersField } from './members-field.tsx';

type Props = {
  /** Key of the choice among this person's saved texts. */
  draft: string;
  known: readonly Member[];
  save: (members: MemberInput[]) => Promise<unknown>;
  /** Consequence of a choice that excludes the person making it; null if they keep access anyway. */
  leaving: (members: readonly MemberInput[]) => string | null;
  hint?: string;
  onClose: () => void;
};

/** The members of a mission or an engagement. */
export function MembersDialog({ draft, known, save, leaving, hint, onClose }: Props) {
  const me = useUser();
  const { form, drop } = useKeptForm<{ members: MemberInput[] }>({
    draft,
    initialValues: {
      members: known.map(({ user, role_hint }) => ({ user_id: user.id, role_hint })),
    },
  });
  const { members } = form.values;
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({ mutationFn: () => save(members), onSuccess: close });
  const isOut = !seesEveryMission(me.role) && !members.some(({ user_id }) => user_id === me.id);
  const consequence = isOut ? leaving(members) : null;
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
        {hint ? <Text size="sm">{hint}</Text> : null}
        <MembersField
          value={members}
          onChange={(chosen) => form.setFieldValue('members', chosen)}
          known={known}
          isFirst
          error={form.errors.members}
        />
        {consequence ? <Alert color="yellow">{consequence}</Alert> : null}
      </Form>
    </Modal>
  );
}
