import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { figureKeys } from '../../../../domain/counted-tests.ts';
import { missionStatuses } from '../../../../domain/missions.ts';
import { headlineTests } from '../../../api/missions/figures.ts';
import { toolsOf } from '../../../api/organisations.ts';
import { nameChosen } from '../../../ui/charts/name-figure.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { SeenInMissionsNote } from '../hiding/seen-note.tsx';
import styles from './lists.module.css';

/** The tests counted in a figure over several missions, grouped by mission, as named in the address. */
export function FigureTestsPage() {
  const { values } = useFilters(['figure', 'status', 'organisation', 'tool', 'technique', 'runs']);
  const figure = figureKeys.find((known) => known === values.figure) ?? 'attempted';
  const status = missionStatuses.find((known) => known === values.status);
  const technique = values.technique || null;
  const runs = values.runs === 'first' ? values.runs : null;
  const found = useQuery(
    headlineTests({
      of: figure,
      ...(runs !== null && { runs }),
      ...(status !== undefined && { status }),
      ...(values.organisation && { organisation_id: values.organisation }),
      ...(values.tool && { tool: values.tool }),
      ...(technique !== null && { technique }),
    }),
  );
  const tools = useQuery(
    toolsOf(values.tool === '' || values.organisation === '' ? null : values.organisation),
  );
  const tool = tools.data?.find(({ id }) => id === values.tool);
  const title = nameChosen({ figure, technique, tool: tool?.name, runs });
  const inMission = new URLSearchParams({
    figure,
    ...(values.tool && { tool: values.tool }),
    ...(technique !== null && { technique }),
    ...(runs !== null && { runs }),
  });
  const trail = values.organisation
    ? { to: `/organisations/${values.organisation}`, label: t('shared.organisation') }
    : { to: '/', label: t('app.home') };
  return (
    <Stack gap="sm">
      <PageHead trail={[trail]} title={title} />
      {found.data === undefined ? (
        found.error === null ? (
          <SkeletonRows />
        ) : (
          <ProblemNote error={found.error} what={t('results.figures')} onRetry={() => found.refetch()} />
        )
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('charts.count', { count: found.data.total })}
          </Text>
          <SeenInMissionsNote
            {...(status !== undefined && { status })}
            {...(values.organisation && { organisation_id: values.organisation })}
          />
          {found.data.missions.map(({ mission, tests }) => (
            <section key={mission.id} className={styles.panel} aria-label={mission.name}>
              <h2>
                <Anchor
                  component={Link}
                  inherit
                  to={`/missions/${mission.id}?${inMission}`}
                  data-count={tests.length}
                >
                  <Name>{mission.name}</Name>
                </Anchor>{' '}
                <span className={styles.count}>{tests.length}</span>
              </h2>
              <ul className={styles.list}>
                {tests.map((test) => (
                  <li key={test.id}>
                    <Anchor component={Link} to={`/missions/${mission.id}/tests/${test.id}`} size="sm">
                      <Name>{test.name}</Name>
                    </Anchor>
                    <span className={styles.quiet}>{t(`names.outcome.${test.class ?? 'open'}`)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Stack>
  );
}
