import { missionStatuses } from '../../../../domain/missions.ts';
import { useMay } from '../../../api/connection/session.ts';
import { missionList } from '../../../api/missions/missions.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useExerciseList } from '../../../ui/lists/use-exercise-list.ts';
import { CreateMissionDialog } from '../create-mission-dialog.tsx';
import { MissionList } from './mission-list.tsx';

const sortColumns = ['name', 'client', 'status', 'start_date', 'progress'] as const;

export function MissionsPage() {
  const mayCreate = useMay('mission.create');
  const list = useExerciseList(missionStatuses, sortColumns, missionList);
  const dialog = useDialog(['create'], { may: mayCreate });
  return (
    <>
      <MissionList list={list} onCreate={mayCreate ? () => dialog.open('create') : null} />
      {dialog.name === 'create' ? (
        <CreateMissionDialog
          onClose={dialog.close}
          onCreated={(mission) => dialog.leaveFor(`/missions/${mission.id}`)}
        />
      ) : null}
    </>
  );
}
