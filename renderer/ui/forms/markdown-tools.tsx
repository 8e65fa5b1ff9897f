import {
  IconBold,
  IconCode,
  IconH3,
  IconH4,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconTable,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { isPictureType, writePicture } from '../../../domain/written-pictures.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { uploadEvidence } from '../../api/missions/evidence.ts';
import { t } from '../../words.ts';
import { PicturesInto, PicturesOf } from '../text/pictures-of.ts';
import { type Mark, mark, marks } from './markdown-marks.ts';
import styles from './markdown-tools.module.css';
import { nameByTime } from './name-by-time.ts';
import { PicturePicker } from './picture-picker.tsx';
import { edit, insert } from './type-into.ts';

const icons: Readonly<Record<Mark, typeof IconBold>> = {
  bold: IconBold,
  italic: IconItalic,
  code: IconCode,
  heading: IconH3,
  subheading: IconH4,
  list: IconList,
  numbers: IconListNumbers,
  link: IconLink,
  table: IconTable,
};
const keys: Partial<Record<Mark, string>> = { bold: 'b', italic: 'i', link: 'k' };

type Area = RefObject<HTMLTextAreaElement | null>;

/** The buttons below a field for Markdown, with its keys, and pictures that are pasted or dropped into it. */
export function MarkdownTools({ area, label }: { area: Area; label: string }) {
  const [current, setCurrent] = useState(0);
  const missionId = useContext(PicturesOf);
  const { note, problem, put } = usePictures(area);
  useKeys(area);
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')];
    const to = stepTo(event.key, current, buttons.length);
    if (to === null || !buttons.includes(event.target as HTMLElement)) return;
    event.preventDefault();
    setCurrent(to);
    buttons[to]?.focus();
  };
  const toolProps = (index: number) => ({
    'data-tool': '',
    className: styles.tool,
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setCurrent(index),
  });
  return (
    <>
      <div
        role="toolbar"
        aria-label={t('writing.format')}
        aria-description={label}
        className={styles.tools}
        onKeyDown={step}
      >
        {marks.map((name, index) => {
          const Icon = icons[name];
          const key = keys[name]?.toUpperCase();
          const said = t(`writing.mark.${name}`);
          return (
            <button
              key={name}
              type="button"
              {...toolProps(index)}
              aria-label={said}
              title={key === undefined ? said : t('writing.with_key', { label: said, key })}
              aria-keyshortcuts={key === undefined ? undefined : `Control+${key}`}
              onClick={() => area.current && apply(area.current, name)}
            >
              <Icon size={16} stroke={1.6} aria-hidden />
            </button>
          );
        })}
        {missionId === null ? null : (
          <PicturePicker
            missionId={missionId}
            tool={toolProps(marks.length)}
            onPick={(picture) => {
              area.current?.focus();
              put(picture);
            }}
          />
        )}
        <span className={styles.note} role="status">
          {note}
        </span>
      </div>
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function stepTo(key: string, from: number, length: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % length;
  if (key === 'ArrowLeft') return (from + length - 1) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : null;
}

function apply(area: HTMLTextAreaElement, name: Mark): void {
  const { value, selectionStart, selectionEnd } = area;
  edit(area, mark({ text: value, start: selectionStart, end: selectionEnd }, name));
}

function useKeys(area: Area): void {
  useEffect(() => {
    const field = area.current;
    if (field === null) return;
    const press = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const name = marks.find((one) => keys[one] === event.key.toLowerCase());
      if (name === undefined) return;
      event.preventDefault();
      // Ctrl+K opens the search elsewhere.
      event.stopPropagation();
      apply(field, name);
    };
    field.addEventListener('keydown', press);
    return () => field.removeEventListener('keydown', press);
  }, [area]);
}

/** Inserts pictures; those that are pasted or dropped become evidence first. */
function usePictures(area: Area) {
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
