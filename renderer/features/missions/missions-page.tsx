import { useNavigate } from 'react-router';
import { missionList } from '../../api/missions.ts';
import { useMay } from '../../api/session.ts';
import { useExerciseList } from '../../ui/use-exercise-list.ts';
import { CreateMissionDialog } from './create-mission-dialog.tsx';
import { MissionsView } from './missions-view.tsx';
import { missionStatuses } from './statuses.ts';

export function Component() {
  const navigate = useNavigate();
  const mayCreate = useMay('mission.create');
  const list = useExerciseList(missionStatuses, missionList);
  return (
    <>
      <MissionsView list={list} mayCreate={mayCreate} />
      {mayCreate && list.isCreating ? (
        <CreateMissionDialog
          onClose={() => list.setCreating(false)}
          onCreated={(mission) => navigate(`/missions/${mission.id}`, { replace: true })}
        />
      ) : null}
    </>
  );
}
