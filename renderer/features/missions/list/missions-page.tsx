import { missionStatuses } from '../../../../domain/missions.ts';
import { missionList } from '../../../api/missions.ts';
import { useMay } from '../../../api/session.ts';
import { useDialog } from '../../../ui/use-dialog.ts';
import { useExerciseList } from '../../../ui/use-exercise-list.ts';
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
