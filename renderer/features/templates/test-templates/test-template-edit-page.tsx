import { Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { TestTemplatePatch } from '../../../../server/templates/contract.ts';
import { changeTestTemplate, testTemplate } from '../../../api/catalogue/templates.ts';
import { useMay } from '../../../api/connection/session.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { t } from '../../../words.ts';
import { type TestTemplateValues, toTestTemplateInput, toTestTemplateValues } from '../fields.ts';
import { renderMayNot } from '../may-not.tsx';
import { TestTemplateForm } from './test-template-form.tsx';

/** Sends only changes, so that two people editing different fields do not undo each other. */
export function TestTemplateEditPage() {
  const { templateId = '' } = useParams();
  const go = useGo();
  const queryClient = useQueryClient();
  const template = useQuery(testTemplate(templateId));
  const back = () => go(`/templates/${templateId}`);
  const saving = useMutation({
    mutationFn: (changed: Partial<TestTemplateValues>) =>
      changeTestTemplate(
        queryClient,
        templateId,
        toTestTemplateInput(changed as TestTemplateValues) as TestTemplatePatch,
      ),
    onSuccess: back,
  });
  if (!useMay('test_template.update')) return renderMayNot(t('templates.change_test_templates'));
  // A failed refetch must not remove unsaved text.
  if (template.isLoadingError) {
    return (
      <ProblemNote error={template.error} what={t('templates.template')} onRetry={() => template.refetch()} />
    );
  }
  if (template.isPending) return <SkeletonRows rows={8} />;
  return (
    <Stack gap="md">
      <PageHead
        trail={[
          { to: '/templates', label: t('shared.templates') },
          { to: `/templates/${templateId}`, label: template.data.name },
        ]}
        title={t('templates.edit_test_template')}
      />
      <TestTemplateForm
        key={templateId}
        saved={toTestTemplateValues(template.data)}
        draftName={`test-template.${templateId}`}
        submitLabel={t('shared.save')}
        isSaving={saving.isPending}
        error={saving.error}
        onSave={(_values, changed) => saving.mutateAsync(changed)}
        onCancel={back}
      />
    </Stack>
  );
}
