import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { writeSimulation } from '../../api/simulations.ts';
import { fieldErrors } from '../../ui/form-errors.ts';
import { useDraft } from '../../ui/use-draft.ts';

type Values = { name: string; description: string };

/** What a simulation is called; what is recorded of it stands on its page. */
export function EditSimulationDialog({
  simulation,
  onSaved,
  onClose,
}: {
  simulation: Simulation;
  onSaved: (simulation: Simulation) => Promise<void>;
  onClose: () => void;
}) {
  const draft = useDraft<Values>(`simulation-name.${simulation.id}`);
  const form = useForm<Values>({
    initialValues: draft.restored ?? {
      name: simulation.name,
      description: simulation.description ?? '',
    },
    validate: {
      name: (value) => {
        if (value.trim() === '') return 'Give the simulation a name';
        return value.trim().length > 200 ? 'At most 200 characters' : null;
      },
    },
    onValuesChange: draft.keep,
  });
  const close = () => {
    draft.drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ name, description }: Values) =>
      writeSimulation(
        simulation.id,
        { name, description: description.trim() === '' ? null : description },
        simulation.updated_at,
      ),
    onSuccess: async (changed) => {
      await onSaved(changed);
      close();
    },
    onError: (error) => form.setErrors(fieldErrors(error, ['name', 'description']) ?? {}),
  });
  return (
    <Modal opened onClose={close} title="Edit simulation" size="lg">
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput label="Name" withAsterisk required data-autofocus {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps('description')}
          />
          {saving.isError && Object.keys(form.errors).length === 0 ? (
            <Alert color="red" role="alert">
              {saving.error.message}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
