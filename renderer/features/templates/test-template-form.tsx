import { Button, Grid, Group, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CatalogTagPicker } from '../../ui/catalog-tag-picker.tsx';
import { Form } from '../../ui/form.tsx';
import { labelPill } from '../../ui/label-pill.tsx';
import { atMost, eachAtMost, needed } from '../../ui/rules.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { DraftNote } from './draft-note.tsx';
import { changedFields, commonPlatforms, opsecLabels, type TestTemplateValues } from './fields.ts';
import styles from './form-bar.module.css';

const opsecChoices = Object.entries(opsecLabels).map(([value, label]) => ({ value, label }));
const tooLong = atMost(100_000);
const labels = eachAtMost(100);

/** `saved` is what the server has; `onSave` gets the whole form and the fields that differ. */
export function TestTemplateForm({
  saved,
  draftName,
  submitLabel,
  isSaving,
  error,
  onSave,
  onCancel,
}: {
  saved: TestTemplateValues;
  draftName: string;
  submitLabel: string;
  isSaving: boolean;
  error: Error | null;
  onSave: (values: TestTemplateValues, changed: Partial<TestTemplateValues>) => Promise<unknown>;
  onCancel: () => void;
}) {
  const draft = useDraft<TestTemplateValues>(draftName);
  const [basis] = useState(saved);
  const [isRestored, setRestored] = useState(draft.restored !== null);
  const form = useForm<TestTemplateValues>({
    initialValues: { ...basis, ...draft.restored },
    validate: {
      name: needed('Enter a name', 200),
      description: tooLong,
      objective: tooLong,
      procedure: tooLong,
      command: tooLong,
      cleanup_command: tooLong,
      expected_detection: tooLong,
      tags: labels,
      platforms: labels,
    },
    onValuesChange: draft.keep,
  });
  const text = (field: 'procedure' | 'command' | 'cleanup_command') => ({
    ...form.getInputProps(field),
    autosize: true,
    minRows: 3,
    maxRows: 18,
    spellCheck: false,
    styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
  });
  const prose = (field: 'description' | 'objective' | 'expected_detection') => ({
    ...form.getInputProps(field),
    autosize: true,
    minRows: 2,
    maxRows: 12,
  });
  return (
    <Form
      form={form}
      saving={{ error }}
      label="Test template"
      gap="md"
      noteTitle="It was not saved"
      onSubmit={(values) => {
        // A refusal comes back as `error`, and the draft stays.
        onSave(values, changedFields(basis, values)).then(draft.drop, () => {});
      }}
      buttons={
        <Group gap="xs" className={styles.bar}>
          <Button type="submit" loading={isSaving}>
            {submitLabel}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              draft.drop();
              onCancel();
            }}
          >
            Cancel
          </Button>
        </Group>
      }
    >
      {isRestored ? (
        <DraftNote
          onDiscard={() => {
            form.setValues(basis);
            form.clearErrors();
            draft.drop();
            setRestored(false);
          }}
        />
      ) : null}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="sm">
            <TextInput label="Name" required withAsterisk data-autofocus {...form.getInputProps('name')} />
            <Textarea label="Description" {...prose('description')} />
            <Textarea label="Objective" {...prose('objective')} />
            <Textarea label="Procedure" {...text('procedure')} />
            <Textarea
              label="Command"
              description="Suggested to the red side, kept to the letter"
              {...text('command')}
            />
            <Textarea label="Clean-up command" {...text('cleanup_command')} />
            <Textarea label="Expected detection" {...prose('expected_detection')} />
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
              renderPill={labelPill}
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
              renderPill={labelPill}
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
    </Form>
  );
}
