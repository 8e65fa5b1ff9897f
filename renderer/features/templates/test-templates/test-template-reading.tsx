import { Grid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { TestTemplate } from '../../../../server/templates/contract.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { ExpectationList } from '../../../ui/expectations/expectation-list.tsx';
import { opsecLabels } from '../../../ui/plans/plan-words.ts';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Moment } from '../../../ui/times/time.tsx';

/** A template to read. */
export function TestTemplateReading({ template }: { template: TestTemplate }) {
  const { description, objective, procedure, command, cleanup_command, expected_detection } = template;
  const texts = [description, objective, procedure, command, cleanup_command, expected_detection];
  const isEmpty = texts.every((text) => !text) && template.expectations.length === 0;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">
          <Prose title="Description" text={description} />
          <Prose title="Objective" text={objective} />
          <Block title="Procedure" text={procedure} />
          <Block title="Command" text={command} />
          <Block title="Clean-up command" text={cleanup_command} />
          <Block
            title="Variables"
            text={Object.entries(template.variables)
              .map(([name, value]) => `${name} = ${value}`)
              .join('\n')}
          />
          <Prose title="Expected detection" text={expected_detection} />
          {template.expectations.length > 0 ? (
            <Detail title="What should be seen">
              <ExpectationList expectations={template.expectations} />
            </Detail>
          ) : null}
          {isEmpty ? (
            <Text size="sm" c="dimmed">
              This template has a name and nothing else yet.
            </Text>
          ) : null}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="sm">
          <Detail title="ATT&CK">
            {template.catalog_tags.length > 0 ? <CatalogTags tags={template.catalog_tags} /> : 'None'}
          </Detail>
          <Detail title="Platforms">{toVisibleText(template.platforms.join(', ')) || 'Not said'}</Detail>
          <Detail title="OPSEC">{template.opsec === null ? 'Not said' : opsecLabels[template.opsec]}</Detail>
          <Detail title="Tags">{toVisibleText(template.tags.join(', ')) || 'None'}</Detail>
          {template.source ? <Detail title="Source">{toVisibleText(template.source)}</Detail> : null}
          <Detail title="Changed">
            <Moment at={template.updated_at} />
          </Detail>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Prose({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <Detail title={title}>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} component="div">
        {toVisibleText(text)}
      </Text>
    </Detail>
  );
}

function Block({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <Detail title={title}>
      <HostileText label={title} text={text} />
    </Detail>
  );
}

function Detail({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are no fields of a form
    <div role="group" aria-label={title}>
      <Text component="h2" size="xs" fw={600} c="dimmed" mb={2}>
        {title}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}
