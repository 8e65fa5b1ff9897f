import { Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import type { NewTestTemplate } from '../../../../server/templates/contract.ts';
import { createTestTemplate, testTemplate } from '../../../api/catalogue/templates.ts';
import { useMay } from '../../../api/connection/session.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { t } from '../../../words.ts';
import {
  emptyTestTemplate,
  type TestTemplateValues,
  toTestTemplateInput,
  toTestTemplateValues,
} from '../fields.ts';
import { renderMayNot } from '../may-not.tsx';
import { TestTemplateForm } from './test-template-form.tsx';

/** A new template, or with `?from=` a copy of one. */
export function TestTemplateNewPage() {
  const navigate = useNavigate();
  const go = useGo();
  const queryClient = useQueryClient();
  const [parameters] = useSearchParams();
  const from = parameters.get('from');
  const origin = useQuery({ ...testTemplate(from ?? ''), enabled: from !== null });
  const creating = useMutation({
    mutationFn: (values: TestTemplateValues) =>
      createTestTemplate(queryClient, {
        ...toTestTemplateInput(values),
        source: origin.data?.source ?? null,
      } as NewTestTemplate),
    onSuccess: (made) => go(`/templates/${made.id}`),
  });
  if (!useMay('test_template.create')) return renderMayNot(t('templates.make_test_templates'));
  return (
    <Stack gap="md">
      <PageHead
        trail={[{ to: '/templates', label: t('shared.templates') }]}
        title={t('templates.new_test_template')}
      />
      {origin.isLoadingError ? (
        <ProblemNote error={origin.error} what={t('templates.template')} onRetry={() => origin.refetch()} />
      ) : null}
      {from !== null && origin.isPending ? <SkeletonRows rows={8} /> : null}
      {from === null || origin.data ? (
        <TestTemplateForm
          key={from}
          saved={origin.data ? copyValues(toTestTemplateValues(origin.data)) : emptyTestTemplate}
          draftName={`test-template.new.${from ?? ''}`}
          submitLabel={t('templates.create_template')}
          isSaving={creating.isPending}
          error={creating.error}
          onSave={(values) => creating.mutateAsync(values)}
          onCancel={() => navigate(from === null ? '/templates' : `/templates/${from}`)}
        />
      ) : null}
    </Stack>
  );
}

function copyValues(values: TestTemplateValues): TestTemplateValues {
  return { ...values, name: t('templates.slice_copy', { slice: values.name.slice(0, 193) }) };
}
