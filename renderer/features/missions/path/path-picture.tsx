import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowAutofitWidth, type IconProps, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import {
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { drawAttackPath } from '../../../../domain/charts/attack-path.ts';
import { type Drawing, usualWidth } from '../../../../domain/charts/drawing.ts';
import { Picture } from '../../../ui/charts/picture.tsx';
import { useZone } from '../../../ui/times/time.tsx';
import { t, words } from '../../../words.ts';
import { isIn, type Part, usePart, useRoom, useShownDrawing } from './in-view.ts';
import styles from './path.module.css';
import type { Path } from './path-of.ts';
import { walk } from './walk.ts';

const largest = 2;
const scales = [0.25, 0.35, 0.5, 0.7, 1, 1.4, largest];
/** Below it, names can't be read. */
const readable = 0.7;

/** The drawn path: its tests are links, and `onLink` makes one follow another by dragging; null for people who may not. */
export function PathPicture(props: {
  missionId: string;
  path: Path;
  onLink: ((test: string, follows: string) => void) | null;
}) {
  const zone = useZone();
  const box = useRef<HTMLElement>(null);
  const room = useRoom(box);
  const { path } = props;
  const drawing = useMemo(
    () => (room === null ? null : drawAttackPath(path, { words, width: Math.max(room, usualWidth), zone })),
    [path, room, zone],
  );
  const id = useId();
  return (
    <section ref={box} className={styles.chart} aria-labelledby={id}>
      {drawing === null ? (
        <h2 id={id}>{t('path.title')}</h2>
      ) : (
        <Drawn {...props} id={id} drawing={drawing} room={room as number} />
      )}
    </section>
  );
}

function Drawn({
  missionId,
  path,
  onLink,
  id,
  drawing,
  room,
}: Parameters<typeof PathPicture>[0] & { id: string; drawing: Drawing; room: number }) {
  const view = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const fitting = Math.min(largest, room / drawing.width);
  const scale = chosen ?? Math.max(readable, Math.min(1, fitting));
  const part = usePart(view, { scale, ...drawing });
  const shown = useShownDrawing(drawing, part);
  const larger = scales.find((each) => each > scale + 0.01);
  const smaller = scales.findLast((each) => each < scale - 0.01);
  const buttons: [string, ComponentType<IconProps>, number | undefined][] = [
    [t('tests.zoom_in'), IconZoomIn, larger],
    [t('tests.zoom_out'), IconZoomOut, smaller],
    [t('path.fit'), IconArrowAutofitWidth, Math.abs(scale - fitting) < 0.01 ? undefined : fitting],
  ];
  return (
    <>
      <div className={styles.head}>
        <h2 id={id}>{drawing.title}</h2>
        <div data-no-print>
          {buttons.map(([label, Sign, to]) => (
            <Tooltip key={label} label={label}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={label}
                // If the button were disabled, it would lose the focus after the last press.
                aria-disabled={to === undefined}
                data-disabled={to === undefined}
                style={to === undefined ? { background: 'none' } : {}}
                onClick={() => to !== undefined && setChosen(to)}
              >
                <Sign size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
        </div>
      </div>
      <p className={styles.hint}>
        {drawing.hint} <span data-no-print>{t('path.keys')}</span>{' '}
        {onLink === null ? null : <span data-no-print>{t('path.drag')}</span>}
      </p>
      <div ref={view} className={styles.window}>
        <div
          className={styles.picture}
          style={{ width: drawing.width * scale, height: drawing.height * scale }}
        >
          <Picture drawing={shown} />
          <Tests drawing={drawing} part={part} missionId={missionId} path={path} onLink={onLink} />
        </div>
      </div>
    </>
  );
}

/** Links over the tests in view: one of them is in the order of the tabulator key, and arrow keys lead to the others. */
function Tests({
  drawing,
  part,
  missionId,
  path,
  onLink,
}: {
  drawing: Drawing;
  part: Part;
  missionId: string;
  path: Path;
  onLink: ((test: string, follows: string) => void) | null;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const places = drawing.targets;
  const current = places.some(({ key }) => key === kept) ? kept : (places[0]?.key ?? null);
  // The current test can be out of view, and so can the dragged one.
  const shown = useMemo(
    () => places.filter((place) => place.key === current || place.key === dragged || isIn(place, part)),
    [places, part, current, dragged],
  );
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-test="${wanted.current}"]`)?.focus();
    wanted.current = null;
  });
  const step = (event: KeyboardEvent, from: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = walk(places, path.edges, from, event.key);
    if (to === null) {
      // The window must not scroll away from the test.
      if (event.key.startsWith('Arrow')) event.preventDefault();
      return;
    }
    event.preventDefault();
    wanted.current = to;
    setKept(to);
  };
  useDrag(list, shown, onLink, setDragged);
  return (
    <div ref={list}>
      {shown.map(({ key, label, x, y, width, height }) => (
        <Link
          key={key}
          data-test={key}
          className={styles.test}
          to={`/missions/${missionId}/tests/${key}`}
          aria-label={label}
          title={label}
          tabIndex={key === current ? 0 : -1}
          style={{
            left: share(x, drawing.width),
            top: share(y, drawing.height),
            width: share(width, drawing.width),
            height: share(height, drawing.height),
          }}
          onFocus={() => setKept(key)}
          onKeyDown={(event) => step(event, key)}
        />
      ))}
    </div>
  );
}

const share = (part: number, of: number) => `${(100 * part) / of}%`;

/** Lets the drawn tests be dragged onto each other. */
function useDrag(
  list: { readonly current: HTMLElement | null },
  places: Drawing['targets'],
  onLink: ((test: string, follows: string) => void) | null,
  onDrag: (test: string | null) => void,
) {
  const latest = useRef(onLink);
  latest.current = onLink;
  const isOn = onLink !== null;
  useEffect(() => {
    if (!isOn) return;
    const stops = places.flatMap(({ key }) => {
      const element = list.current?.querySelector<HTMLElement>(`[data-test="${key}"]`);
      if (!element) return [];
      return [
        draggable({
          element,
          getInitialData: () => ({ path: key }),
          onDragStart: () => onDrag(key),
          onDrop: () => onDrag(null),
        }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => typeof source.data.path === 'string' && source.data.path !== key,
          onDragEnter: () => element.setAttribute('data-over', ''),
          onDragLeave: () => element.removeAttribute('data-over'),
          onDrop: ({ source }) => {
            element.removeAttribute('data-over');
            latest.current?.(source.data.path as string, key);
          },
        }),
      ];
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [isOn, list, places, onDrag]);
}
