import { Grid, Group, Input, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { lazy, Suspense } from 'react';
import { longestLabel, longestName, longestTemplateText } from '../../../../domain/limits.ts';
import type { NamedTag } from '../../../../server/catalogue/contract.ts';
import type { ScenarioTemplate, TestTemplate } from '../../../../server/templates/contract.ts';
import { renderLabelPill } from '../../../ui/badges/label-pill.tsx';
import { CatalogTagPicker } from '../../../ui/catalogue/catalog-tag-picker.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { atMost, eachAtMost, requireText } from '../../../ui/forms/rules.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { t } from '../../../words.ts';
import { LibraryPicker } from '../library-picker.tsx';
import { type Editing, TemplateForm } from '../template-form.tsx';
import { type Step, toSteps } from './steps.ts';

// The drag library is loaded only with the builder.
const ScenarioSteps = lazy(async () => ({ default: (await import('./scenario-steps.tsx')).ScenarioSteps }));

export type ScenarioValues = {
  name: string;
  description: string;
  tags: string[];
  catalog_tags: NamedTag[];
  steps: Step[];
};

export const emptyScenario: ScenarioValues = {
  name: '',
  description: '',
  tags: [],
  catalog_tags: [],
  steps: [],
};

export function toScenarioValues(template: ScenarioTemplate): ScenarioValues {
  const { name, description, tags, catalog_tags } = template;
  return { name, description: description ?? '', tags, catalog_tags, steps: toSteps(template) };
}

const rules = () => ({
  name: requireText(t('shared.enter_name'), longestName),
  description: atMost(longestTemplateText),
  tags: eachAtMost(longestLabel),
  steps: (value: Step[]) => (value.length > 1000 ? t('templates.at_most_1_000_tests') : null),
});

/** Builds a scenario: its name, and its tests in order. */
export function ScenarioForm(editing: Editing<ScenarioValues>) {
  return (
    <TemplateForm
      editing={editing}
      label={t('templates.scenario_template')}
      rules={rules()}
      serverNames={{ test_template_ids: 'steps' }}
      fields={(form) => <ScenarioFields form={form} />}
    />
  );
}

function makeKey(steps: readonly Step[]): number {
  return steps.reduce((most, { key }) => Math.max(most, key), -1) + 1;
}

function ScenarioFields({ form }: { form: UseFormReturnType<ScenarioValues> }) {
  const steps = form.values.steps;
  const add = ({ id, name, catalog_tags }: TestTemplate) =>
    form.setFieldValue('steps', [...steps, { key: makeKey(steps), id, name, catalog_tags }]);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="sm">
          <TextInput label={t('shared.name')} required withAsterisk {...form.getInputProps('name')} />
          <MarkdownArea
            label={t('shared.description')}
            minRows={2}
            maxRows={10}
            {...form.getInputProps('description')}
          />
          <Group grow align="flex-start">
            <CatalogTagPicker
              label={t('shared.attack')}
              value={form.values.catalog_tags}
              onChange={(tags) => form.setFieldValue('catalog_tags', tags)}
              error={form.errors.catalog_tags}
            />
            <TagsInput
              renderPill={renderLabelPill}
              label={t('shared.tags')}
              clearable
              clearButtonProps={{ 'aria-label': t('templates.remove_all_tags') }}
              maxTags={100}
              {...form.getInputProps('tags')}
            />
          </Group>
          <div>
            <Title order={2} mb={2}>
              {t('templates.tests_count', { count: steps.length })}
            </Title>
            <Text size="xs" c="dimmed" mb="xs">
              {t('templates.drag_a_row_press_its_arrows')}
            </Text>
            {form.errors.steps ? (
              <Input.Error mb="xs" role="alert" tabIndex={-1} data-wrong>
                {form.errors.steps}
              </Input.Error>
            ) : null}
            {steps.length === 0 ? (
              <Text size="sm" c="dimmed" py="sm">
                {t('templates.no_test_yet_add_some_from')}
              </Text>
            ) : null}
            <Suspense fallback={<SkeletonRows rows={Math.max(1, Math.min(steps.length, 6))} />}>
              <ScenarioSteps steps={steps} onChange={(next) => form.setFieldValue('steps', next)} />
            </Suspense>
          </div>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <section aria-label={t('templates.add_from_the_library')}>
          <Title order={2} mb="xs">
            {t('templates.add_from_the_library')}
          </Title>
          <LibraryPicker chosen={new Set(steps.map(({ id }) => id))} onAdd={add} />
        </section>
      </Grid.Col>
    </Grid>
  );
}
