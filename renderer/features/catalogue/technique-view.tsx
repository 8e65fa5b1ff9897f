import { Anchor, Badge, Grid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { withSubtechniques } from '../../../domain/technique-filter.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Subtechnique } from '../../../server/catalogue/contract.ts';
import type { DetectionRule } from '../../../server/catalogue/detection-rules/contract.ts';
import type { TechniqueThreats } from '../../../server/catalogue/threats/contract.ts';
import type { FoundTest } from '../../../server/missions/search/contract.ts';
import type { TestTemplate } from '../../../server/templates/contract.ts';
import type { CatalogueTechnique } from '../../api/catalogue/catalogue.ts';
import type { Paged } from '../../api/connection/http.ts';
import { LevelBadge } from '../../ui/badges/status-badge.tsx';
import { CountLink } from '../../ui/charts/count-link.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { NoteOpened } from '../../ui/pages/opened.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { TestStatusBadge } from '../missions/badges.tsx';
import { SeenInMissionsNote } from '../missions/hiding/seen-note.tsx';
import { CatalogueProse } from './catalogue-prose.tsx';
import { type Coverage, describeStanding } from './matrix/coverage.ts';
import { shortenName } from './matrix/matrix-layout.ts';
import type { Scope } from './matrix/use-coverage.ts';
import { TechniqueThreatsSections } from './threats/technique-threats.tsx';

type Props = {
  entry: CatalogueTechnique;
  below: readonly Subtechnique[];
  coverage: Coverage;
  /** The exercises that the coverage is of. */
  scope: Scope;
  /** The name of a mission or engagement; null for all missions. */
  scopeName: string | null;
  /** Null while loading. */
  threats: TechniqueThreats | null;
  /** Imported detection rules; null while loading. */
  rules: Pick<Paged<DetectionRule>, 'items' | 'total'> | null;
  templates: { items: TestTemplate[] | null; total: number } | null;
  /** A page of the tests of the entry and its sub-techniques. */
  results: {
    found: Paged<FoundTest> | null;
    error: Error | null;
    onRetry: () => void;
    limit: number;
    page: number;
    onPage: (page: number) => void;
  } | null;
};

export function TechniqueView({
  entry,
  below,
  coverage,
  threats,
  rules,
  templates,
  results,
  scope,
  scopeName,
}: Props) {
  const trail = [{ to: '/catalogue', label: t('catalogue.matrix') }];
  if (entry.kind === 'subtechnique') {
    const { external_id, name } = entry.technique;
    trail.push({ to: `/catalogue/${external_id}`, label: `${external_id} ${name}` });
  }
  return (
    <>
      <NoteOpened
        kind="technique"
        path={`/catalogue/${entry.external_id}`}
        name={`${entry.external_id} ${entry.name}`}
      />
      <PageHead
        trail={trail}
        title={`${entry.external_id} ${entry.name}`}
        beside={
          entry.deprecated ? (
            <Badge color="gray" variant="outline">
              {t('catalogue.deprecated')}
            </Badge>
          ) : null
        }
      />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Section title={t('shared.description')}>
              <CatalogueProse text={entry.description} />
            </Section>
            {results === null ? null : <Results {...results} />}
            {templates === null ? null : <Templates {...templates} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Section title={t('shared.tactics')}>
              <Text size="sm">
                {toVisibleText(entry.tactics.map(({ name }) => name).join(', ')) || t('shared.none')}
              </Text>
            </Section>
            <Section title={t('catalogue.coverage')}>
              <SeenInMissionsNote />
              <Text size="sm">
                {scopeName === null ? null : (
                  <>
                    <Name>{scopeName}</Name>
                    <br />
                  </>
                )}
                <StandingOf technique={entry.external_id} coverage={coverage} scope={scope} />
              </Text>
            </Section>
            {below.length > 0 ? (
              <Section title={t('catalogue.sub_techniques_count', { count: below.length })}>
                <Table verticalSpacing={4} layout="fixed" aria-label={t('catalogue.sub_techniques')}>
                  <Table.Tbody>
                    {below.map(({ external_id, name }) => (
                      <Table.Tr key={external_id}>
                        <Table.Td>
                          <Anchor
                            component={Link}
                            to={`/catalogue/${external_id}${toSearch(scope)}`}
                            size="sm"
                          >
                            <Text span ff="monospace" size="xs">
                              {external_id}
                            </Text>{' '}
                            {toVisibleText(shortenName(entry.name, name))}
                          </Anchor>
                        </Table.Td>
                        <Table.Td w={170} ta="right">
                          <Text size="xs" c="dimmed">
                            {capitalise(describeStanding(coverage.get(external_id)))}
                          </Text>
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Section>
            ) : null}
            {threats === null ? null : <TechniqueThreatsSections threats={threats} />}
            {rules === null || rules.total === 0 ? null : <Rules {...rules} />}
            <Section title={t('catalogue.at_mitre_needs_the_internet')}>
              <Anchor
                href={entry.url}
                target="_blank"
                rel="noreferrer"
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {entry.url}
              </Anchor>
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
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

function Rules({ items, total }: NonNullable<Props['rules']>) {
  return (
    <Section title={t('catalogue.detection_rules_total', { total })}>
      <Stack gap={4}>
        {items.map(({ id, title, level, status }) => (
          <Text key={id} size="sm">
            {toVisibleText(title)}{' '}
            <Text span size="xs" c="dimmed">
              {toVisibleText([level, status].filter(Boolean).join(' · '))}
            </Text>
          </Text>
        ))}
        {total > items.length ? (
          <Text size="xs" c="dimmed">
            {t('catalogue.and_total_more', { total: total - items.length })}
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}

/** Keeps the scope in the address of another technique. */
function toSearch(scope: Scope): string {
  return scope.kind === 'all' ? '' : `?${new URLSearchParams({ of: `${scope.kind}:${scope.id}` })}`;
}

/** The standing in words, leading to the executed tests. */
function StandingOf({
  technique,
  coverage,
  scope,
}: Pick<Props, 'coverage' | 'scope'> & { technique: string }) {
  const standing = coverage.get(technique);
  const said = capitalise(describeStanding(standing));
  if (standing === undefined || standing.run === 0) return said;
  const executed = new URLSearchParams({ figure: 'attempted', technique: withSubtechniques(technique) });
  const path = scope.kind === 'all' ? '/figures' : `/${scope.kind}s/${scope.id}`;
  return (
    <CountLink to={`${path}?${executed}`} count={standing.run}>
      {said}
    </CountLink>
  );
}

function Results({ found, error, onRetry, limit, page, onPage }: NonNullable<Props['results']>) {
  if (found === null) {
    return (
      <Section title={t('catalogue.results_in_missions')}>
        {error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <ProblemNote error={error} what={t('catalogue.list_of_results')} onRetry={onRetry} />
        )}
      </Section>
    );
  }
  const { items, total } = found;
  return (
    <Section title={t('catalogue.results_in_missions_total', { total })}>
      {total === 0 ? (
        <Text size="sm" c="dimmed">
          {t('catalogue.no_mission_you_may_see_has')}
        </Text>
      ) : null}
      {items.length > 0 ? (
        <Table.ScrollContainer minWidth={520} type="native">
          <Table verticalSpacing={5} layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('shared.test')}</Table.Th>
                <Table.Th w={110}>{t('shared.status')}</Table.Th>
                <Table.Th w={125}>{t('catalogue.detection')}</Table.Th>
                <Table.Th w={165}>{t('catalogue.executed')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map(({ mission, ...test }) => (
                <Table.Tr key={test.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/missions/${mission.id}/tests/${test.id}`} size="sm">
                      <Name>{test.name}</Name>
                    </Anchor>
                    <Text size="xs" c="dimmed" component="div">
                      <Name line>{mission.name}</Name>
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <TestStatusBadge status={test.status} />
                  </Table.Td>
                  <Table.Td>
                    <LevelBadge level={test.detection_level} />
                  </Table.Td>
                  <Table.Td>
                    <Text size="xs">
                      {test.executed_at === null ? '–' : <Moment at={test.executed_at} />}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      {total > limit ? <Pager total={total} limit={limit} page={page} onPage={onPage} /> : null}
    </Section>
  );
}

function Templates({ items, total }: NonNullable<Props['templates']>) {
  return (
    <Section title={t('catalogue.templates_total', { total })}>
      {items === null ? <SkeletonRows rows={3} /> : null}
      {items?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('catalogue.no_test_template_is_tagged_with')}
        </Text>
      ) : null}
      {items?.map(({ id, name }) => (
        <Text size="sm" key={id} component="div" py={4}>
          <Anchor component={Link} to={`/templates/${id}`} inherit>
            <Name line>{name}</Name>
          </Anchor>
        </Text>
      ))}
      {items !== null && items.length < total ? (
        <Text size="xs" c="dimmed">
          {t('catalogue.the_newest_count_are_shown', { count: items.length })}
        </Text>
      ) : null}
    </Section>
  );
}
