import { Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { IconTimeline } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Space } from '../../../../domain/charts/drawing.ts';
import { describeDuration } from '../../../../domain/charts/figure-words.ts';
import { drawTimeline, type TimedEvent } from '../../../../domain/charts/timeline.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { missionTimeline } from '../../../api/missions/timeline.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { SheetHead } from '../../../ui/print/sheet-parts.tsx';
import { useZone } from '../../../ui/times/time.tsx';
import { t, words } from '../../../words.ts';
import { useMissionTab } from '../mission-tabs.ts';
import { Lanes } from './lanes.tsx';
import { listEvents } from './list-events.ts';
import { listMoments, sumUpDelays } from './list-moments.ts';
import { type Span, spanOf } from './zoom.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

/** Number of events rendered at once; a long mission has thousands. */
const step = 200;

/** Timeline of a mission. */
export function TimelineTab() {
  const { mission } = useMissionTab();
  const [parameters, setParameters] = useSearchParams();
  const scenario = parameters.get('scenario');
  const { data, error, refetch } = useQuery(missionTimeline(mission));
  const [shown, setShown] = useState(step);
  const moments = useMemo(() => {
    const all = data === undefined ? [] : listMoments(mission, data);
    return scenario === null ? all : all.filter(({ scenarioId }) => scenarioId === scenario);
  }, [mission, data, scenario]);
  const events = useMemo(() => listEvents(moments), [moments]);
  const zone = useZone();
  const times = useMemo(() => events.map(({ at }) => Date.parse(at)).sort((a, b) => a - b), [events]);
  const whole = useMemo(() => spanOf(times), [times]);
  const [part, setPart] = useState<Span | null>(null);
  // In another scenario, the selected part may be empty.
  const isEmpty = part !== null && !times.some((at) => at >= part.from && at <= part.to);
  if (isEmpty) setPart(null);
  const draw = useMemo(() => drawIn(zone, part), [zone, part]);
  if (data === undefined) {
    if (error !== null)
      return <ProblemNote error={error} what={t('tests.timeline')} onRetry={() => refetch()} />;
    return (
      <Skeleton height={320} aria-busy="true" role="status" aria-label={t('tests.loading_the_timeline')} />
    );
  }
  return (
    <>
      <Group gap="md" role="search">
        {mission.scenarios.length > 1 ? (
          <Select
            aria-label={t('shared.scenario')}
            placeholder={t('tests.any_scenario')}
            size="xs"
            w={220}
            comboboxProps={{ keepMounted: false }}
            data={mission.scenarios.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
            value={scenario}
            onChange={(id) => setParameters(id === null ? {} : { scenario: id }, { replace: true })}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('tests.any_scenario') }}
          />
        ) : null}
        <Text size="sm" c="dimmed">
          {toSentence(describeDelays(mission, scenario))}
        </Text>
      </Group>
      {moments.length === 0 ? (
        <EmptyState
          icon={IconTimeline}
          title={t('tests.nothing_has_happened_yet')}
          hint={t('tests.executions_detections_and_reviews_stand_here')}
          action={
            <Button component={Link} to={`/missions/${mission.id}`} variant="default">
              {t('tests.to_the_tests')}
            </Button>
          }
        />
      ) : (
        <>
          <Chart
            of={events}
            draw={draw}
            toLink={(test) => `/missions/${mission.id}/tests/${test}`}
            actions={
              whole === null || whole.from === whole.to ? null : (
                <ZoomButtons times={times} whole={whole} shown={part} onShow={setPart} />
              )
            }
          />
          <Lanes missionId={mission.id} moments={moments.slice(0, shown)} />
          {moments.length > shown ? (
            <Button variant="default" size="xs" w="fit-content" onClick={() => setShown(shown + step)}>
              {t('tests.count_more', { count: moments.length - shown })}
            </Button>
          ) : null}
        </>
      )}
      <PrintSheet>
        {() => (
          <>
            <SheetHead
              trail={mission.name}
              title={t('tests.timeline_2')}
              facts={[
                [t('shared.time_to_detect'), describeDelays(mission, scenario) ?? t('tests.not_known_yet')],
              ]}
            />
            <Lanes missionId={mission.id} moments={moments} />
          </>
        )}
      </PrintSheet>
    </>
  );
}

function drawIn(zone: string, part: Span | null) {
  const shown =
    part === null ? {} : { from: new Date(part.from).toISOString(), to: new Date(part.to).toISOString() };
  return (events: readonly TimedEvent[], space: Space) => drawTimeline(events, { ...space, ...shown, zone });
}

const toSentence = (delays: string | null) =>
  delays === null ? t('tests.no_time_to_detect_is_known') : t('tests.time_to_detect_delays', { delays });

function describeDelays({ scenarios }: Mission, scenario: string | null): string | null {
  const tests = scenarios
    .filter(({ id }) => scenario === null || id === scenario)
    .flatMap((each) => each.tests);
  const delays = sumUpDelays(tests);
  if (delays === null) return null;
  return t('tests.median_in_the_median_longest_at', {
    median: describeDuration(delays.median, words),
    longest: describeDuration(delays.longest, words),
    of: delays.of,
  });
}
