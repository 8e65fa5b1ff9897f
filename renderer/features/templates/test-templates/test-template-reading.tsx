import { Grid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { TestTemplate } from '../../../../server/templates/contract.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { ExpectationList } from '../../../ui/expectations/expectation-list.tsx';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Written } from '../../../ui/text/written.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';

/** A read-only template. */
export function TestTemplateReading({ template }: { template: TestTemplate }) {
  const { description, objective, procedure, command, cleanup_command, expected_detection } = template;
  const texts = [description, objective, procedure, command, cleanup_command, expected_detection];
  const isEmpty = texts.every((text) => !text) && template.expectations.length === 0;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">
          <Prose title={t('shared.description')} text={description} />
          <Prose title={t('shared.objective')} text={objective} />
          <Prose title={t('templates.procedure')} text={procedure} />
          <Block title={t('shared.command')} text={command} />
          <Block title={t('templates.clean_up_command')} text={cleanup_command} />
          <Block
            title={t('templates.variables')}
            text={Object.entries(template.variables)
              .map(([name, value]) => `${name} = ${value}`)
              .join('\n')}
          />
          <Prose title={t('templates.expected_detection')} text={expected_detection} />
          {template.expectations.length > 0 ? (
            <Detail title={t('templates.what_should_be_seen')}>
              <ExpectationList expectations={template.expectations} />
            </Detail>
          ) : null}
          {isEmpty ? (
            <Text size="sm" c="dimmed">
              {t('templates.this_template_has_a_name_and')}
            </Text>
          ) : null}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="sm">
          <Detail title={t('shared.attack')}>
            {template.catalog_tags.length > 0 ? (
              <CatalogTags tags={template.catalog_tags} />
            ) : (
              t('shared.none')
            )}
          </Detail>
          <Detail title={t('templates.platforms')}>
            {toVisibleText(template.platforms.join(', ')) || t('templates.not_said')}
          </Detail>
          <Detail title={t('templates.opsec')}>
            {template.opsec === null ? t('templates.not_said') : t(`names.opsec.${template.opsec}`)}
          </Detail>
          <Detail title={t('shared.tags')}>
            {toVisibleText(template.tags.join(', ')) || t('shared.none')}
          </Detail>
          {template.source ? (
            <Detail title={t('templates.source')}>{toVisibleText(template.source)}</Detail>
          ) : null}
          <Detail title={t('shared.changed')}>
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
      <Written text={text} />
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
      <Text component="h2" size="xs" fw={500} c="dimmed" mb={2}>
        {title}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}
