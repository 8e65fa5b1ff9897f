import { Alert, Button, Group, Modal, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Group as UserGroup } from '../../../../server/accounts/groups/contract.ts';
import type { Invitation } from '../../../../server/accounts/invitations/contract.ts';
import { invite } from '../../../api/accounts.ts';
import { sharing } from '../../../api/desktop.ts';
import { useUser } from '../../../api/session.ts';
import { CopyTextButton } from '../../../ui/copy-text-button.tsx';
import { DialogButtons, Form } from '../../../ui/form.tsx';
import { Name } from '../../../ui/name.tsx';
import { emailAddress } from '../../../ui/rules.ts';
import { useKeptForm } from '../../../ui/use-kept-form.ts';
import { toVisibleText } from '../../../ui/visible-text.ts';
import { mayGive, mayGiveRole, pickFirstRole } from '../users/grants.ts';
import { describeRole, roleChoices } from '../users/roles.ts';

export type Made = Invitation & { token: string };

/** Makes an invitation; its link is in the answer and nowhere else. */
export function InvitationDialog({
  groups,
  onClose,
  onInvited,
}: {
  groups: readonly UserGroup[];
  onClose: () => void;
  onInvited: (made: Made) => void;
}) {
  const me = useUser();
  const given = groups.filter(({ permissions }) => mayGive(me, permissions));
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm({
    draft: 'invitation.new',
    initialValues: { email: '', role: pickFirstRole(me), group_ids: [] as string[] },
    validate: { email: emailAddress },
  });
  const close = () => {
    drop();
    onClose();
  };
  const inviting = useMutation({
    mutationFn: (input: Parameters<typeof invite>[1]) => invite(queryClient, input),
    onSuccess: (made) => {
      drop();
      onInvited(made);
    },
  });
  return (
    <Modal opened onClose={close} title="Invite someone">
      <Form
        form={form}
        saving={inviting}
        onSubmit={(values) => inviting.mutate(values)}
        buttons={<DialogButtons submit="Make the link" isSaving={inviting.isPending} onCancel={close} />}
      >
        <TextInput
          label="Email"
          description="What they will sign in with; nothing is sent there"
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Select
          label="Role"
          description={describeRole(form.values.role)}
          allowDeselect={false}
          data={roleChoices.filter(({ value }) => mayGiveRole(me, value))}
          {...form.getInputProps('role')}
        />
        {given.length === 0 ? null : (
          <MultiSelect
            label="Groups"
            data={given.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
            searchable
            {...form.getInputProps('group_ids')}
          />
        )}
      </Form>
    </Modal>
  );
}

/** Shows the link of an invitation, which the server tells only this once. */
export function LinkDialog({ made: { email, token }, onClose }: { made: Made; onClose: () => void }) {
  // The token stands behind the `#`, so that no server on the way sees it.
  const { data: shared } = useQuery({ ...sharing, enabled: window.desktop !== undefined });
  const link = `${shared?.url ?? location.origin}/invitation#${token}`;
  return (
    <Modal opened onClose={onClose} title="The invitation’s link" closeOnClickOutside={false} size="lg">
      <Stack gap="sm">
        <Text size="sm">
          Hand this link to <Name>{email}</Name> yourself. It is shown only now, works once, and lasts seven
          days.
        </Text>
        {window.desktop !== undefined && !shared ? (
          <Alert color="yellow" role="status">
            This link works on this computer alone until you share it on the network.
          </Alert>
        ) : null}
        <TextInput
          label="Link"
          readOnly
          value={link}
          ff="monospace"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <CopyTextButton value={link} label="Copy the link" />
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
