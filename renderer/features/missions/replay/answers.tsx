import { Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { longestNote } from '../../../../domain/limits.ts';
import { replayAnswers } from '../../../../domain/replay.ts';
import type { ReplayStep } from '../../../../server/missions/replay/contract.ts';
import { changeStep } from '../../../api/missions/replay.ts';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { Labelled } from '../../../ui/text/prose.tsx';
import { Written } from '../../../ui/text/written.tsx';
import { t } from '../../../words.ts';

type Field = (typeof replayAnswers)[number] | 'note';

/** The questions to the room, its decision, and the note of the presenter; each is saved when it is left. */
export function Answers({
  missionId,
  step,
  may,
  isPresenter,
}: {
  missionId: string;
  step: ReplayStep;
  may: boolean;
  /** The note of the presenter is not for the projector. */
  isPresenter: boolean;
}) {
  const fields: readonly Field[] = isPresenter ? replayAnswers : [...replayAnswers, 'note'];
  return (
    <>
      {fields.map((field) => (
        <Answer
          // The text that others wrote replaces the shown one.
          key={`${step.id} ${step.run} ${field} ${step[field]}`}
          missionId={missionId}
          step={step}
          field={field}
          may={may}
        />
      ))}
    </>
  );
}

function Answer({
  missionId,
  step,
  field,
  may,
}: {
  missionId: string;
  step: ReplayStep;
  field: Field;
  may: boolean;
}) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(step[field] ?? '');
  const saving = useMutation({
    mutationFn: () => changeStep(queryClient, missionId, step, { [field]: toNullIfEmpty(text) }),
    onError: (error) =>
      notifications.show({ color: 'red', title: t('mission_replay.not_saved'), message: error.message }),
  });
  const label = t(`mission_replay.question.${field}`);
  if (!may) {
    if (step[field] === null) return null;
    return (
      <Labelled label={label}>
        <Written text={step[field]} />
      </Labelled>
    );
  }
  return (
    <Textarea
      label={label}
      description={field === 'note' ? t('mission_replay.note_hint') : undefined}
      autosize
      minRows={2}
      maxRows={12}
      maxLength={longestNote}
      data-answer={field}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        if (toNullIfEmpty(text) !== step[field]) saving.mutate();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
