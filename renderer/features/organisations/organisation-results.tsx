import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { drawTools } from '../../../domain/charts/bars.ts';
import { nameRate, nameTool } from '../../../domain/charts/figure-places.ts';
import { drawTrend } from '../../../domain/charts/trend.ts';
import { addHeadlines, type Headline } from '../../../domain/figures.ts';
import { organisationFigures } from '../../api/missions/figures.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { HeadlineTiles } from '../../ui/charts/headline.tsx';
import { t } from '../../words.ts';

/** The rates from mission to mission, and each tool's detections; empty without data. */
export function OrganisationResults({ organisationId }: { organisationId: string }) {
  const { data } = useQuery(organisationFigures(organisationId));
  const points = useMemo(
    () =>
      (data?.missions ?? [])
        .filter(({ figures }) => figures.judged > 0)
        .map(({ mission, ...others }) => ({ ...mission, ...others, key: mission.id })),
    [data],
  );
  const sums = useMemo(() => {
    if (data === undefined || data.missions.length === 0) return null;
    return {
      now: data.missions.map(({ figures }): Headline => figures).reduce(addHeadlines),
      first: data.missions.map(({ first }): Headline => first).reduce(addHeadlines),
    };
  }, [data]);
  const toTests = (figure: string, more: Record<string, string> = {}) =>
    `/figures?${new URLSearchParams({ figure, organisation: organisationId, ...more })}`;
  return (
    <>
      {sums === null || sums.now.attempted === 0 ? null : (
        <HeadlineTiles figures={sums.now} first={sums.first} toTests={toTests} />
      )}
      <Chart
        of={points}
        draw={drawTrend}
        toLink={(id, rate) =>
          rate === undefined
            ? `/missions/${id}/results`
            : `/missions/${id}?${new URLSearchParams({ figure: nameRate(rate) })}`
        }
        actions={
          <Anchor component={Link} to={`/comparison?organisation=${organisationId}`} size="xs">
            {t('results.comparison.link_organisation')}
          </Anchor>
        }
      />
      {data === undefined ? null : (
        <Chart of={data} draw={drawTools} toLink={(tool, part) => toTests(nameTool(part), { tool })} />
      )}
    </>
  );
}
