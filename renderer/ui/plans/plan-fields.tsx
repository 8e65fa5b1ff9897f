import { Grid, Select, Stack, TagsInput, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { longestLabel, longestName, longestTemplateText } from '../../../domain/limits.ts';
import { opsecLevels } from '../../../domain/templates.ts';
import type { NamedTag } from '../../../server/catalogue/contract.ts';
import { t } from '../../words.ts';
import { renderLabelPill } from '../badges/label-pill.tsx';
import { CatalogTagPicker } from '../catalogue/catalog-tag-picker.tsx';
import { MarkdownArea } from '../forms/markdown-area.tsx';
import { NameInput } from '../forms/name-input.tsx';
import { atMost, eachAtMost, requireText } from '../forms/rules.ts';
import { commonPlatforms } from './plan-words.ts';

const opsecChoices = () => opsecLevels.map((value) => ({ value, label: t(`names.opsec.${value}`) }));
const tooLong = atMost(longestTemplateText);
const labels = eachAtMost(longestLabel);

/** The rules for a plan's fields, under any name of the command field. */
export const planRules = () => ({
  name: requireText(t('shared.enter_name'), longestName),
  description: tooLong,
  objective: tooLong,
  procedure: tooLong,
  cleanup_command: tooLong,
  expected_detection: tooLong,
  tags: labels,
  platforms: labels,
});
export const commandRule = tooLong;

type PlanField =
  | 'name'
  | 'description'
  | 'objective'
  | 'procedure'
  | 'cleanup_command'
  | 'expected_detection'
  | 'platforms'
  | 'opsec'
  | 'tags';

/** A test's plan, in a template or a mission. */
export function PlanFields<Command extends string>({
  propsOf,
  command,
  catalogTags,
  after,
}: {
  propsOf: (field: PlanField | Command) => object;
  command: { field: Command; label: string; description: string };
  catalogTags: { value: NamedTag[]; onChange: (tags: NamedTag[]) => void; error: ReactNode };
  after?: ReactNode;
}) {
  const getTextProps = (field: 'procedure' | 'cleanup_command' | Command) => ({
    ...propsOf(field),
    autosize: true,
    minRows: 3,
    maxRows: 18,
    spellCheck: false,
    styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
  });
  const getProseProps = (field: 'description' | 'objective' | 'expected_detection') => ({
    ...propsOf(field),
    autosize: true,
    minRows: 2,
    maxRows: 12,
  });
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="sm">
          <NameInput label={t('shared.name')} required withAsterisk {...propsOf('name')} />
          <MarkdownArea label={t('shared.description')} {...getProseProps('description')} />
          <MarkdownArea label={t('shared.objective')} {...getProseProps('objective')} />
          <MarkdownArea label={t('mission_editor.procedure')} {...getTextProps('procedure')} />
          <Textarea
            label={command.label}
            description={command.description}
            {...getTextProps(command.field)}
          />
          <Textarea label={t('mission_editor.clean_up_command')} {...getTextProps('cleanup_command')} />
          <MarkdownArea
            label={t('mission_editor.expected_detection')}
            {...getProseProps('expected_detection')}
          />
          {after}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="sm">
          <CatalogTagPicker
            label={t('shared.attack')}
            description={t('mission_editor.tactics_techniques_and_sub_techniques')}
            {...catalogTags}
          />
          <TagsInput
            renderPill={renderLabelPill}
            label={t('mission_editor.platforms')}
            data={commonPlatforms}
            clearable
            clearButtonProps={{ 'aria-label': t('mission_editor.remove_all_platforms') }}
            maxTags={50}
            {...propsOf('platforms')}
          />
          <Select
            label={t('mission_editor.opsec')}
            description={t('mission_editor.how_much_care_it_takes_not')}
            placeholder={t('mission_editor.not_said')}
            clearable
            clearButtonProps={{ 'aria-label': t('mission_editor.clear_opsec') }}
            data={opsecChoices()}
            {...propsOf('opsec')}
          />
          <TagsInput
            renderPill={renderLabelPill}
            label={t('shared.tags')}
            description={t('mission_editor.words_of_your_own_ended_with')}
            clearable
            clearButtonProps={{ 'aria-label': t('mission_editor.remove_all_tags') }}
            maxTags={100}
            {...propsOf('tags')}
          />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
