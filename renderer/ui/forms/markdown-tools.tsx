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
import { type KeyboardEvent, type RefObject, useContext, useEffect, useState } from 'react';
import { t } from '../../words.ts';
import { PicturesOf } from '../text/pictures-of.ts';
import { type Mark, mark, marks } from './markdown-marks.ts';
import styles from './markdown-tools.module.css';
import { PicturePicker } from './picture-picker.tsx';
import { edit } from './type-into.ts';
import { useDroppedPictures } from './use-dropped-pictures.ts';

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
  const { note, problem, put } = useDroppedPictures(area);
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
