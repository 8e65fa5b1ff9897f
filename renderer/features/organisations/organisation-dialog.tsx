import { Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestClient } from '../../../domain/limits.ts';
import type { Organisation } from '../../../server/organisations/contract.ts';
import { createOrganisation, renameOrganisation } from '../../api/organisations.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { requireText } from '../../ui/forms/rules.ts';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';

/** Makes an organisation, or renames one. */
export function OrganisationDialog({
  organisation,
  onClose,
  onSaved,
}: {
  organisation: Organisation | null;
  onClose: () => void;
  /** The form waits for what it begins. */
  onSaved: (organisation: Organisation) => unknown;
}) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm({
    draft: `organisation.${organisation?.id ?? 'new'}`,
    initialValues: { name: organisation?.name ?? '' },
    validate: { name: requireText('Give the organisation a name', longestClient) },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      organisation === null
        ? createOrganisation(queryClient, name)
        : renameOrganisation(queryClient, organisation.id, name),
    onSuccess: (saved) => {
      drop();
      return onSaved(saved);
    },
  });
  return (
    <Modal opened onClose={close} title={organisation === null ? 'New organisation' : 'Rename organisation'}>
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={
          <DialogButtons
            submit={organisation === null ? 'Create organisation' : 'Rename'}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <TextInput
          label="Name"
          description={
            organisation === null ? null : 'Clients stay in missions and engagements as they were written.'
          }
          withAsterisk
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
      </Form>
    </Modal>
  );
}
