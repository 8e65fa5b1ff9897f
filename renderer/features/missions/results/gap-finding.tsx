import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { isArchived } from '../../../../domain/missions.ts';
import { holdsOneOf, missionWriters } from '../../../../domain/permissions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import type { Suggestion } from '../../../../server/missions/findings/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { missionFindings, suggestedFindings } from '../../../api/missions/findings.ts';
import { t } from '../../../words.ts';
import { FindingChips } from '../findings/finding-chips.tsx';
import { toFindingPath } from '../findings/finding-words.ts';
import { takeSuggestion } from '../findings/take-suggestion.ts';
import { useMissionTab } from '../mission-tabs.ts';

/** The findings that cover a gap, or a button to create one. */
export function GapFinding({ gap: { test } }: { gap: MissionFigures['gaps'][number] }) {
  const { mission } = useMissionTab();
  const { permissions } = useUser();
  const may = !isArchived(mission.status) && holdsOneOf(permissions, missionWriters);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const findings = useQuery(missionFindings(mission.id)).data;
  const suggested = useQuery({ ...suggestedFindings(mission.id), enabled: may }).data;
  const making = useMutation({
    mutationFn: (suggestion: Suggestion) => takeSuggestion(queryClient, mission.id, suggestion),
    onSuccess: (made) => navigate(toFindingPath(mission.id, made.id)),
    onError: (error) =>
      notifications.show({ color: 'red', title: t('findings.not_taken'), message: error.message }),
  });
  const covering = findings?.filter(({ tests }) => tests.some(({ test_id }) => test_id === test.id)) ?? [];
  if (covering.length > 0) return <FindingChips findings={covering} />;
  const suggestion = suggested?.find(
    ({ suggestion: key, tests }) =>
      key.startsWith('gap:') && tests.some(({ test_id }) => test_id === test.id),
  );
  if (!may || findings === undefined || suggested === undefined) return null;
  const shown = {
    size: 'xs',
    'aria-label': t('findings.make_of', { test: toVisibleText(test.name) }),
    children: t('findings.make'),
  } as const;
  return suggestion === undefined ? (
    <Anchor
      component={Link}
      to={`/missions/${mission.id}/findings?dialog=new-finding.${test.id}`}
      {...shown}
    />
  ) : (
    <Anchor
      component="button"
      type="button"
      disabled={making.isPending}
      onClick={() => making.mutate(suggestion)}
      {...shown}
    />
  );
}
