import { Grid, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { longestLabel, longestName, longestTemplateText } from '../../../domain/limits.ts';
import type { NamedTag } from '../../../server/catalogue/contract.ts';
import { renderLabelPill } from '../badges/label-pill.tsx';
import { CatalogTagPicker } from '../catalogue/catalog-tag-picker.tsx';
import { atMost, eachAtMost, requireText } from '../forms/rules.ts';
import { commonPlatforms, opsecLabels } from './plan-words.ts';

const opsecChoices = Object.entries(opsecLabels).map(([value, label]) => ({ value, label }));
const tooLong = atMost(longestTemplateText);
const labels = eachAtMost(longestLabel);

/** The rules of the fields of a plan, whatever its command is called. */
export const planRules = {
  name: requireText('Enter a name', longestName),
  description: tooLong,
  objective: tooLong,
  procedure: tooLong,
  cleanup_command: tooLong,
  expected_detection: tooLong,
  tags: labels,
  platforms: labels,
};
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

/** What a test says to do, of a template or of a test of a mission. */
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
          <TextInput label="Name" required withAsterisk data-autofocus {...propsOf('name')} />
          <Textarea label="Description" {...getProseProps('description')} />
          <Textarea label="Objective" {...getProseProps('objective')} />
          <Textarea label="Procedure" {...getTextProps('procedure')} />
          <Textarea
            label={command.label}
            description={command.description}
            {...getTextProps(command.field)}
          />
          <Textarea label="Clean-up command" {...getTextProps('cleanup_command')} />
          <Textarea label="Expected detection" {...getProseProps('expected_detection')} />
          {after}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="sm">
          <CatalogTagPicker
            label="ATT&CK"
            description="Tactics, techniques and sub-techniques"
            {...catalogTags}
          />
          <TagsInput
            renderPill={renderLabelPill}
            label="Platforms"
            data={commonPlatforms}
            clearable
            clearButtonProps={{ 'aria-label': 'Remove all platforms' }}
            maxTags={50}
            {...propsOf('platforms')}
          />
          <Select
            label="OPSEC"
            description="How much care it takes not to be noticed"
            placeholder="Not said"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear OPSEC' }}
            data={opsecChoices}
            {...propsOf('opsec')}
          />
          <TagsInput
            renderPill={renderLabelPill}
            label="Tags"
            description="Words of your own, ended with Enter"
            clearable
            clearButtonProps={{ 'aria-label': 'Remove all tags' }}
            maxTags={100}
            {...propsOf('tags')}
          />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
