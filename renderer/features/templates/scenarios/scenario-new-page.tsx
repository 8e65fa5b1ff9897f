import { Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { createScenarioTemplate, scenarioTemplate, toTags } from '../../../api/catalogue/templates.ts';
import { useMay } from '../../../api/connection/session.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { t } from '../../../words.ts';
import { renderMayNot } from '../may-not.tsx';
import { emptyScenario, ScenarioForm, type ScenarioValues, toScenarioValues } from './scenario-form.tsx';
import { toFollows } from './steps.ts';

/** A new scenario, or with `?from=` a copy of one. */
export function ScenarioNewPage() {
  const navigate = useNavigate();
  const go = useGo();
  const queryClient = useQueryClient();
  const [parameters] = useSearchParams();
  const from = parameters.get('from');
  const origin = useQuery({ ...scenarioTemplate(from ?? ''), enabled: from !== null });
  const creating = useMutation({
    mutationFn: ({ name, description, tags, catalog_tags, steps }: ScenarioValues) =>
      createScenarioTemplate(queryClient, {
        name,
        description: description === '' ? null : description,
        tags,
        catalog_tags: toTags(catalog_tags),
        test_template_ids: steps.map(({ id }) => id),
        follows: toFollows(steps),
      }),
    onSuccess: (made) => go(`/templates/scenarios/${made.id}`),
  });
  if (!useMay('scenario_template.create')) return renderMayNot(t('templates.make_scenario_templates'));
  const copied = origin.data ? toScenarioValues(origin.data) : emptyScenario;
  return (
    <Stack gap="md">
      <PageHead
        trail={[{ to: '/templates/scenarios', label: t('templates.scenario_templates') }]}
        title={t('templates.new_scenario_template')}
      />
      {origin.isLoadingError ? (
        <ProblemNote error={origin.error} what={t('templates.scenario')} onRetry={() => origin.refetch()} />
      ) : null}
      {from !== null && origin.isPending ? <SkeletonRows rows={8} /> : null}
      {from === null || origin.data ? (
        <ScenarioForm
          key={from}
          saved={
            from === null
              ? copied
              : { ...copied, name: t('templates.slice_copy', { slice: copied.name.slice(0, 193) }) }
          }
          draftName={`scenario-template.new.${from ?? ''}`}
          submitLabel={t('templates.create_scenario')}
          isSaving={creating.isPending}
          error={creating.error}
          onSave={(values) => creating.mutateAsync(values)}
          onCancel={() => navigate(from === null ? '/templates/scenarios' : `/templates/scenarios/${from}`)}
        />
      ) : null}
    </Stack>
  );
}
