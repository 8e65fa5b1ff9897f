import { Outlet, useNavigate, useParams } from 'react-router';
import { isGone } from '../../api/connection/problem.ts';
import { useIsBeside } from '../../ui/dialogs/beside.ts';
import { usePageKeys } from '../../ui/keys/use-page-keys.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PicturesOf } from '../../ui/text/pictures-of.ts';
import { t } from '../../words.ts';
import { useMissionActions } from './actions/use-mission-actions.tsx';
import type { MissionTabContext } from './mission-tabs.ts';
import { MissionSkeleton, MissionView } from './mission-view.tsx';
import { useFollowedMission } from './use-followed-mission.ts';
import { toWall } from './wall-link.ts';

/** A mission and one of its tabs; an open test is a separate page if there is no room next to the table. */
export function MissionPage() {
  const { testId, missionId = '' } = useParams();
  const isBeside = useIsBeside();
  usePageKeys([['f', useOpenWall()]]);
  return (
    <PicturesOf value={missionId}>
      {testId === undefined || isBeside ? <WholeMission /> : <Outlet />}
    </PicturesOf>
  );
}

function useOpenWall(): () => void {
  const { missionId = '' } = useParams();
  const navigate = useNavigate();
  return () => {
    const { to, state, onGo } = toWall(missionId);
    onGo();
    void navigate(to, { state });
  };
}

/** Layout of a mission's tabs, below its head. */
function WholeMission() {
  const { missionId = '' } = useParams();
  const { query: mission, activity } = useFollowedMission(missionId);
  const actions = useMissionActions(mission.data);
  // A deleted mission isn't shown any more, although it is still cached.
  if (mission.data === undefined || isGone(mission.error)) {
    if (mission.error === null) return <MissionSkeleton />;
    return (
      <ProblemNote
        error={mission.error}
        what={t('missions.mission')}
        of="mission"
        onRetry={() => mission.refetch()}
      />
    );
  }
  const context: MissionTabContext = { mission: mission.data, activity, actions };
  return (
    <>
      <MissionView mission={mission.data} actions={actions}>
        <Outlet context={context} />
      </MissionView>
      {actions.dialog}
    </>
  );
}
