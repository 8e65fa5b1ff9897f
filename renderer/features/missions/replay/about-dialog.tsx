import { Modal, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { longestNote } from '../../../../domain/limits.ts';
import type { Replay } from '../../../../server/missions/replay/contract.ts';
import { changeReplay } from '../../../api/missions/replay.ts';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost } from '../../../ui/forms/rules.ts';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { MomentInput, useMoments } from '../sightings/moment-input.tsx';

type Values = { started_at: string; ended_at: string; attendees: string; summary: string };

/** When the replay was, with whom, and its summary. */
export function AboutDialog({ replay, onClose }: { replay: Replay; onClose: () => void }) {
  const queryClient = useQueryClient();
  const moments = useMoments();
  const isTime = (text: string) =>
    text.trim() !== '' && moments.read(text) === null ? t('facts.when.wrong') : null;
  const { form, drop } = useKeptForm<Values>({
    draft: `about-replay.${replay.id}`,
    initialValues: {
      started_at: moments.write(replay.started_at),
      ended_at: moments.write(replay.ended_at),
      attendees: replay.attendees.join('\n'),
      summary: replay.summary ?? '',
    },
    validate: { started_at: isTime, ended_at: isTime, summary: atMost(longestNote) },
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ started_at, ended_at, attendees, summary }: Values) => {
      const read = (text: string) => (text.trim() === '' ? null : moments.read(text));
      const people = attendees.split('\n').map((name) => name.trim());
      return changeReplay(queryClient, replay.id, {
        started_at: read(started_at),
        ended_at: read(ended_at),
        attendees: people.filter((name) => name !== ''),
        summary: toNullIfEmpty(summary),
      });
    },
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('mission_replay.about')} centered>
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
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
