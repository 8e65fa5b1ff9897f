import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { SimulationTemplate } from '../../../server/simulations/contract.ts';
import { changeSimulationTemplate, createSimulationTemplate } from '../../api/simulations.ts';
import { fieldErrors } from '../../ui/form-errors.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { TacticField } from './tactic-field.tsx';
import { type NamedTechnique, TechniqueField } from './technique-field.tsx';

type Values = {
  name: string;
  description: string;
  objective: string;
  command: string;
  expected_detection: string;
  techniques: NamedTechnique[];
  tactic_ids: string[];
};

export function TemplateDialog({
  template,
  onClose,
  onSaved,
}: {
  /** Null: a new one. */
  template: SimulationTemplate | null;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}) {
  const draft = useDraft<Values>(`simulation-template.${template?.id ?? 'new'}`);
  const form = useForm<Values>({
    initialValues: draft.restored ?? {
      name: template?.name ?? '',
      description: template?.description ?? '',
      objective: template?.objective ?? '',
      command: template?.command ?? '',
      expected_detection: template?.expected_detection ?? '',
      techniques: template?.techniques.map(({ id, name }) => ({ id, name })) ?? [],
      tactic_ids: template?.tactic_ids ?? [],
    },
    validate: {
      name: (value) => {
        if (value.trim() === '') return 'Give the template a name';
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
    mutationFn: (values: Values) => {
      const input = {
        name: values.name,
        description: orNull(values.description),
        objective: orNull(values.objective),
        command: orNull(values.command),
        expected_detection: orNull(values.expected_detection),
        technique_ids: values.techniques.map(({ id }) => id),
        tactic_ids: values.tactic_ids,
      };
      return template === null
        ? createSimulationTemplate(input)
        : changeSimulationTemplate(template.id, input);
    },
    onSuccess: async () => {
      await onSaved();
      close();
    },
    onError: (error) => {
      const { technique_ids, ...errors } = fieldErrors(error, fields) ?? {};
      form.setErrors(technique_ids ? { ...errors, techniques: technique_ids } : errors);
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={template === null ? 'New simulation template' : 'Edit simulation template'}
      size="xl"
    >
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput label="Name" withAsterisk required data-autofocus {...form.getInputProps('name')} />
          <TechniqueField
            label="Techniques"
            value={form.values.techniques}
            onChange={(techniques) => form.setFieldValue('techniques', techniques)}
            error={form.errors.techniques}
          />
          <TacticField
            value={form.values.tactic_ids}
            onChange={(ids) => form.setFieldValue('tactic_ids', ids)}
            error={form.errors.tactic_ids}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
          <Textarea label="Objective" autosize minRows={2} maxRows={8} {...form.getInputProps('objective')} />
          <Textarea
            label="Command"
            autosize
            minRows={2}
            maxRows={10}
            ff="monospace"
            spellCheck={false}
            {...form.getInputProps('command')}
          />
          <Textarea
            label="Expected detection"
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('expected_detection')}
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
              {template === null ? 'Create template' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const fields = [
  'name',
  'description',
  'objective',
  'command',
  'expected_detection',
  'technique_ids',
  'tactic_ids',
];

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
