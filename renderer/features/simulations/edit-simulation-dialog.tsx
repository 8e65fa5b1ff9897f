import { Modal, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestName } from '../../../domain/limits.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { writeSimulation } from '../../api/engagements/simulations.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { NameInput } from '../../ui/forms/name-input.tsx';
import { longText, requireText } from '../../ui/forms/rules.ts';
import { useKeptForm } from '../../ui/forms/use-kept-form.ts';
import { t } from '../../words.ts';

type Values = { name: string; description: string };

/** Edits a simulation's name and description; the rest is edited on its page. */
export function EditSimulationDialog({
  simulation,
  onClose,
}: {
  simulation: Simulation;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm<Values>({
    draft: `simulation-name.${simulation.id}`,
    initialValues: {
      name: simulation.name,
      description: simulation.description ?? '',
    },
    validate: {
      name: requireText(t('simulations.give_the_simulation_a_name'), longestName),
      description: longText,
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ name, description }: Values) =>
      writeSimulation(
        queryClient,
        simulation.id,
        { name, description: description.trim() === '' ? null : description },
        simulation.updated_at,
      ),
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('simulations.edit_simulation')} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <NameInput label={t('shared.name')} withAsterisk required {...form.getInputProps('name')} />
        <Textarea
          label={t('shared.description')}
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('description')}
        />
      </Form>
    </Modal>
  );
}
