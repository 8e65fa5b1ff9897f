import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Side } from '../../../domain/sides.ts';
import { useUser } from '../../api/connection/session.ts';
import { createStore } from '../../api/connection/store.ts';
import {
  deleteEvidence,
  type EvidenceFile,
  type EvidenceOwner,
  sideOf,
} from '../../api/missions/evidence.ts';
import { rich } from '../../rich.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { nameByTime } from '../../ui/forms/name-by-time.ts';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { checkCaption, makeCaptionId } from './captions.ts';
import { EvidencePreview } from './evidence-preview.tsx';
import type { EvidenceProps } from './evidence-section.tsx';
import { addUploads, cancelUpload, retryUpload, useUploads } from './uploads.ts';

export type Evidence = {
  of: (side: Side) => EvidenceProps;
  /** Files of both sides. */
  files: Pick<EvidenceProps, 'records' | 'onPreview'>;
  onUsed: (side: Side) => void;
  dialog: ReactNode;
};

/** Owner of evidence, with its files; undefined while loading. */
type Shown = { owner: EvidenceOwner; evidence: readonly EvidenceFile[] } | undefined;

/**
 * Evidence of a test or a simulation: files, adding by drop, picker and paste, previewing and deleting. `sides` are the sides
 * that this person may write.
 */
export function useEvidence(shownOf: Shown, sides: readonly Side[]): Evidence {
  const queryClient = useQueryClient();
  const userId = useUser().id;
  const uploads = useUploads();
  const [captions] = useState(() => createStore<Readonly<Record<Side, string>>>({ red: '', blue: '' }));
  const [shown, setShown] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<EvidenceFile | null>(null);
  // People who write for both sides paste into the side used last.
  const used = useRef<Side | null>(null);

  const send = (side: Side, files: readonly File[], caption: string | null) => {
    if (shownOf === undefined || files.length === 0 || !sides.includes(side)) return;
    addUploads(
      queryClient,
      { owner: shownOf.owner, userId },
      files.map((file) => ({ side, file, caption })),
    );
  };
  const add = (side: Side, files: readonly File[]) => {
    const typed = captions.get();
    if (checkCaption(typed[side]) !== null) {
      document.getElementById(makeCaptionId(side))?.focus();
      return;
    }
    send(side, files, typed[side].trim() || null);
    if (files.length > 0) captions.set({ ...typed, [side]: '' });
  };
  const latest = useRef({ add, sides });
  latest.current = { add, sides };
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      const target = event.target instanceof Element ? event.target : null;
      // Copied cells contain both text and a picture; in a field, the text is meant.
      if (target?.closest(':is(input, textarea)') && event.clipboardData?.types.includes('text/plain'))
        return;
      const { sides: mine, add: put } = latest.current;
      const side = used.current && mine.includes(used.current) ? used.current : mine[0];
      if (side === undefined) return;
      event.preventDefault();
      put(side, files.map(nameByTime));
    };
    // A file dropped beside the drop zone must not replace the page in the window.
    const preventLeaving = (event: DragEvent) => event.preventDefault();
    document.addEventListener('paste', paste);
    addEventListener('dragover', preventLeaving);
    addEventListener('drop', preventLeaving);
    return () => {
      document.removeEventListener('paste', paste);
      removeEventListener('dragover', preventLeaving);
      removeEventListener('drop', preventLeaving);
    };
  }, []);

  const ofSide = (side: Side) => shownOf?.evidence.filter((record) => sideOf(record) === side) ?? [];
  const records = [...ofSide('red'), ...ofSide('blue')];
  const preview = records.find(({ id }) => id === shown);
  // People who may not write the picture's side save their drawing on their own.
  const drawnFor = preview !== undefined && sides.includes(sideOf(preview)) ? sideOf(preview) : sides[0];

  const onPreview = ({ id }: EvidenceFile) => setShown(id);
  return {
    files: { records, onPreview },
    of: (side) => ({
      side,
      records: ofSide(side),
      uploads: uploads.filter(
        (item) => item.owner.id === shownOf?.owner.id && item.side === side && item.userId === userId,
      ),
      readOnly: !sides.includes(side),
      captions,
      onAdd: (files) => add(side, files),
      onCancel: cancelUpload,
      onRetry: (id) => retryUpload(queryClient, id),
      onPreview,
      onDelete: setDeleting,
    }),
    onUsed: (side) => {
      used.current = side;
    },
    dialog: (
      <>
        {preview ? (
          <EvidencePreview
            records={records}
            record={preview}
            onShow={onPreview}
            onClose={() => setShown(null)}
            readOnly={!sides.includes(sideOf(preview))}
            onDrawn={drawnFor === undefined ? null : (file) => send(drawnFor, [file], preview.caption)}
          />
        ) : null}
        {deleting ? (
          <ConfirmDialog
            title={t('evidence.delete.title')}
            confirm={t('evidence.delete.confirm')}
            onConfirm={() => deleteEvidence(queryClient, deleting)}
            onClose={() => setDeleting(null)}
          >
            <Text size="sm">
              {rich('evidence.delete.sentence', {
                file: (
                  <b>
                    <Name>{deleting.file_name}</Name>
                  </b>
                ),
                size: formatFileSize(deleting.size),
              })}
            </Text>
          </ConfirmDialog>
        ) : null}
      </>
    ),
  };
}
