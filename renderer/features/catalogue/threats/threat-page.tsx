import { Anchor, Button, Grid, Stack, Text, Title } from '@mantine/core';
import { IconListCheck, IconMapOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { findThreatKind, type ThreatKind, threatKinds } from '../../../../domain/threats.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ThreatDetail } from '../../../../server/catalogue/threats/contract.ts';
import { catalogueStatus, tactics } from '../../../api/catalogue/catalogue.ts';
import { threat } from '../../../api/catalogue/threats.ts';
import { isGone } from '../../../api/connection/problem.ts';
import { useMay } from '../../../api/connection/session.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { toPlanPath } from '../../../ui/plans/plan-path.ts';
import { t } from '../../../words.ts';
import { CatalogueProse } from '../catalogue-prose.tsx';
import { groupByTactic } from './by-tactic.ts';
import styles from './threat.module.css';
import { ThreatLinks } from './threat-links.tsx';
import { nameTechnique } from './threat-words.ts';
import { describeSeen, SoftwareType } from './threats-page.tsx';

export function ThreatPage() {
  const { threatId = '' } = useParams();
  const kind = findThreatKind(threatId);
  return kind === null ? <NoSuchThreat /> : <OneThreat key={threatId} kind={kind} threatId={threatId} />;
}

function OneThreat({ kind, threatId }: { kind: ThreatKind; threatId: string }) {
  const found = useQuery(threat(kind, threatId));
  if (found.error && isGone(found.error)) return <NoSuchThreat />;
  if (found.isLoadingError) {
    return <ProblemNote error={found.error} what={t('catalogue.threat')} onRetry={() => found.refetch()} />;
  }
  if (found.isPending) return <SkeletonRows rows={8} />;
  return <ThreatView threat={found.data} />;
}

function NoSuchThreat() {
  return (
    <EmptyState
      isPage
      icon={IconMapOff}
      title={t('catalogue.the_catalogue_has_no_such_threat')}
      hint={t('catalogue.another_edition_of_att_ck_may')}
      action={
        <Anchor component={Link} to="/catalogue/threats" size="sm">
          {t('catalogue.go_to_the_threats')}
        </Anchor>
      }
    />
  );
}

function ThreatView({ threat: shown }: { threat: ThreatDetail }) {
  const mayPlan = useMay('test_template.read');
  const { kind, external_id, name, aliases, techniques, url } = shown;
  return (
    <Stack gap="md">
      <PageHead
        trail={[
          {
            to: `/catalogue/threats${kind === 'group' ? '' : `?kind=${kind}`}`,
            label: t(`catalogue.threats.${kind}`),
          },
        ]}
        title={`${external_id} ${name}`}
        beside={<SoftwareType type={shown.software_type} />}
        actions={
          mayPlan && techniques.length > 0 ? (
            <Button
              component={Link}
              to={toPlanPath({ threats: [external_id] })}
              leftSection={<IconListCheck size={16} aria-hidden />}
            >
              {t('catalogue.plan_from_this')}
            </Button>
          ) : null
        }
      />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <Section title={t('shared.description')}>
              <CatalogueProse text={shown.description} />
            </Section>
            <Techniques techniques={techniques} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            {aliases.length > 0 ? (
              <Section title={t('catalogue.also_called')}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {toVisibleText(aliases.join(', '))}
                </Text>
              </Section>
            ) : null}
            {describeSeen(shown) === '' ? null : (
              <Section title={t('catalogue.seen')}>
                <Text size="sm">{describeSeen(shown)}</Text>
              </Section>
            )}
            {threatKinds.map((one) => (
              <Related key={one} kind={one} related={shown.related} />
            ))}
            <Section title={t('catalogue.at_mitre_needs_the_internet')}>
              <Anchor
                href={url}
                target="_blank"
                rel="noreferrer"
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {url}
              </Anchor>
            </Section>
            <Version />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function Techniques({ techniques }: { techniques: ThreatDetail['techniques'] }) {
  const order = useQuery(tactics);
  const groups = groupByTactic(
    techniques,
    (order.data?.items ?? []).map(({ external_id }) => external_id),
  );
  return (
    <Section title={t('catalogue.techniques_count', { count: techniques.length })}>
      {techniques.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('catalogue.none_of_the_catalogue_s')}
        </Text>
      ) : null}
      <div className={styles.tactics}>
        {groups.map(({ tactic, techniques: those }) => (
          <div key={tactic.external_id} className={styles.tactic}>
            <h3>
              {toVisibleText(tactic.name)} ({those.length})
            </h3>
            <ul>
              {those.map((technique) => (
                <li key={technique.external_id}>
                  <Anchor component={Link} to={`/catalogue/${technique.external_id}`} size="sm">
                    <Text span ff="monospace" size="xs">
                      {technique.external_id}
                    </Text>{' '}
                    {toVisibleText(nameTechnique(technique))}
                  </Anchor>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Related({ kind, related }: { kind: ThreatKind; related: ThreatDetail['related'] }) {
  const those = related.filter((one) => one.kind === kind);
  if (those.length === 0) return null;
  return (
    <Section title={t('shared.counted', { label: t(`catalogue.threats.${kind}`), count: those.length })}>
      <ThreatLinks threats={those} kind={kind} />
    </Section>
  );
}

function Version() {
  const { data } = useQuery(catalogueStatus);
  const version = data?.threats?.version;
  if (version === null || version === undefined) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('catalogue.of_att_ck_version', { version })}
    </Text>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h3" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}
