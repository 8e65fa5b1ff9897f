import { Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../words.ts';
import styles from './drawing.module.css';
import { isMark, keepOn, type Mark, type MarkKind, type Point, type Stretched } from './marks.ts';
import { paint } from './render-picture.ts';

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The picture to draw on: by pointer from one point to another, or with keys that move a cross. */
export function Sheet({
  picture,
  kind,
  text,
  marks,
  onMark,
  onTakeBack,
}: {
  picture: ImageBitmap;
  kind: MarkKind;
  /** Text to place at the pointer; nothing is placed without it. */
  text: string;
  marks: readonly Mark[];
  onMark: (mark: Mark) => void;
  onTakeBack: () => void;
}) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [begun, setBegun] = useState<Omit<Stretched, 'kind'> | null>(null);
  /** Position of the keys' cross; null while the pointer draws. */
  const [cross, setCross] = useState<Point | null>(null);
  useEffect(() => {
    if (canvas.current === null) return;
    const coming = begun === null ? [] : [toMark(kind, text, begun)];
    paint(canvas.current, picture, [...marks, ...coming]);
  }, [picture, marks, begun, kind, text]);

  const find = ({ clientX, clientY, currentTarget }: PointerEvent): Point => {
    const box = currentTarget.getBoundingClientRect();
    return keepOn(
      {
        x: ((clientX - box.left) / box.width) * picture.width,
        y: ((clientY - box.top) / box.height) * picture.height,
      },
      picture,
    );
  };
  const end = (to: Point) => {
    setBegun(null);
    if (begun === null) return;
    if (kind === 'text' ? text !== '' : isMark({ from: begun.from, to }, picture)) {
      onMark(toMark(kind, text, { ...begun, to }));
    }
  };
  const begin = (from: Point) => setBegun({ from, to: from, seed: makeSeed() });
  const onKeyDown = (event: KeyboardEvent) => {
    const at = cross ?? { x: picture.width / 2, y: picture.height / 2 };
    const direction = directions[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      const step = Math.max(picture.width, picture.height) * (event.shiftKey ? 0.1 : 0.02);
      const to = keepOn({ x: at.x + direction.x * step, y: at.y + direction.y * step }, picture);
      setCross(to);
      if (begun !== null) setBegun({ ...begun, to });
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      setCross(at);
      if (kind === 'text' && text !== '') onMark({ kind, at, text });
      else if (kind !== 'text' && begun === null) begin(at);
      else if (kind !== 'text') end(at);
    } else if (event.key === 'Escape' && begun !== null) {
      event.preventDefault();
      setBegun(null);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      onTakeBack();
    }
  };
  return (
    <div className={styles.sheet}>
      <div
        className={styles.frame}
        role="application"
        aria-label={t('evidence.draw.sheet')}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is drawn on with the keys as well
        tabIndex={0}
        // Escape cancels a started mark, not the dialog.
        data-mantine-stop-propagation={begun !== null}
        onKeyDown={onKeyDown}
        onBlur={() => setCross(null)}
      >
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={picture.width}
          height={picture.height}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setCross(null);
            begin(find(event));
          }}
          onPointerMove={(event) => {
            if (begun !== null && cross === null) setBegun({ ...begun, to: find(event) });
          }}
          onPointerUp={(event) => end(find(event))}
          onPointerCancel={() => setBegun(null)}
        />
        {cross === null ? null : (
          <span
            className={styles.cross}
            aria-hidden
            style={{
              left: `${(100 * cross.x) / picture.width}%`,
              top: `${(100 * cross.y) / picture.height}%`,
            }}
          />
        )}
      </div>
      <Text size="xs" c="dimmed" id={id}>
        {t('evidence.draw.keys')}
      </Text>
    </div>
  );
}

function makeSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/** The mark between two points; a text is placed at the pointer. */
function toMark(kind: MarkKind, text: string, stretch: Omit<Stretched, 'kind'>): Mark {
  return kind === 'text' ? { kind, at: stretch.to, text } : { kind, ...stretch };
}
