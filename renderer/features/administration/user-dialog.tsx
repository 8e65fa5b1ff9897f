import { Alert, Modal, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { User, Group as UserGroup, UserPatch } from '../../../server/accounts/contract.ts';
import { changeUser, createUser } from '../../api/accounts.ts';
import { ApiError } from '../../api/problem.ts';
import { updateUser, useUser } from '../../api/session.ts';
import { DialogButtons, Form } from '../../ui/form.tsx';
import { emailAddress, needed } from '../../ui/rules.ts';
import { SecretInput } from '../../ui/secret-input.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { newPassword } from '../session/password-rules.ts';
import { firstRole, mayGive, mayGiveRole } from './grants.ts';
import { meaningOf, roleChoices } from './roles.ts';

type Props = {
  /** Null: a new one. */
  user: User | null;
  groups: readonly UserGroup[];
  isMe: boolean;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
};

export function UserDialog({ user, groups, isMe, onClose, onSaved }: Props) {
  const me = useUser();
  const form = useForm({
    initialValues: {
      display_name: user?.display_name ?? '',
      email: user?.email ?? '',
      role: user?.role ?? firstRole(me),
      group_ids: user?.groups.map((group) => group.id) ?? [],
      is_active: user?.is_active ?? true,
      password: '',
    },
    validate: {
      display_name: needed('Enter a name', 100),
      email: emailAddress,
      password: (value) => (user === null ? newPassword(value) : null),
    },
  });
  const saving = useMutation({
    mutationFn: ({ password, is_active, ...input }: typeof form.values) =>
      user === null
        ? createUser({ ...input, password })
        : changeUser(user.id, changed({ ...input, is_active }, user)),
    onSuccess: async (saved) => {
      if (isMe) updateUser(saved);
      await onSaved();
      onClose();
    },
  });
  // A group that was made since the list was read is still one of this user's.
  const given = groups.filter(({ permissions }) => mayGive(me, permissions));
  const choices = new Map([...(user?.groups ?? []), ...given].map(({ id, name }) => [id, name]));
  return (
    <Modal opened onClose={onClose} title={user === null ? 'New user' : 'Edit user'} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        explain={lastAdministrator}
        buttons={
          <DialogButtons
            submit={user === null ? 'Create user' : 'Save'}
            isSaving={saving.isPending}
            onCancel={onClose}
          />
        }
      >
        <TextInput label="Name" required data-autofocus {...form.getInputProps('display_name')} />
        <TextInput
          label="Email"
          description="What they sign in with"
          type="email"
          required
          {...form.getInputProps('email')}
        />
        {user === null ? (
          <SecretInput
            label="First password"
            description="At least 12 characters. An invitation lets people choose their own."
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
        ) : null}
        <Select
          label="Role"
          description={meaningOf(form.values.role)}
          allowDeselect={false}
          data={roleChoices.filter(({ value }) => value === user?.role || mayGiveRole(me, value))}
          {...form.getInputProps('role')}
        />
        <MultiSelect
          label="Groups"
          description="A group adds permissions to those of the role"
          placeholder={choices.size === 0 ? 'There are no groups yet' : undefined}
          data={[...choices].map(([value, name]) => ({ value, label: visibleText(name) }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all groups' }}
          {...form.getInputProps('group_ids')}
        />
        {user === null ? null : (
          <Switch
            label="Active"
            description="Who is not active can not sign in and is signed out at once"
            {...form.getInputProps('is_active', { type: 'checkbox' })}
          />
        )}
        {isMe && (form.values.role !== user?.role || !form.values.is_active) ? (
          <Alert color="yellow" role="status">
            This is your own account: you will be signed out as soon as it is saved.
          </Alert>
        ) : null}
      </Form>
    </Modal>
  );
}

function lastAdministrator(error: Error): string | null {
  if (!(error instanceof ApiError) || error.code !== 'last_admin') return null;
  return 'The last active administrator: somebody must be able to administer Damson. Make another user an administrator first.';
}

type Editable = Required<Pick<UserPatch, 'display_name' | 'email' | 'role' | 'group_ids' | 'is_active'>>;

/** Only what was changed: a change of role ends sessions, and groups others gave meanwhile must not be taken away. */
function changed(values: { [K in keyof Editable]: NonNullable<Editable[K]> }, user: User): UserPatch {
  const groupsBefore = user.groups.map((group) => group.id);
  const sameGroups =
    values.group_ids.length === groupsBefore.length &&
    values.group_ids.every((id) => groupsBefore.includes(id));
  return {
    ...(values.display_name === user.display_name ? {} : { display_name: values.display_name }),
    ...(values.email === user.email ? {} : { email: values.email }),
    ...(values.role === user.role ? {} : { role: values.role }),
    ...(values.is_active === user.is_active ? {} : { is_active: values.is_active }),
    ...(sameGroups ? {} : { group_ids: values.group_ids }),
  };
}
