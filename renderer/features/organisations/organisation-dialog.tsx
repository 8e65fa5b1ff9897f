import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestClient } from '../../../domain/limits.ts';
import type { Organisation } from '../../../server/organisations/contract.ts';
import { createOrganisation, renameOrganisation } from '../../api/organisations.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { NameInput } from '../../ui/forms/name-input.tsx';
import { requireText } from '../../ui/forms/rules.ts';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { t } from '../../words.ts';

/** Creates an organisation, or renames one. */
export function OrganisationDialog({
  organisation,
  onClose,
  onSaved,
}: {
  organisation: Organisation | null;
  onClose: () => void;
  /** The form waits for the returned promise. */
  onSaved: (organisation: Organisation) => unknown;
}) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm({
    draft: `organisation.${organisation?.id ?? 'new'}`,
    initialValues: { name: organisation?.name ?? '' },
    validate: { name: requireText(t('organisations.give_the_organisation_a_name'), longestClient) },
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
    <Modal
      opened
      onClose={close}
      title={
        organisation === null ? t('organisations.new_organisation') : t('organisations.rename_organisation')
      }
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={
          <DialogButtons
            submit={organisation === null ? t('organisations.create_organisation') : t('shared.rename')}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <NameInput
          label={t('shared.name')}
          description={
            organisation === null ? null : t('organisations.clients_stay_in_missions_and_engagements')
          }
          withAsterisk
          required
          {...form.getInputProps('name')}
        />
      </Form>
    </Modal>
  );
}
