import { Stack } from '@mantine/core';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ScenarioTemplate, ScenarioTemplatePatch } from '../../../../server/templates/contract.ts';
import {
  changeScenarioTemplate,
  orderScenarioTemplate,
  scenarioTemplate,
  toTags,
} from '../../../api/catalogue/templates.ts';
import { useMay } from '../../../api/connection/session.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { t } from '../../../words.ts';
import { renderMayNot } from '../may-not.tsx';
import { ScenarioForm, type ScenarioValues, toScenarioValues } from './scenario-form.tsx';
import { toFollows } from './steps.ts';

export function ScenarioEditPage() {
  const { templateId = '' } = useParams();
  const go = useGo();
  const queryClient = useQueryClient();
  const template = useQuery(scenarioTemplate(templateId));
  const back = () => go(`/templates/scenarios/${templateId}`);
  const saving = useMutation({
    mutationFn: (changed: Partial<ScenarioValues>) =>
      save(queryClient, template.data as ScenarioTemplate, changed),
    onSuccess: back,
  });
  if (!useMay('scenario_template.update')) return renderMayNot(t('templates.change_scenario_templates'));
  // A failed refetch must not remove unsaved text.
  if (template.isLoadingError) {
    return (
      <ProblemNote error={template.error} what={t('templates.scenario')} onRetry={() => template.refetch()} />
    );
  }
  if (template.isPending) return <SkeletonRows rows={8} />;
  return (
    <Stack gap="md">
      <PageHead
        trail={[
          { to: '/templates/scenarios', label: t('templates.scenario_templates') },
          { to: `/templates/scenarios/${templateId}`, label: template.data.name },
        ]}
        title={t('templates.edit_scenario_template')}
      />
      <ScenarioForm
        key={templateId}
        saved={toScenarioValues(template.data)}
        draftName={`scenario-template.${templateId}`}
        submitLabel={t('shared.save')}
        isSaving={saving.isPending}
        error={saving.error}
        onSave={(_values, changed) => saving.mutateAsync(changed)}
        onCancel={back}
      />
    </Stack>
  );
}

/** Sends only changes, in one request; reordering has its own, if no test follows another. */
function save(
  queryClient: QueryClient,
  { id, follows: before }: ScenarioTemplate,
  { steps, catalog_tags, description, ...others }: Partial<ScenarioValues>,
) {
  const change: ScenarioTemplatePatch = { ...others };
  if (description !== undefined) change.description = description === '' ? null : description;
  if (catalog_tags !== undefined) change.catalog_tags = toTags(catalog_tags);
  if (steps === undefined) return changeScenarioTemplate(queryClient, id, change);
  const test_template_ids = steps.map((step) => step.id);
  const follows = toFollows(steps);
  if (Object.keys(change).length === 0 && before.length === 0 && follows.length === 0) {
    return orderScenarioTemplate(queryClient, id, test_template_ids);
  }
  return changeScenarioTemplate(queryClient, id, { ...change, test_template_ids, follows });
}
