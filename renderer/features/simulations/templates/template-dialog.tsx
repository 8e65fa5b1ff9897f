import { Modal, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestName } from '../../../../domain/limits.ts';
import type { SimulationTemplate } from '../../../../server/simulations/contract.ts';
import { changeSimulationTemplate, createSimulationTemplate } from '../../../api/engagements/simulations.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { longText, requireText } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { AttackFields, type AttackValues } from '../attack-fields.tsx';

type Values = AttackValues & { name: string; description: string; expected_detection: string };

export function TemplateDialog({
  template,
  onClose,
}: {
  /** Null for a new one. */
  template: SimulationTemplate | null;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { form, drop } = useKeptForm<Values>({
    draft: `simulation-template.${template?.id ?? 'new'}`,
    initialValues: {
      name: template?.name ?? '',
      description: template?.description ?? '',
      objective: template?.objective ?? '',
      command: template?.command ?? '',
      expected_detection: template?.expected_detection ?? '',
      techniques: template?.techniques.map(({ id, name }) => ({ id, name })) ?? [],
      tactic_ids: template?.tactic_ids ?? [],
    },
    validate: {
      name: requireText(t('simulations.give_the_template_a_name'), longestName),
      description: longText,
      objective: longText,
      command: longText,
      expected_detection: longText,
    },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: (values: Values) => {
      const input = {
        name: values.name,
        description: toNullIfEmpty(values.description),
        objective: toNullIfEmpty(values.objective),
        command: toNullIfEmpty(values.command),
        expected_detection: toNullIfEmpty(values.expected_detection),
        technique_ids: values.techniques.map(({ id }) => id),
        tactic_ids: values.tactic_ids,
      };
      return template === null
        ? createSimulationTemplate(queryClient, input)
        : changeSimulationTemplate(queryClient, template.id, input);
    },
    onSuccess: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={
        template === null
          ? t('simulations.new_simulation_template')
          : t('simulations.edit_simulation_template')
      }
      size="xl"
    >
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        serverNames={{ technique_ids: 'techniques' }}
        buttons={
          <DialogButtons
            submit={template === null ? t('simulations.create_template') : t('shared.save')}
            isSaving={saving.isPending}
            onCancel={close}
          />
        }
      >
        <NameInput label={t('shared.name')} withAsterisk required {...form.getInputProps('name')} />
        <Textarea
          label={t('shared.description')}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        <AttackFields form={form} />
        <Textarea
          label={t('simulations.expected_detection')}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('expected_detection')}
        />
      </Form>
    </Modal>
  );
}
