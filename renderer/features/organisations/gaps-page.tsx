import { Anchor, Stack, Text } from '@mantine/core';
import { IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Choice, gapsOf } from '../../api/catalogue/threats.ts';
import { isGone } from '../../api/connection/problem.ts';
import { missionList } from '../../api/missions/missions.ts';
import { organisation as organisationQuery } from '../../api/organisations.ts';
import { rich } from '../../rich.ts';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { ChoiceFields } from '../catalogue/threats/choice-fields.tsx';
import { Unknown } from '../catalogue/threats/unknown.tsx';
import { useChoice } from '../catalogue/threats/use-choice.ts';
import { SeenInMissionsNote } from '../missions/hiding/seen-note.tsx';
import { GapTable } from './gap-table.tsx';
import { OrganisationPages } from './organisation-pages.tsx';

/** Gaps of an organisation against chosen threats. */
export function GapsPage() {
  const { organisationId = '' } = useParams();
  return <GapsOf key={organisationId} organisationId={organisationId} />;
}

/** The choice in the address; until someone chooses, the threats of the newest mission that has any. */
function useBeginning(organisationId: string) {
  const { choice, choose, isNothing, ...rest } = useChoice([]);
  const [hasChosen, setChosen] = useState(false);
  const isOpen = isNothing && !hasChosen;
  const missions = useQuery({
    ...missionList({ organisation_id: organisationId, limit: 50 }),
    enabled: isOpen,
  });
  const found = isOpen ? missions.data?.items.find(({ threats }) => threats.length > 0) : undefined;
  return {
    ...rest,
    choice:
      found === undefined
        ? choice
        : { threats: found.threats.map(({ external_id }) => external_id), techniques: [] },
    choose: (change: Partial<Choice>) => {
      setChosen(true);
      choose(change);
    },
    isNothing: isNothing && found === undefined,
    /** The mission from which these threats come. */
    origin: found ?? null,
    isLooking: isOpen && missions.isPending,
  };
}

function GapsOf({ organisationId }: { organisationId: string }) {
  const organisation = useQuery(organisationQuery(organisationId));
  const { choice, choose, isNothing, page, toPage, origin, isLooking } = useBeginning(organisationId);
  const gaps = useQuery(gapsOf(organisationId, choice));
  if (organisation.data === undefined || isGone(organisation.error)) {
    if (organisation.error === null) return <SkeletonRows />;
    return (
      <ProblemNote
        error={organisation.error}
        what={t('organisations.organisation')}
        onRetry={() => organisation.refetch()}
      />
    );
  }
  return (
    <Stack gap="sm">
      <PageHead
        trail={[{ to: '/organisations', label: t('shared.organisations') }]}
        title={organisation.data.name}
      />
      <OrganisationPages organisationId={organisationId} />
      <SeenInMissionsNote organisation_id={organisationId} />
      <ChoiceFields
        choice={choice}
        onChoose={choose}
        known={{ threats: gaps.data?.threats ?? [], techniques: gaps.data?.gaps ?? [] }}
      />
      {origin === null ? null : (
        <Text size="sm" c="dimmed">
          {rich('organisations.threats_of_mission', {
            mission: (
              <Anchor component={Link} to={`/missions/${origin.id}`} inherit>
                <Name>{origin.name}</Name>
              </Anchor>
            ),
          })}
        </Text>
      )}
      {isLooking ? (
        <SkeletonRows rows={8} />
      ) : isNothing ? (
        <EmptyState
          icon={IconTarget}
          title={t('organisations.choose_whom_to_compare_with')}
          hint={t('organisations.what_the_chosen_threats_use_stands')}
        />
      ) : gaps.isLoadingError ? (
        <ProblemNote
          error={gaps.error}
          what={t('organisations.list_of_gaps')}
          onRetry={() => gaps.refetch()}
        />
      ) : gaps.data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <>
          <Unknown ids={gaps.data.unknown} />
          <GapTable
            found={gaps.data}
            plan={{ threats: gaps.data.threats, own: choice.techniques }}
            isStale={gaps.isPlaceholderData}
            page={page}
            onPage={toPage}
          />
        </>
      )}
    </Stack>
  );
}
