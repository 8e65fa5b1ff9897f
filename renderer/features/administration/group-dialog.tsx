import {
  Checkbox,
  Code,
  Fieldset,
  Input,
  Modal,
  MultiSelect,
  Skeleton,
  Table,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { User, Group as UserGroup } from '../../../server/accounts/contract.ts';
import type { Permission } from '../../../server/permissions.ts';
import { changeGroup, createGroup, type PermissionEntry } from '../../api/accounts.ts';
import type { Paged } from '../../api/http.ts';
import { DialogButtons, Form } from '../../ui/form.tsx';
import { atMost, needed } from '../../ui/rules.ts';
import styles from './administration.module.css';

type Props = {
  /** Null: a new one. */
  group: UserGroup | null;
  permissions: readonly PermissionEntry[] | null;
  people: Paged<User> | null;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
};

export function GroupDialog({ group, permissions, people, onClose, onSaved }: Props) {
  const form = useForm({
    initialValues: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      permissions: group?.permissions ?? ([] as Permission[]),
      member_ids: group?.member_ids ?? [],
    },
    validate: { name: needed('Enter a name', 100), description: atMost(2000) },
  });
  const saving = useMutation({
    mutationFn: (values: typeof form.values) =>
      group === null ? createGroup(values) : changeGroup(group.id, values),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  // Only the first users are listed; members beyond them must stay members and are counted instead of named.
  const named = new Map(people?.items.map((user) => [user.id, `${user.display_name} (${user.email})`]));
  const unnamed = form.values.member_ids.filter((id) => !named.has(id));
  const members = form.values.member_ids.filter((id) => named.has(id));
  return (
    <Modal opened onClose={onClose} title={group === null ? 'New group' : 'Edit group'} size="xl">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={
          <DialogButtons
            submit={group === null ? 'Create group' : 'Save'}
            isSaving={saving.isPending}
            onCancel={onClose}
          />
        }
      >
        <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={4}
          {...form.getInputProps('description')}
        />
        <MultiSelect
          label="Members"
          description={
            unnamed.length > 0 ? `and ${unnamed.length} more, who stay members` : 'Who is in the group'
          }
          searchable
          disabled={people === null}
          limit={50}
          nothingFoundMessage="Nobody of that name"
          data={[...named].map(([value, label]) => ({ value, label }))}
          value={members}
          onChange={(chosen) => form.setFieldValue('member_ids', [...chosen, ...unnamed])}
          error={form.errors.member_ids}
        />
        <Fieldset legend="Permissions the group adds" p="xs">
          {permissions === null ? (
            <Skeleton height={260} aria-busy="true" />
          ) : (
            <PermissionTable
              permissions={permissions}
              chosen={form.values.permissions}
              onChange={(chosen) => form.setFieldValue('permissions', chosen)}
            />
          )}
          {form.errors.permissions ? (
            <Input.Error role="alert" tabIndex={-1} data-wrong>
              {form.errors.permissions}
            </Input.Error>
          ) : null}
        </Fieldset>
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
  const toggle = (name: Permission) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <Table verticalSpacing={3} withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <span className={styles.unseen}>Added</span>
          </Table.Th>
          <Table.Th>Permission</Table.Th>
          <Table.Th>What it allows</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {permissions.map(({ name, description }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Checkbox
                id={`permission-${name}`}
                aria-label={`${name}: ${description}`}
                size="xs"
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
              />
            </Table.Td>
            <Table.Td>
              <label htmlFor={`permission-${name}`}>
                <Code>{name}</Code>
              </label>
            </Table.Td>
            <Table.Td>{description}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
