import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { isPictureType, writePicture } from '../../../domain/written-pictures.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { uploadEvidence } from '../../api/missions/evidence.ts';
import { t } from '../../words.ts';
import { PicturesInto } from '../text/pictures-of.ts';
import { nameByTime } from './name-by-time.ts';
import { insert } from './type-into.ts';

/** Inserts pictures; those that are pasted or dropped become evidence first. */
export function useDroppedPictures(area: RefObject<HTMLTextAreaElement | null>) {
  const queryClient = useQueryClient();
  const into = useContext(PicturesInto);
  const [note, setNote] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const put = ({ sha256, caption, file_name }: EvidenceRecord) => {
    const field = area.current;
    if (field === null) return;
    const alt = caption ?? file_name.replace(/\.\w+$/, '');
    setProblem(insert(field, writePicture({ sha256, alt })) ? null : t('writing.no_room'));
  };
  const add = async (files: readonly File[]) => {
    if (into === null) return;
    setProblem(null);
    try {
      for (const file of files) {
        setNote(t('writing.uploading'));
        const upload = { side: into.side, file: nameByTime(file), caption: null };
        const { signal } = new AbortController();
        put((await uploadEvidence(queryClient, into.owner, upload, () => {}, signal)) as EvidenceRecord);
      }
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setNote(null);
    }
  };
  const latest = useRef(add);
  latest.current = add;
  const takes = into !== null;
  useEffect(() => {
    const field = area.current;
    if (field === null || !takes) return;
    const take = (event: Event, data: DataTransfer | null) => {
      const pictures = [...(data?.files ?? [])].filter(({ type }) => isPictureType(type));
      // Copied cells contain both text and a picture: the text is meant.
      if (pictures.length === 0 || data?.types.includes('text/plain')) return;
      event.preventDefault();
      // The page would add it as evidence too.
      event.stopPropagation();
      void latest.current(pictures);
    };
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    field.addEventListener('paste', paste);
    field.addEventListener('drop', drop);
    field.addEventListener('dragover', over);
    return () => {
      field.removeEventListener('paste', paste);
      field.removeEventListener('drop', drop);
      field.removeEventListener('dragover', over);
    };
  }, [area, takes]);
  return { note, problem, put };
}
