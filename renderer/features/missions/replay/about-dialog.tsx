import { Modal, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { longestNote } from '../../../../domain/limits.ts';
import type { Replay, ReplayPatch } from '../../../../server/missions/replay/contract.ts';
import { changeReplay, ReplayClash } from '../../../api/missions/replay.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { describeTheirs, explainClash } from '../explain-clash.ts';
import { MomentInput, useMoments } from '../sightings/moment-input.tsx';

type Values = { started_at: string; ended_at: string; attendees: string; summary: string };

/** When the replay was, with whom, and its summary. */
export function AboutDialog({ replay, onClose }: { replay: Replay; onClose: () => void }) {
  const queryClient = useQueryClient();
  const moments = useMoments();
  const isTime = (text: string) =>
    text.trim() !== '' && moments.read(text) === null ? t('facts.when.wrong') : null;
  const write = ({ started_at, ended_at, attendees, summary }: Replay): Values => ({
    started_at: moments.write(started_at),
    ended_at: moments.write(ended_at),
    attendees: attendees.join('\n'),
    summary: summary ?? '',
  });
  const { form, drop, changes } = useKeptForm<Values>({
    draft: `about-replay.${replay.id}`,
    initialValues: write(replay),
    validate: { started_at: isTime, ended_at: isTime, summary: atMost(longestNote) },
  });
  // The version on which the edit is based. After a clash it is the other person's, so that saving again overwrites it.
  const [seen, setSeen] = useState(replay);
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: async (values: Partial<Values>) => {
      if (Object.keys(values).length === 0) return;
      await changeReplay(queryClient, seen, toPatch(values, moments.read)).catch((error: unknown) => {
        if (!(error instanceof ReplayClash)) throw error;
        setSeen(error.theirs);
        const values = write(error.theirs);
        throw explainClash(error, (who, field) => describeTheirs(who, values[field]));
      });
    },
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('mission_replay.about')} centered>
      <Form
        form={form}
        saving={saving}
        onSubmit={() => saving.mutate(changes)}
        buttons={
          <DialogButtons submit={t('mission_replay.save')} isSaving={saving.isPending} onCancel={close} />
        }
      >
        <MomentInput
          label={t('mission_replay.started_at')}
          data-autofocus
          {...form.getInputProps('started_at')}
        />
        <MomentInput label={t('mission_replay.ended_at')} {...form.getInputProps('ended_at')} />
        <Textarea
          label={t('mission_replay.attendees')}
          description={t('mission_replay.attendees_hint')}
          autosize
          minRows={3}
          {...form.getInputProps('attendees')}
        />
        <MarkdownArea label={t('mission_replay.summary')} minRows={3} {...form.getInputProps('summary')} />
      </Form>
    </Modal>
  );
}

function toPatch(
  { started_at, ended_at, attendees, summary }: Partial<Values>,
  readMoment: (text: string) => string | null,
): ReplayPatch {
  const read = (text: string) => (text.trim() === '' ? null : readMoment(text));
  const people = attendees?.split('\n').map((name) => name.trim());
  return {
    ...(started_at !== undefined && { started_at: read(started_at) }),
    ...(ended_at !== undefined && { ended_at: read(ended_at) }),
    ...(people !== undefined && { attendees: people.filter((name) => name !== '') }),
    ...(summary !== undefined && { summary: toNullIfEmpty(summary) }),
  };
}
