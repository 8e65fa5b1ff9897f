import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestName, longestTemplateText } from '../../../../domain/limits.ts';
import { createScenarioTemplate } from '../../../api/catalogue/templates.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { atMost, requireText } from '../../../ui/forms/rules.ts';
import { useGo } from '../../../ui/pages/use-go.ts';
import { t } from '../../../words.ts';

/** Creates a scenario template from the plan, with its reason as the description. */
export function ScenarioDialog({
  name,
  description,
  templates,
  left,
  onClose,
}: {
  name: string;
  description: string;
  /** In order. */
  templates: readonly string[];
  /** Number of ticked techniques without a template. */
  left: number;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const go = useGo();
  const form = useForm({
    initialValues: { name, description },
    validate: {
      name: requireText(t('catalogue.give_the_scenario_a_name'), longestName),
      description: atMost(longestTemplateText),
    },
  });
  const saving = useMutation({
    mutationFn: (values: { name: string; description: string }) =>
      createScenarioTemplate(queryClient, {
        name: values.name,
        description: values.description === '' ? null : values.description,
        tags: [],
        catalog_tags: [],
        test_template_ids: [...templates],
      }),
    onSuccess: ({ id }) => go(`/templates/scenarios/${id}`),
  });
  return (
    <Modal opened onClose={onClose} title={t('catalogue.new_scenario_template')} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('catalogue.create_scenario')}
            isSaving={saving.isPending}
            onCancel={onClose}
          />
        }
      >
        <Text size="sm">{t('catalogue.of_the_library', { count: templates.length, left })}</Text>
        <NameInput label={t('shared.name')} withAsterisk required {...form.getInputProps('name')} />
        <MarkdownArea
          label={t('shared.description')}
          minRows={4}
          maxRows={14}
          {...form.getInputProps('description')}
        />
      </Form>
    </Modal>
  );
}
