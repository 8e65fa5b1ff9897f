import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Side } from '../../../../domain/sides.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import type { EvidenceRecord } from '../../../../server/missions/evidence/contract.ts';
import { deleteEvidence } from '../../../api/evidence.ts';
import { useUser } from '../../../api/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatFileSize } from '../../../ui/file-size.ts';
import { Name } from '../../../ui/name.tsx';
import { checkCaption, makeCaptionId } from './captions.ts';
import { EvidencePreview } from './evidence-preview.tsx';
import type { EvidenceProps } from './evidence-section.tsx';
import { addUploads, cancelUpload, retryUpload, useUploads } from './uploads.ts';

export type Evidence = { of: (side: Side) => EvidenceProps; onUsed: (side: Side) => void; dialog: ReactNode };

/** Evidence of a test: what there is, adding by drop, picker and paste, looking at it and deleting it. */
export function useEvidence(test: MissionTest | undefined, sides: readonly Side[]): Evidence {
  const queryClient = useQueryClient();
  const userId = useUser().id;
  const uploads = useUploads();
  const [captions, setCaptions] = useState<Record<Side, string>>({ red: '', blue: '' });
  const [shown, setShown] = useState<EvidenceRecord | null>(null);
  const [deleting, setDeleting] = useState<EvidenceRecord | null>(null);
  // People who write for both sides paste into the half used last.
  const used = useRef<Side | null>(null);

  const add = (side: Side, files: readonly File[]) => {
    if (test === undefined || files.length === 0 || !sides.includes(side)) return;
    if (checkCaption(captions[side]) !== null) {
      document.getElementById(makeCaptionId(side))?.focus();
      return;
    }
    const caption = captions[side].trim() || null;
    addUploads(
      queryClient,
      { missionId: test.mission_id, testId: test.id, userId },
      files.map((file) => ({ side, file, caption })),
    );
    setCaptions({ ...captions, [side]: '' });
  };
  const latest = useRef({ add, sides });
  latest.current = { add, sides };
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      const target = event.target instanceof Element ? event.target : null;
      // Copied cells come as text and as a picture; in a field, the text is meant.
      if (target?.closest('input, textarea') && event.clipboardData?.types.includes('text/plain')) return;
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

  return {
    of: (side) => ({
      side,
      records: test?.evidence.filter((record) => record.side === side) ?? [],
      uploads: uploads.filter(
        (item) => item.testId === test?.id && item.side === side && item.userId === userId,
      ),
      readOnly: !sides.includes(side),
      caption: captions[side],
      onCaption: (caption) => setCaptions({ ...captions, [side]: caption }),
      onAdd: (files) => add(side, files),
      onCancel: cancelUpload,
      onRetry: (id) => retryUpload(queryClient, id),
      onPreview: setShown,
      onDelete: setDeleting,
    }),
    onUsed: (side) => {
      used.current = side;
    },
    dialog: (
      <>
        {shown ? <EvidencePreview record={shown} onClose={() => setShown(null)} /> : null}
        {deleting ? (
          <ConfirmDialog
            title="Delete this file?"
            confirm="Delete file"
            onConfirm={() => deleteEvidence(queryClient, deleting)}
            onClose={() => setDeleting(null)}
          >
            <Text size="sm">
              <b>
                <Name>{deleting.file_name}</Name>
              </b>{' '}
              ({formatFileSize(deleting.size)}) will be gone for everybody.
            </Text>
          </ConfirmDialog>
        ) : null}
      </>
    ),
  };
}

/** A pasted picture is called image.png by every browser; the moment tells them apart. */
function nameByTime(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const moment = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return new File([file], `pasted-${moment}.${file.name.split('.')[1]}`, { type: file.type });
}
