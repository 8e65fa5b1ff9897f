import { engagementList } from '../../api/engagements.ts';
import { useUser } from '../../api/session.ts';
import { useExerciseList } from '../../ui/use-exercise-list.ts';
import { useGo } from '../../ui/use-go.ts';
import { EngagementDialog } from './engagement-dialog.tsx';
import { engagementStatuses, isRed } from './engagement-status.ts';
import { EngagementsView } from './engagements-view.tsx';

export function Component() {
  const go = useGo();
  const mayCreate = isRed(useUser().role);
  const list = useExerciseList(engagementStatuses, engagementList);
  return (
    <>
      <EngagementsView list={list} mayCreate={mayCreate} />
      {mayCreate && list.isCreating ? (
        <EngagementDialog
          engagement={null}
          onClose={() => list.setCreating(false)}
          onSaved={(made) => go(`/engagements/${made.id}`)}
        />
      ) : null}
    </>
  );
}
