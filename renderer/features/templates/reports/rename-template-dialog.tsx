import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestName } from '../../../../domain/limits.ts';
import type { ReportTemplate } from '../../../../server/report-templates/contract.ts';
import { renameReportTemplate } from '../../../api/report-templates.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { NameInput } from '../../../ui/forms/name-input.tsx';
import { requireText } from '../../../ui/forms/rules.ts';
import { t } from '../../../words.ts';

/** Renames a template. */
export function RenameTemplateDialog({
  template,
  onClose,
}: {
  template: ReportTemplate;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: template.name },
    validate: { name: requireText(t('templates.give_the_template_a_name'), longestName) },
  });
  const saving = useMutation({
    mutationFn: ({ name }: { name: string }) => renameReportTemplate(queryClient, template, name),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('templates.rename_template')}>
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit={t('shared.rename')} isSaving={saving.isPending} onCancel={onClose} />}
      >
        <NameInput
          label={t('shared.name')}
          description={t('templates.issued_reports_keep_the_name_that')}
          withAsterisk
          required
          {...form.getInputProps('name')}
        />
      </Form>
    </Modal>
  );
}
