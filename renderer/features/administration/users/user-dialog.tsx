import { Alert, Modal, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestDisplayName } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Group as UserGroup } from '../../../../server/accounts/groups/contract.ts';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { changeUser, createUser } from '../../../api/accounts/accounts.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { useUser } from '../../../api/connection/session.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { emailAddress, requireText } from '../../../ui/forms/rules.ts';
import { EnterAgain } from '../../../ui/forms/secret-input.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { describeRole, roleChoices } from '../../../ui/people/role-words.ts';
import { NewPasswordInput } from '../../session/new-password-input.tsx';
import { checkNewPassword } from '../../session/password-rules.ts';
import { mayGiveRole, mayHandOn, pickFirstRole } from './grants.ts';

type Props = {
  /** Null: a new one. */
  user: ManagedUser | null;
  groups: readonly UserGroup[];
  onClose: () => void;
};

export function UserDialog({ user, groups, onClose }: Props) {
  const queryClient = useQueryClient();
  const me = useUser();
  const isMe = user?.id === me.id;
  const { form, drop, changes, lostSecret } = useKeptForm({
    draft: `user.${user?.id ?? 'new'}`,
    secrets: ['password'],
    initialValues: {
      display_name: user?.display_name ?? '',
      email: user?.email ?? '',
      role: user?.role ?? pickFirstRole(me),
      group_ids: user?.groups.map((group) => group.id) ?? [],
      is_active: user?.is_active ?? true,
      password: '',
    },
    validate: {
      display_name: requireText('Enter a name', longestDisplayName),
      email: emailAddress,
      password: (value, values) => (user === null ? checkNewPassword(value, values) : null),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ is_active, ...input }: typeof form.values) =>
      // Only what was changed: a change of role ends sessions, and groups others gave meanwhile must not be taken away.
      user === null ? createUser(queryClient, input) : changeUser(queryClient, user.id, changes),
    onSuccess: close,
  });
  // A group made since the list was read may already be one of this user's.
  const given = groups.filter(({ permissions }) => mayHandOn(me, permissions));
  const choices = new Map([...(user?.groups ?? []), ...given].map(({ id, name }) => [id, name]));
  return (
    <Modal opened onClose={close} title={user === null ? 'New user' : 'Edit user'} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        explain={explainLastAdministrator}
        buttons={
          <DialogButtons
            submit={user === null ? 'Create user' : 'Save'}
            isSaving={saving.isPending}
            onCancel={close}
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
        {lostSecret ? <EnterAgain what="first password" /> : null}
        {user === null ? (
          <NewPasswordInput
            label="First password"
            owner={form.values}
            hint=". An invitation lets people choose their own."
            required
            {...form.getInputProps('password')}
          />
        ) : null}
        <Select
          label="Role"
          description={describeRole(form.values.role)}
          allowDeselect={false}
          data={roleChoices.filter(({ value }) => value === user?.role || mayGiveRole(me, value))}
          {...form.getInputProps('role')}
        />
        <MultiSelect
          label="Groups"
          description="A group adds permissions to those of the role"
          placeholder={choices.size === 0 ? 'There are no groups yet' : undefined}
          data={[...choices].map(([value, name]) => ({ value, label: toVisibleText(name) }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all groups' }}
          {...form.getInputProps('group_ids')}
        />
        {user === null ? null : (
          <Switch
            label="Active"
            description="Inactive users can't sign in, and are signed out at once"
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

function explainLastAdministrator(error: Error): string | null {
  if (!(error instanceof ApiError) || error.code !== 'last_admin') return null;
  return 'The last active administrator: somebody must be able to administer Damson. Make another user an administrator first.';
}
