import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberInput, Mission } from '../../../server/missions/contract.ts';
import { replaceMembers } from '../../api/missions.ts';
import { useUser } from '../../api/session.ts';
import { fieldErrors } from '../../ui/form-errors.ts';
import { MembersField } from './members-field.tsx';

type Props = { mission: Mission; onClose: () => void; onSaved: (mission: Mission) => void };

export function MembersDialog({ mission, onClose, onSaved }: Props) {
  const me = useUser();
  const [members, setMembers] = useState<MemberInput[]>(
    mission.members.map(({ user, role_hint }) => ({ user_id: user.id, role_hint })),
  );
  const saving = useMutation({
    mutationFn: () => replaceMembers(mission.id, members),
    onSuccess: (changed) => {
      onSaved(changed);
      onClose();
    },
  });
  const leaving = me.role !== 'admin' && !members.some(({ user_id }) => user_id === me.id);
  const errors = saving.error ? fieldErrors(saving.error, ['members']) : null;
  return (
    <Modal opened onClose={onClose} title="Members" size="md">
      <Stack gap="sm">
        <MembersField
          value={members}
          onChange={setMembers}
          known={mission.members}
          error={errors?.members ?? null}
        />
        {leaving ? (
          <Alert color="yellow">You are no longer among them: you will not see this mission any more.</Alert>
        ) : null}
        {saving.isError && errors === null ? (
          <Alert color="red" role="alert">
            {saving.error.message}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={saving.isPending} onClick={() => saving.mutate()}>
            Save members
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
