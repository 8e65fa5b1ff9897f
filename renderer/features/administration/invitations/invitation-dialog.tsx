import { Modal, MultiSelect, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Group as UserGroup } from '../../../../server/accounts/groups/contract.ts';
import type { NewInvitation } from '../../../../server/accounts/invitations/contract.ts';
import { invite } from '../../../api/accounts/accounts.ts';
import { useUser } from '../../../api/connection/session.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { emailAddress } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { describeRole, roleChoices } from '../../../ui/people/role-words.ts';
import { t } from '../../../words.ts';
import { mayGiveRole, mayHandOn, pickFirstRole } from '../users/grants.ts';

/** Creates an invitation; only the answer contains its link. */
export function InvitationDialog({
  groups,
  onClose,
  onInvited,
}: {
  groups: readonly UserGroup[];
  onClose: () => void;
  onInvited: (made: NewInvitation) => void;
}) {
  const me = useUser();
  const given = groups.filter(({ permissions }) => mayHandOn(me, permissions));
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
    <Modal opened onClose={close} title={t('administration.invite_someone')}>
      <Form
        form={form}
        saving={inviting}
        onSubmit={(values) => inviting.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('administration.make_the_link')}
            isSaving={inviting.isPending}
            onCancel={close}
          />
        }
      >
        <TextInput
          label={t('shared.email')}
          description={t('administration.what_they_will_sign_in_with')}
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Select
          label={t('shared.role')}
          description={describeRole(form.values.role)}
          allowDeselect={false}
          data={roleChoices().filter(({ value }) => mayGiveRole(me, value))}
          {...form.getInputProps('role')}
        />
        {given.length === 0 ? null : (
          <MultiSelect
            label={t('shared.groups')}
            data={given.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
            searchable
            {...form.getInputProps('group_ids')}
          />
        )}
      </Form>
    </Modal>
  );
}
