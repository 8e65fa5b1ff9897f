import { useCallback, useMemo } from 'react';
import { longestNote } from '../../../../domain/limits.ts';
import { replayAnswers } from '../../../../domain/replay.ts';
import type { ReplayStep } from '../../../../server/missions/replay/contract.ts';
import { lastWriteOf, missionHistory } from '../../../api/history.ts';
import { ConflictDialog } from '../../../ui/record/conflict-dialog.tsx';
import { TextField } from '../../../ui/record/fields.tsx';
import { useConflict } from '../../../ui/record/use-conflict.ts';
import { useLeaveGuard } from '../../../ui/record/use-leave-guard.tsx';
import { useFieldKeys } from '../../../ui/record/use-record-keys.ts';
import { Labelled } from '../../../ui/text/prose.tsx';
import { Written } from '../../../ui/text/written.tsx';
import { t } from '../../../words.ts';
import { type StepField, stepFieldKinds, stepFieldNames, stepFields, useStepWriter } from './step-record.ts';

/** The questions to the room, its decision, and the note of the presenter; each saves itself. */
export function Answers({
  missionId,
  step,
  place,
  may,
  isPresenter,
}: {
  missionId: string;
  step: ReplayStep;
  /** Number of the step, from 1. */
  place: number;
  may: boolean;
  /** The note of the presenter is not for the projector. */
  isPresenter: boolean;
}) {
  const path = `/missions/${missionId}/replay`;
  const writer = useStepWriter(missionId, step, `${path}?step=${place}`);
  const names = useMemo(stepFieldNames, []);
  const conflict = useConflict<StepField>();
  const leaving = useLeaveGuard({ writer, names, path, onCompare: conflict.compare });
  const lastWrite = useCallback(
    (field: StepField) => lastWriteOf(missionHistory(missionId), { test_id: step.id }, field),
    [missionId, step.id],
  );
  useFieldKeys();
  const shown: readonly StepField[] = isPresenter ? replayAnswers : stepFields;
  return (
    <>
      {shown.map((field) =>
        may ? (
          <div key={field} data-answer={field}>
            <TextField
              field={field}
              label={names[field]}
              values={step}
              writer={writer}
              onCompare={conflict.compare}
              lastWrite={lastWrite}
              readOnly={false}
              longest={longestNote}
              {...(field === 'note' ? { hint: t('mission_replay.note_hint') } : {})}
            />
          </div>
        ) : step[field] === null ? null : (
          <Labelled key={field} label={names[field]}>
            <Written text={step[field]} />
          </Labelled>
        ),
      )}
      <ConflictDialog
        conflict={conflict}
        names={names}
        kinds={stepFieldKinds}
        writer={writer}
        levels={[]}
        lastWrite={lastWrite}
        isOpen={may}
      />
      {leaving}
    </>
  );
}
