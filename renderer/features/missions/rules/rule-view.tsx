import { Anchor, Grid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { RunOfRule, WholeRule } from '../../../../server/missions/detection-rules/contract.ts';
import { rich } from '../../../rich.ts';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Written } from '../../../ui/text/written.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { formatList, t } from '../../../words.ts';
import { OutcomeBadge } from './rule-words.tsx';

export function RuleView({ rule }: { rule: WholeRule }) {
  const { description, simulations, refers_to, referred_to_by, sigma } = rule;
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 9 }}>
        <Stack gap="lg">
          <History rule={rule} />
          {description ? (
            <Section title={t('shared.description')}>
              <Written text={description} />
            </Section>
          ) : null}
          {sigma === null ? null : (
            <Section title={t('rules.sigma')}>
              <HostileText label={t('rules.sigma_text')} text={sigma} />
            </Section>
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 3 }}>
        <Stack gap="lg">
          <About rule={rule} />
          {simulations.length > 0 ? (
            <Section title={t('rules.simulations')}>
              <Simulations of={simulations} />
            </Section>
          ) : null}
          {refers_to.length > 0 ? (
            <Section title={t('rules.refers_to')}>
              {refers_to.map(({ name, rule: to }) => (
                <Text key={name} size="sm">
                  {to === null ? (
                    <>
                      <Name>{name}</Name>{' '}
                      <Text span size="xs" c="dimmed">
                        {t('rules.not_imported')}
                      </Text>
                    </>
                  ) : (
                    <RuleLink rule={to} />
                  )}
                </Text>
              ))}
            </Section>
          ) : null}
          {referred_to_by.length > 0 ? (
            <Section title={t('rules.referred_to_by')}>
              {referred_to_by.map((other) => (
                <Text key={other.id} size="sm">
                  <RuleLink rule={other} />
                </Text>
              ))}
            </Section>
          ) : null}
        </Stack>
      </Grid.Col>
    </Grid>
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

function RuleLink({ rule: { id, title, kind } }: { rule: WholeRule['referred_to_by'][number] }) {
  return (
    <>
      <Anchor component={Link} to={`/rules/${id}`} inherit>
        <Name>{title}</Name>
      </Anchor>
      {kind === 'detection' ? null : (
        <Text span size="xs" c="dimmed">
          {' '}
          {t(`rules.kind.${kind}`)}
        </Text>
      )}
    </>
  );
}

function About({ rule }: { rule: WholeRule }) {
  const { rule_id, tool, level, status, techniques, log_source, regression_tests_path, sources } = rule;
  const said: [label: string, value: string | null][] = [
    [t('rules.id'), rule_id],
    [t('rules.tool'), tool],
    [t('rules.column.level'), level === null ? null : t(`names.severity.${level}`)],
    [t('rules.author_status'), status],
    [t('rules.log_source'), log_source],
    [t('rules.regression_tests'), regression_tests_path],
    [t('rules.known_from'), formatList(sources.map((source) => t(`rules.source.${source}`)))],
  ];
  return (
    <Section title={t('rules.about')}>
      <Stack gap={4}>
        {said.map(([label, value]) =>
          value === null ? null : (
            <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Text span inherit c="dimmed">
                {label}{' '}
              </Text>
              {toVisibleText(value)}
            </Text>
          ),
        )}
        {techniques.length > 0 ? (
          <Text size="sm">
            <Text span inherit c="dimmed">
              {t('shared.attack')}{' '}
            </Text>
            {techniques.map((technique) => (
              <Anchor key={technique} component={Link} to={`/catalogue/${technique}`} inherit mr={6}>
                {technique}
              </Anchor>
            ))}
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}

function Simulations({ of }: { of: WholeRule['simulations'] }) {
  return (
    <Stack gap={4}>
      {of.map(({ type, name, technique, atomic_guid, test_template }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may repeat
        <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {test_template === null ? (
            <Name>{name ?? atomic_guid ?? type ?? '–'}</Name>
          ) : (
            <Anchor component={Link} to={`/templates/${test_template.id}`} inherit>
              <Name>{test_template.name}</Name>
            </Anchor>
          )}
          <Text span size="xs" c="dimmed">
            {' '}
            {toVisibleText(
              [technique, test_template === null && atomic_guid !== null ? t('rules.no_template') : null]
                .filter(Boolean)
                .join(' · '),
            )}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}

function History({ rule: { kind, broken_since, last_seen_at, runs } }: { rule: WholeRule }) {
  return (
    <Section title={t('rules.history')}>
      <Stack gap="xs">
        {kind === 'filter' ? <Text size="sm">{t('rules.filter_hint')}</Text> : null}
        {broken_since === null ? null : (
          <Text size="sm">{rich('rules.broken_since', { at: <Moment at={broken_since} /> })}</Text>
        )}
        {last_seen_at === null ? null : (
          <Text size="sm">{rich('rules.last_seen', { at: <Moment at={last_seen_at} /> })}</Text>
        )}
        {runs.length === 0 ? (
          kind === 'filter' ? null : (
            <Text size="sm" c="dimmed">
              {t('rules.no_runs')}
            </Text>
          )
        ) : (
          <>
            <Text size="xs" c="dimmed">
              {t('rules.history_hint')}
            </Text>
            <Runs runs={runs} />
          </>
        )}
      </Stack>
    </Section>
  );
}

function Runs({ runs }: { runs: readonly RunOfRule[] }) {
  return (
    <Table.ScrollContainer minWidth={700} type="native">
      <Table verticalSpacing={5} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('shared.test')}</Table.Th>
            <Table.Th w={150}>{t('rules.column.outcome')}</Table.Th>
            <Table.Th w={150}>{t('rules.column.why')}</Table.Th>
            <Table.Th w={165}>{t('rules.column.executed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map(({ mission, test, run, outcome, expected_by, executed_at }) => (
            <Table.Tr key={`${test.id} ${run}`}>
              <Table.Td>
                <Anchor component={Link} to={`/missions/${mission.id}/tests/${test.id}`} size="sm">
                  <Name line>{test.name}</Name>
                </Anchor>
                <Text size="xs" c="dimmed" component="div">
                  {t('rules.run', { run })} · <Name>{mission.name}</Name>
                </Text>
              </Table.Td>
              <Table.Td>
                <OutcomeBadge outcome={outcome} />
              </Table.Td>
              <Table.Td>
                <Text size="xs">{expected_by === null ? '–' : t(`rules.reason.${expected_by}`)}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="xs">{executed_at === null ? '–' : <Moment at={executed_at} />}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
