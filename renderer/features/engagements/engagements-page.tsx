import { engagementStatuses } from '../../../domain/engagements.ts';
import { redRoles } from '../../../domain/sides.ts';
import { useUser } from '../../api/connection/session.ts';
import { engagementList } from '../../api/engagements/engagements.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { useExerciseList } from '../../ui/lists/use-exercise-list.ts';
import { EngagementDialog } from './engagement-dialog.tsx';
import { EngagementList } from './engagement-list.tsx';

const sortColumns = ['name', 'client', 'status', 'start_date'] as const;

export function EngagementsPage() {
  const mayCreate = redRoles.includes(useUser().role);
  const list = useExerciseList(engagementStatuses, sortColumns, engagementList);
  const dialog = useDialog(['create'], { may: mayCreate });
  return (
    <>
      <EngagementList list={list} onCreate={mayCreate ? () => dialog.open('create') : null} />
      {dialog.name === 'create' ? (
        <EngagementDialog
          engagement={null}
          onClose={dialog.close}
          onSaved={(made) => dialog.leaveFor(`/engagements/${made.id}`)}
        />
      ) : null}
    </>
  );
}
