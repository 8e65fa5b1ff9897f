import {
  Alert,
  Button,
  CopyButton,
  Group,
  Modal,
  MultiSelect,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Group as UserGroup } from '../../../server/accounts/contract.ts';
import type { Role } from '../../../server/permissions.ts';
import { invite } from '../../api/accounts.ts';
import { fieldErrors } from '../../ui/form-errors.ts';
import { Name } from '../../ui/name.tsx';
import { meaningOf, roleChoices } from './roles.ts';

const fields = ['email', 'role', 'group_ids'];

/** Makes an invitation, and then shows the link that the server tells only this once. */
export function InvitationDialog({
  groups,
  onClose,
  onInvited,
}: {
  groups: readonly UserGroup[];
  onClose: () => void;
  onInvited: () => Promise<unknown>;
}) {
  const form = useForm({
    initialValues: { email: '', role: 'soc' as Role, group_ids: [] as string[] },
    validate: { email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : 'Enter an email address') },
  });
  const inviting = useMutation({
    mutationFn: invite,
    onSuccess: onInvited,
    onError: (error) => form.setErrors(fieldErrors(error, fields) ?? {}),
  });
  if (inviting.data) {
    return <LinkDialog email={inviting.data.email} token={inviting.data.token} onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title="Invite someone">
      <form onSubmit={form.onSubmit((values) => inviting.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Email"
            description="What they will sign in with; nothing is sent there"
            type="email"
            required
            data-autofocus
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <Select
            label="Role"
            description={meaningOf(form.values.role)}
            allowDeselect={false}
            data={roleChoices}
            {...form.getInputProps('role')}
          />
          {groups.length === 0 ? null : (
            <MultiSelect
              label="Groups"
              data={groups.map(({ id, name }) => ({ value: id, label: name }))}
              searchable
              {...form.getInputProps('group_ids')}
            />
          )}
          {inviting.isError && fieldErrors(inviting.error, fields) === null ? (
            <Alert color="red" role="alert">
              {inviting.error.message}
            </Alert>
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={inviting.isPending}>
              Make the link
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function LinkDialog({ email, token, onClose }: { email: string; token: string; onClose: () => void }) {
  // The token stands behind the `#`, so that no server on the way sees it.
  const link = `${location.origin}/invitation#${token}`;
  return (
    <Modal opened onClose={onClose} title="The invitation’s link" closeOnClickOutside={false} size="lg">
      <Stack gap="sm">
        <Text size="sm">
          Hand this link to <Name>{email}</Name> yourself. It is shown only now, works once, and lasts seven
          days.
        </Text>
        <TextInput
          label="Link"
          readOnly
          value={link}
          ff="monospace"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button
                data-autofocus
                variant={copied ? 'default' : 'filled'}
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy the link'}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
