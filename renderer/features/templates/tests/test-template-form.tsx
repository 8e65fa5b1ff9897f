import { Grid, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { longestLabel, longestName, longestTemplateText } from '../../../../domain/limits.ts';
import { CatalogTagPicker } from '../../../ui/catalog-tag-picker.tsx';
import { ExpectationFields } from '../../../ui/expectations/expectation-fields.tsx';
import { renderLabelPill } from '../../../ui/label-pill.tsx';
import { atMost, eachAtMost, needed } from '../../../ui/rules.ts';
import { commonPlatforms, opsecLabels, type TestTemplateValues } from '../fields.ts';
import { type Editing, TemplateForm } from '../template-form.tsx';

const opsecChoices = Object.entries(opsecLabels).map(([value, label]) => ({ value, label }));
const tooLong = atMost(longestTemplateText);
const labels = eachAtMost(longestLabel);
const rules = {
  name: needed('Enter a name', longestName),
  description: tooLong,
  objective: tooLong,
  procedure: tooLong,
  command: tooLong,
  cleanup_command: tooLong,
  expected_detection: tooLong,
  tags: labels,
  platforms: labels,
};

export function TestTemplateForm(editing: Editing<TestTemplateValues>) {
  return (
    <TemplateForm
      editing={editing}
      label="Test template"
      rules={rules}
      fields={(form) => <TestTemplateFields form={form} />}
    />
  );
}

function TestTemplateFields({ form }: { form: UseFormReturnType<TestTemplateValues> }) {
  const getTextProps = (field: 'procedure' | 'command' | 'cleanup_command') => ({
    ...form.getInputProps(field),
    autosize: true,
    minRows: 3,
    maxRows: 18,
    spellCheck: false,
    styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
  });
  const getProseProps = (field: 'description' | 'objective' | 'expected_detection') => ({
    ...form.getInputProps(field),
    autosize: true,
    minRows: 2,
    maxRows: 12,
  });
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="sm">
          <TextInput label="Name" required withAsterisk data-autofocus {...form.getInputProps('name')} />
          <Textarea label="Description" {...getProseProps('description')} />
          <Textarea label="Objective" {...getProseProps('objective')} />
          <Textarea label="Procedure" {...getTextProps('procedure')} />
          <Textarea
            label="Command"
            description="Suggested to the red side, kept to the letter"
            {...getTextProps('command')}
          />
          <Textarea label="Clean-up command" {...getTextProps('cleanup_command')} />
          <Textarea label="Expected detection" {...getProseProps('expected_detection')} />
          <ExpectationFields
            label="What should be seen"
            description="Copied by missions, where it is held against what was seen and may name tools. Press a choice again to take it back."
            value={form.values.expectations}
            onChange={(expectations) => form.setFieldValue('expectations', expectations)}
            error={form.errors.expectations}
            tools={null}
          />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="sm">
          <CatalogTagPicker
            label="ATT&CK"
            description="Tactics, techniques and sub-techniques"
            value={form.values.catalog_tags}
            onChange={(tags) => form.setFieldValue('catalog_tags', tags)}
            error={form.errors.catalog_tags}
          />
          <TagsInput
            renderPill={renderLabelPill}
            label="Platforms"
            data={commonPlatforms}
            clearable
            clearButtonProps={{ 'aria-label': 'Remove all platforms' }}
            maxTags={50}
            {...form.getInputProps('platforms')}
          />
          <Select
            label="OPSEC"
            description="How much care it takes not to be noticed"
            placeholder="Not said"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear OPSEC' }}
            data={opsecChoices}
            {...form.getInputProps('opsec')}
          />
          <TagsInput
            renderPill={renderLabelPill}
            label="Tags"
            description="Words of your own, ended with Enter"
            clearable
            clearButtonProps={{ 'aria-label': 'Remove all tags' }}
            maxTags={100}
            {...form.getInputProps('tags')}
          />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
