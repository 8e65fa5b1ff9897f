import { Anchor, Code, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { catalogueStatus } from '../../api/catalogue/catalogue.ts';
import { type Health, health } from '../../api/connection/health.ts';
import { rich } from '../../rich.ts';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { t } from '../../words.ts';
import { SecretsNote } from '../desktop/secrets-note.tsx';
import styles from './administration.module.css';

export function AboutPage() {
  const state = useQuery({ ...health, refetchInterval: 15_000 });
  const catalogue = useQuery(catalogueStatus);
  const { origin } = location;
  return (
    <Stack gap="md" maw={760}>
      <PageHead title={t('administration.about_damson')} />
      <Paper withBorder p="md">
        {state.error !== null && state.data === undefined ? (
          <ProblemNote
            error={state.error}
            what={t('administration.server_s_state')}
            onRetry={() => state.refetch()}
          />
        ) : (
          <dl className={styles.facts}>
            <dt>{t('administration.version')}</dt>
            <dd>{state.data ? state.data.version : <Skeleton height={16} width={60} />}</dd>
            <dt>{t('shared.state')}</dt>
            <dd>{state.data ? <State health={state.data} /> : <Skeleton height={16} width={160} />}</dd>
            <dt>{t('administration.att_ck_catalogue')}</dt>
            <dd>
              {catalogue.data === undefined ? (
                <Skeleton height={16} width={160} />
              ) : catalogue.data.last_sync === null ? (
                t('administration.not_loaded')
              ) : (
                t('administration.catalogue_facts', {
                  has_version: catalogue.data.version !== null,
                  version: catalogue.data.version ?? '',
                  ...catalogue.data.counts,
                })
              )}
            </dd>
            <dt>{t('administration.this_server')}</dt>
            <dd>
              <Code>{origin}</Code>
            </dd>
            <dt>{t('administration.missions_service')}</dt>
            <dd>
              <Code>{`${origin}/api/v1`}</Code>
            </dd>
            <dt>{t('administration.engagements_service')}</dt>
            <dd>
              <Code>{`${origin}/api`}</Code>
            </dd>
            <dt>{t('administration.api_reference')}</dt>
            <dd>
              <Anchor href="/api/docs" target="_blank" rel="noreferrer" size="sm">
                {`${origin}/api/docs`}
              </Anchor>
            </dd>
          </dl>
        )}
      </Paper>
      {window.desktop === undefined ? null : <SecretsNote />}
      <Paper withBorder p="md" component="section" aria-labelledby="attack-title">
        <Title order={2} id="attack-title" mb={6}>
          {t('administration.mitre_att_ck')}
        </Title>
        <Text size="sm">{t('administration.att_ck_is_a_registered_trademark')}</Text>
      </Paper>
      <Text size="sm" c="dimmed">
        {rich('administration.damson_is_free_software_under_the', {
          link: (parts) => (
            <Anchor href="/licences.txt" target="_blank" rel="noreferrer" inherit underline="always">
              {parts}
            </Anchor>
          ),
        })}
      </Text>
    </Stack>
  );
}

function State({ health }: { health: Health }) {
  if (health.status === 'ok')
    return <StatusBadge icon={IconCircleCheck} tone="plain" label={t('administration.everything_works')} />;
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge icon={IconCircleX} tone="danger" label={t('administration.needs_attention')} />
      <span>{describeFailure(health)}</span>
    </Stack>
  );
}

function describeFailure({ database, evidence }: Health): string {
  if (database === 'unavailable') return t('administration.the_database_can_t_be_written');
  if (evidence === 'unavailable') return t('administration.stored_files_can_t_be_reached');
  if (evidence === 'corrupt') {
    return t('administration.stored_files_are_missing_or_damaged');
  }
  return t('administration.the_server_is_stopping_and_finishes');
}
