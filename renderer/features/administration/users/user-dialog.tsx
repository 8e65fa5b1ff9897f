import { Alert, Modal, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestDisplayName, shortestPassword } from '../../../../domain/limits.ts';
import { isAdministrator } from '../../../../domain/permissions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Group as UserGroup } from '../../../../server/accounts/groups/contract.ts';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { changeUser, createUser } from '../../../api/accounts/accounts.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { useUser } from '../../../api/connection/session.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { emailAddress, requireText } from '../../../ui/forms/rules.ts';
import { EnterAgain } from '../../../ui/forms/secret-input.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { describeRole, roleChoices } from '../../../ui/people/role-words.ts';
import { t } from '../../../words.ts';
import { NewPasswordInput } from '../../session/new-password-input.tsx';
import { checkNewPassword } from '../../session/password-rules.ts';
import { mayGiveRole, mayHandOn, pickFirstRole } from './grants.ts';

type Props = {
  /** Null for a new one. */
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
      is_service: false,
    },
    validate: {
      display_name: requireText(t('shared.enter_name'), longestDisplayName),
      email: emailAddress,
      password: (value, values) =>
        user === null && !values.is_service ? checkNewPassword(value, values) : null,
    },
  });
  const isService = user?.is_service ?? form.values.is_service;
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ is_active, password, ...input }: typeof form.values) =>
      // Sends only changes: a change of role ends sessions, and groups added by others in the meantime must not be removed.
      user === null
        ? createUser(queryClient, { ...input, ...(input.is_service ? {} : { password }) })
        : changeUser(queryClient, user.id, changes),
    onSuccess: close,
  });
  // A group created since the list was read may already be one of this user's.
  const given = groups.filter(({ permissions }) => mayHandOn(me, permissions));
  const choices = new Map([...(user?.groups ?? []), ...given].map(({ id, name }) => [id, name]));
  return (
    <Modal
      opened
      onClose={close}
      title={user === null ? t('administration.new_user') : t('administration.edit_user')}
      size="lg"
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        explain={explainLastAdministrator}
        buttons={
          <DialogButtons
            submit={user === null ? t('administration.create_user') : t('shared.save')}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <NameInput label={t('shared.name')} required {...form.getInputProps('display_name')} />
        {user === null && isAdministrator(me.role) ? (
          <Switch
            label={t('administration.is_service')}
            description={t('administration.is_service_hint')}
            {...form.getInputProps('is_service', { type: 'checkbox' })}
          />
        ) : null}
        <TextInput
          label={t('shared.email')}
          description={t(
            isService ? 'administration.service_email_hint' : 'administration.what_they_sign_in_with',
          )}
          type="email"
          required
          {...form.getInputProps('email')}
        />
        {lostSecret ? <EnterAgain what={t('administration.first_password')} /> : null}
        {user === null && !isService ? (
          <NewPasswordInput
            label={t('administration.first_password_2')}
            owner={form.values}
            hint={t('administration.first_password_hint', { count: shortestPassword })}
            required
            {...form.getInputProps('password')}
          />
        ) : null}
        <Select
          label={t('shared.role')}
          description={describeRole(form.values.role)}
          allowDeselect={false}
          data={roleChoices().filter(({ value }) => value === user?.role || mayGiveRole(me, value))}
          {...form.getInputProps('role')}
        />
        <MultiSelect
          label={t('shared.groups')}
          description={t('administration.a_group_adds_permissions_to_those_2')}
          placeholder={choices.size === 0 ? t('administration.there_are_no_groups_yet') : undefined}
          data={[...choices].map(([value, name]) => ({ value, label: toVisibleText(name) }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('administration.remove_all_groups') }}
          {...form.getInputProps('group_ids')}
        />
        {user === null ? null : (
          <Switch
            label={t('administration.active')}
            description={t('administration.inactive_users_can_t_sign_in')}
            {...form.getInputProps('is_active', { type: 'checkbox' })}
          />
        )}
        {isMe && (form.values.role !== user?.role || !form.values.is_active) ? (
          <Alert color="yellow" role="status">
            {t('administration.this_is_your_own_account_you')}
          </Alert>
        ) : null}
      </Form>
    </Modal>
  );
}

function explainLastAdministrator(error: Error): string | null {
  if (!(error instanceof ApiError) || error.code !== 'last_admin') return null;
  return t('administration.the_last_active_administrator_somebody_must');
}
