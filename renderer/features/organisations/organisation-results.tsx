import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { drawTools } from '../../../domain/charts/bars.ts';
import { drawTrend } from '../../../domain/charts/trend.ts';
import { addHeadlines, type Headline, type ToolFigure } from '../../../domain/figures.ts';
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
        <HeadlineTiles figures={sums.now} first={sums.first} toTests={(figure) => toTests(figure)} />
      )}
      <Chart
        of={points}
        draw={drawTrend}
        toLink={(id) => `/missions/${id}/results`}
        actions={
          <Anchor component={Link} to={`/comparison?organisation=${organisationId}`} size="xs">
            {t('results.comparison.link_organisation')}
          </Anchor>
        }
      />
      {data === undefined ? null : (
        <Chart
          of={data}
          draw={drawTools}
          toLink={(tool, part = mainPart(data.by_tool, tool)) => toTests(`tool_${part}`, { tool })}
        />
      )}
    </>
  );
}

/** The tests behind a tool's bar: those in which it was expected, else those in which it saw something. */
function mainPart(tools: readonly ToolFigure[], id: string): 'expected' | 'saw' {
  return tools.some(({ tool, N }) => tool.id === id && N > 0) ? 'expected' : 'saw';
}
