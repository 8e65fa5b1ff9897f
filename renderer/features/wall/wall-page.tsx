import { useCallback } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { isGone } from '../../api/connection/problem.ts';
import { useKeysHelp } from '../../ui/keys/keys-help.tsx';
import { wallKeys } from '../../ui/keys/shortcuts.ts';
import { usePageKeys } from '../../ui/keys/use-page-keys.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { useFullScreen } from '../../ui/pages/use-full-screen.ts';
import { t } from '../../words.ts';
import { MissionSkeleton } from '../missions/mission-view.tsx';
import { useFollowedMission } from '../missions/use-followed-mission.ts';
import { WallView } from './wall-view.tsx';

/** A mission for a projector: read-only, and kept up to date. */
export function WallPage() {
  const { missionId = '' } = useParams();
  const { query: mission } = useFollowedMission(missionId);
  const leave = useLeave(missionId);
  const screen = useFullScreen(leave);
  const leaveAll = () => {
    screen.end();
    leave();
  };
  useKeysHelp(wallKeys());
  usePageKeys([
    ['f', screen.toggle],
    ['Escape', leaveAll],
  ]);
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
  return <WallView mission={mission.data} isFull={screen.isFull} onFull={screen.toggle} onLeave={leaveAll} />;
}

/** Back to the page that opened the wall view, else to the mission. */
function useLeave(missionId: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isFromMission = state?.fromMission === true;
  return useCallback(() => {
    void (isFromMission ? navigate(-1) : navigate(`/missions/${missionId}`, { replace: true }));
  }, [navigate, isFromMission, missionId]);
}
