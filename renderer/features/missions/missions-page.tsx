import { missionList } from '../../api/missions.ts';
import { useMay } from '../../api/session.ts';
import { useExerciseList } from '../../ui/use-exercise-list.ts';
import { useGo } from '../../ui/use-go.ts';
import { CreateMissionDialog } from './create-mission-dialog.tsx';
import { MissionsView } from './missions-view.tsx';
import { missionStatuses } from './statuses.ts';

export function Component() {
  const go = useGo();
  const mayCreate = useMay('mission.create');
  const list = useExerciseList(missionStatuses, missionList);
  return (
    <>
      <MissionsView list={list} mayCreate={mayCreate} />
      {mayCreate && list.isCreating ? (
        <CreateMissionDialog
          onClose={() => list.setCreating(false)}
          onCreated={(mission) => go(`/missions/${mission.id}`)}
        />
      ) : null}
    </>
  );
}
