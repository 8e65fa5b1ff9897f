import { useNavigate } from 'react-router';
import { engagementList } from '../../api/engagements.ts';
import { useUser } from '../../api/session.ts';
import { useExerciseList } from '../../ui/use-exercise-list.ts';
import { EngagementDialog } from './engagement-dialog.tsx';
import { engagementStatuses, isRed } from './engagement-status.ts';
import { EngagementsView } from './engagements-view.tsx';

export function Component() {
  const navigate = useNavigate();
  const mayCreate = isRed(useUser().role);
  const list = useExerciseList(engagementStatuses, engagementList);
  return (
    <>
      <EngagementsView list={list} mayCreate={mayCreate} />
      {mayCreate && list.isCreating ? (
        <EngagementDialog
          engagement={null}
          onClose={() => list.setCreating(false)}
          onSaved={(made) => navigate(`/engagements/${made.id}`, { replace: true })}
        />
      ) : null}
    </>
  );
}
