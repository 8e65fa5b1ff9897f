import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotOursReason } from '../../../../domain/sightings.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type {
  Sighting,
  SightingFile,
  SuggestedSighting,
} from '../../../../server/missions/sightings/contract.ts';
import {
  acceptSighting,
  addSighting,
  attachFile,
  deleteFile,
  deleteSighting,
  readFile,
  refuseSighting,
  undoSighting,
} from '../../../api/missions/sightings.ts';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { t } from '../../../words.ts';
import type { SightingActions } from './sighting-card.tsx';
import { toNewSighting } from './sighting-words.ts';

type Writing = {
  actions: SightingActions;
  /** Matches a sighting to a test. */
  match: (sighting: Sighting, testId: string) => Promise<unknown>;
  refuse: (sighting: Sighting, reason: NotOursReason) => Promise<unknown>;
  save: (file: SightingFile) => void;
};

/** The writes to the sightings of a mission: each is said, and can be undone where it can be. */
export function useSightingActions(
  missionId: string,
  {
    suggested,
    open,
  }: {
    suggested: ReadonlyMap<string, SuggestedSighting['suggestions']> | undefined;
    open: (dialog: 'edit' | 'pick' | 'not-ours', sighting: Sighting) => unknown;
  },
): Writing {
  const queryClient = useQueryClient();
  const failed = (title: string) => (error: Error) =>
    notifications.show({ color: 'red', title, message: error.message });
  const undoOf = (sighting: Sighting, testId: string | null) => async () => {
    await undoSighting(queryClient, sighting, testId);
    return undefined;
  };
  const match = async (sighting: Sighting, testId: string) => {
    await acceptSighting(queryClient, sighting, testId);
    offerUndo({ what: t('sightings.matched'), undo: undoOf(sighting, testId) });
  };
  const refuse = async (sighting: Sighting, reason: NotOursReason) => {
    await refuseSighting(queryClient, sighting, reason);
    offerUndo({ what: t('sightings.refused'), undo: undoOf(sighting, null) });
  };
  const accepting = useMutation({
    mutationFn: ({ sighting, test }: { sighting: Sighting; test: string }) => match(sighting, test),
    onError: failed(t('sightings.not_done')),
  });
  const undoing = useMutation({
    mutationFn: (sighting: Sighting) => undoSighting(queryClient, sighting, sighting.test_id),
    onError: failed(t('sightings.not_done')),
  });
  const removing = useMutation({
    mutationFn: (sighting: Sighting) => deleteSighting(queryClient, sighting),
    onSuccess: (_done, sighting) =>
      offerUndo({
        what: t('sightings.deleted'),
        undo: async () => {
          await addSighting(queryClient, missionId, toNewSighting(sighting));
          return undefined;
        },
      }),
    onError: failed(t('sightings.not_deleted')),
  });
  const attaching = useMutation({
    mutationFn: ({ sighting, file }: { sighting: Sighting; file: File }) =>
      attachFile(queryClient, sighting, file),
    onError: failed(t('sightings.not_attached')),
  });
  const saving = useMutation({
    mutationFn: async (file: SightingFile) => saveFile(toVisibleText(file.file_name), await readFile(file)),
    onError: failed(t('evidence.not_downloaded')),
  });
  const removingFile = useMutation({
    mutationFn: async (file: SightingFile) => {
      const bytes = await readFile(file);
      await deleteFile(queryClient, file);
      return bytes;
    },
    onSuccess: (bytes, file) =>
      offerUndo({
        what: t('sightings.file_deleted'),
        undo: async () => {
          const again = new File([bytes], file.file_name, { type: file.mime_type });
          await attachFile(queryClient, { mission_id: missionId, id: file.sighting_id }, again);
          return undefined;
        },
      }),
    onError: failed(t('sightings.not_deleted')),
  });
  return {
    match,
    refuse,
    save: saving.mutate,
    actions: {
      edit: (sighting) => open('edit', sighting),
      pick: (sighting) => open('pick', sighting),
      refuse: (sighting) => open('not-ours', sighting),
      remove: removing.mutate,
      undo: undoing.mutate,
      accept: (sighting) => {
        const best = suggested?.get(sighting.id)?.[0];
        if (best?.is_current && !accepting.isPending) accepting.mutate({ sighting, test: best.test_id });
      },
      attach: (sighting, file) => attaching.mutate({ sighting, file }),
      removeFile: removingFile.mutate,
    },
  };
}
