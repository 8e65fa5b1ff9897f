import { Button, Stack } from '@mantine/core';
import { IconArrowsDiff, IconGridDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { largestPage } from '../../../../domain/limits.ts';
import { comparison } from '../../../api/missions/comparison.ts';
import { missionList } from '../../../api/missions/missions.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { SeenNote } from '../hiding/seen-note.tsx';
import { useFollowedMission } from '../use-followed-mission.ts';
import { chooseMissions, MissionPair } from './mission-pair.tsx';
import { SavedAs } from './saved-as.tsx';
import { TwoMissions } from './two-missions.tsx';

/** Compares two missions named in the address: of an organisation, else of all visible ones. */
export function ComparisonPage() {
  const { values, set } = useFilters(['organisation', 'before', 'now']);
  const { organisation } = values;
  const known = useQuery(
    missionList({
      sort: 'start_date',
      order: 'asc',
      limit: largestPage,
      ...(organisation && { organisation_id: organisation }),
    }),
  );
  const { before, now } = chooseMissions(known.data?.items ?? [], values);
  const isChosen = before !== '' && now !== '' && before !== now;
  const compared = useQuery({ ...comparison({ before, now }), enabled: isChosen });
  return (
    <Stack gap="sm">
      <PageHead
        trail={[
          organisation === ''
            ? { to: '/missions', label: t('shared.missions') }
            : { to: `/organisations/${organisation}`, label: t('shared.organisation') },
        ]}
        title={t('results.comparison')}
        actions={
          isChosen ? (
            <>
              <Button
                component={Link}
                to={`/catalogue?${new URLSearchParams({ of: `mission:${now}`, with: `mission:${before}` })}`}
                size="xs"
                variant="default"
                leftSection={<IconGridDots size={15} aria-hidden />}
              >
                {t('results.comparison.matrix')}
              </Button>
              <SavedAs missions={{ before, now }} />
            </>
          ) : null
        }
      />
      {known.data === undefined ? (
        known.error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <ProblemNote
            error={known.error}
            what={t('shared.list_of.mission')}
            onRetry={() => known.refetch()}
          />
        )
      ) : (
        <MissionPair missions={known.data.items} chosen={{ before, now }} onChoose={set} />
      )}
      {isChosen ? [before, now].map((id) => <Follow key={id} missionId={id} />) : null}
      {!isChosen ? (
        known.data === undefined ? null : (
          <EmptyState
            icon={IconArrowsDiff}
            title={t('results.comparison.choose')}
            hint={t('results.comparison.choose_hint')}
          />
        )
      ) : compared.data === undefined ? (
        compared.error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <ProblemNote
            error={compared.error}
            what={t('results.comparison.what')}
            of="mission"
            onRetry={() => compared.refetch()}
          />
        )
      ) : (
        <>
          <SeenNote of={(known.data?.items ?? []).filter(({ id }) => id === before || id === now)} />
          <TwoMissions of={compared.data} />
        </>
      )}
    </Stack>
  );
}

/** Updates the comparison when a mission changes. */
function Follow({ missionId }: { missionId: string }) {
  useFollowedMission(missionId);
  return null;
}
