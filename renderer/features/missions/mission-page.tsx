import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { detectionLevels } from '../../api/detection-levels.ts';
import { mission as missionQuery } from '../../api/missions.ts';
import { isGone } from '../../api/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { arrange, listRows, readArrangement } from './arrange-tests.ts';
import { MissionSkeleton, MissionView } from './mission-view.tsx';
import { useActivity } from './use-activity.ts';
import { useMissionActions } from './use-mission-actions.tsx';

/** Others may start, complete or archive a mission, which its activity does not tell. */
const readAgainEveryMs = 120_000;

export function MissionPage() {
  const { missionId = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const mission = useQuery({ ...missionQuery(missionId), refetchInterval: readAgainEveryMs });
  const levels = useQuery(detectionLevels);
  const activity = useActivity(missionId);
  const actions = useMissionActions(mission.data);
  const arrangement = useMemo(() => readArrangement(parameters), [parameters]);
  const all = useMemo(() => (mission.data ? listRows(mission.data) : []), [mission.data]);
  const rows = useMemo(() => arrange(all, arrangement), [all, arrangement]);
  // A mission that somebody deleted isn't shown any more, though it is still cached.
  if (mission.data === undefined || isGone(mission.error)) {
    if (mission.error === null) return <MissionSkeleton />;
    return <ProblemNote error={mission.error} what="mission" onRetry={() => mission.refetch()} />;
  }
  const set = (change: Record<string, string | null>) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <MissionView
        mission={mission.data}
        levels={levels.data ?? []}
        rows={rows}
        arrangement={arrangement}
        search={parameters.size > 0 ? `?${parameters}` : ''}
        marks={activity.marks}
        onClearMarks={() => activity.clear()}
        onArrange={set}
        actions={actions}
      />
      {actions.dialog}
    </>
  );
}
