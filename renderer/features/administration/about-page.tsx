import { Anchor, Code, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { catalogueStatus } from '../../api/catalogue/catalogue.ts';
import { type Health, health } from '../../api/connection/health.ts';
import { StatusBadge } from '../../ui/badges/status-badge.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { SecretsNote } from '../desktop/secrets-note.tsx';
import styles from './administration.module.css';

export function AboutPage() {
  const state = useQuery({ ...health, refetchInterval: 15_000 });
  const catalogue = useQuery(catalogueStatus);
  const { origin } = location;
  return (
    <Stack gap="md" maw={760}>
      <PageHead title="About Damson" />
      <Paper withBorder p="md">
        {state.error !== null && state.data === undefined ? (
          <ProblemNote error={state.error} what="server’s state" onRetry={() => state.refetch()} />
        ) : (
          <dl className={styles.facts}>
            <dt>Version</dt>
            <dd>{state.data ? state.data.version : <Skeleton height={16} width={60} />}</dd>
            <dt>State</dt>
            <dd>{state.data ? <State health={state.data} /> : <Skeleton height={16} width={160} />}</dd>
            <dt>ATT&CK catalogue</dt>
            <dd>
              {catalogue.data === undefined ? (
                <Skeleton height={16} width={160} />
              ) : catalogue.data.last_sync === null ? (
                'not loaded'
              ) : (
                `version ${catalogue.data.version ?? 'unknown'}, ${catalogue.data.counts.techniques} techniques and ${catalogue.data.counts.subtechniques} sub-techniques`
              )}
            </dd>
            <dt>This server</dt>
            <dd>
              <Code>{origin}</Code>
            </dd>
            <dt>Missions service</dt>
            <dd>
              <Code>{origin}/api/v1</Code>
            </dd>
            <dt>Engagements service</dt>
            <dd>
              <Code>{origin}/api</Code>
            </dd>
            <dt>API reference</dt>
            <dd>
              <Anchor href="/api/docs" target="_blank" rel="noreferrer" size="sm">
                {origin}/api/docs
              </Anchor>
            </dd>
          </dl>
        )}
      </Paper>
      {window.desktop === undefined ? null : <SecretsNote />}
      <Paper withBorder p="md" component="section" aria-labelledby="attack-title">
        <Title order={2} id="attack-title" mb={6}>
          MITRE ATT&CK®
        </Title>
        <Text size="sm">
          ATT&CK® is a registered trademark of The MITRE Corporation. The bundled table of facts is reproduced
          with the permission of The MITRE Corporation, © 2026 The MITRE Corporation.
        </Text>
      </Paper>
      <Text size="sm" c="dimmed">
        Damson is free software under the MIT licence. It sends nothing anywhere: what is recorded here stays
        on this server. The libraries in its interface have{' '}
        <Anchor href="/licences.txt" target="_blank" rel="noreferrer" inherit underline="always">
          licences of their own
        </Anchor>
        .
      </Text>
    </Stack>
  );
}

function State({ health }: { health: Health }) {
  if (health.status === 'ok')
    return <StatusBadge icon={IconCircleCheck} tone="plain" label="Everything works" />;
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge icon={IconCircleX} tone="danger" label="Needs attention" />
      <span>{describeFailure(health)}</span>
    </Stack>
  );
}

function describeFailure({ database, evidence }: Health): string {
  if (database === 'unavailable') return "The database can't be written: see the server’s log and its disk.";
  if (evidence === 'unavailable')
    return "Stored files can't be reached: see the folder for evidence and its disk.";
  if (evidence === 'corrupt') {
    return 'Stored files are missing or damaged: “Verify” under Administration › Backup says which.';
  }
  return 'The server is stopping, and finishes what is under way.';
}
