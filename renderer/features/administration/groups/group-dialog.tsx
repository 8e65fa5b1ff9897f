import { Checkbox, Fieldset, Input, Modal, Skeleton, Table, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestDisplayName, longestGroupDescription } from '../../../../domain/limits.ts';
import type { Permission } from '../../../../domain/permissions.ts';
import type { Group as UserGroup } from '../../../../server/accounts/groups/contract.ts';
import { changeGroup, createGroup, type PermissionEntry } from '../../../api/accounts/accounts.ts';
import { useUser } from '../../../api/connection/session.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import styles from '../administration.module.css';
import { mayHandOn } from '../users/grants.ts';
import { GroupMembers } from './group-members.tsx';

type Props = {
  /** Null for a new one. */
  group: UserGroup | null;
  permissions: readonly PermissionEntry[] | null;
  onClose: () => void;
};

export function GroupDialog({ group, permissions, onClose }: Props) {
  const queryClient = useQueryClient();
  const { form, drop, changes } = useKeptForm({
    draft: `group.${group?.id ?? 'new'}`,
    initialValues: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      permissions: group?.permissions ?? ([] as Permission[]),
      member_ids: group?.member_ids ?? [],
      /** Names of people with changed membership, because the list may show others when the dialog is opened again. */
      names: {} as Readonly<Record<string, string>>,
    },
    validate: {
      name: requireText(t('shared.enter_name'), longestDisplayName),
      description: atMost(longestGroupDescription),
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ names: _, ...input }: typeof form.values) => {
      // Sends only changes, so that members added or removed by someone else in the meantime stay so.
      const { names: __, ...patch } = changes;
      return group === null ? createGroup(queryClient, input) : changeGroup(queryClient, group.id, patch);
    },
    onSuccess: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={group === null ? t('administration.new_group') : t('administration.edit_group')}
      size={980}
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={
          <DialogButtons
            submit={group === null ? t('administration.create_group') : t('shared.save')}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <div className={styles.halves}>
          <div className={styles.half}>
            <NameInput label={t('shared.name')} required {...form.getInputProps('name')} />
            <Textarea
              label={t('shared.description')}
              autosize
              minRows={1}
              maxRows={4}
              {...form.getInputProps('description')}
            />
            <GroupMembers
              groupId={group?.id ?? null}
              before={group?.member_ids ?? []}
              value={form.values.member_ids}
              names={form.values.names}
              onChange={(member_ids, names) => form.setValues({ member_ids, names })}
              error={form.errors.member_ids}
            />
          </div>
          <Fieldset legend={t('administration.permissions_the_group_adds')} p="xs">
            {permissions === null ? (
              <Skeleton height={260} aria-busy="true" />
            ) : (
              <div className={styles.permissions}>
                <PermissionTable
                  permissions={permissions}
                  chosen={form.values.permissions}
                  onChange={(chosen) => form.setFieldValue('permissions', chosen)}
                />
              </div>
            )}
            {form.errors.permissions ? (
              <Input.Error role="alert" tabIndex={-1} data-wrong>
                {form.errors.permissions}
              </Input.Error>
            ) : null}
          </Fieldset>
        </div>
      </Form>
    </Modal>
  );
}

function PermissionTable({
  permissions,
  chosen,
  onChange,
}: {
  permissions: readonly PermissionEntry[];
  chosen: readonly Permission[];
  onChange: (chosen: Permission[]) => void;
}) {
  const me = useUser();
  const toggle = (name: Permission) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <Table verticalSpacing={3} withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <span className={styles.unseen}>{t('administration.added')}</span>
          </Table.Th>
          <Table.Th>{t('administration.permission')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {permissions.map(({ name }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Checkbox
                id={`permission-${name}`}
                aria-label={t(`permissions.name.${name}`)}
                size="xs"
                checked={chosen.includes(name)}
                disabled={!mayHandOn(me, [name])}
                onChange={() => toggle(name)}
              />
            </Table.Td>
            <Table.Td>
              <label htmlFor={`permission-${name}`}>{t(`permissions.name.${name}`)}</label>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
