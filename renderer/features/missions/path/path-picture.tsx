import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowAutofitWidth, type IconProps, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { drawAttackPath } from '../../../../domain/charts/attack-path.ts';
import { type Drawing, usualWidth } from '../../../../domain/charts/drawing.ts';
import { Picture } from '../../../ui/charts/picture.tsx';
import { useZone } from '../../../ui/times/time.tsx';
import { t, words } from '../../../words.ts';
import styles from './path.module.css';
import type { Path } from './path-of.ts';
import { walk } from './walk.ts';

const scales = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2];
/** Below it, names can't be read. */
const readable = 0.7;

/** The drawn path: its tests are links, and `onLink` makes one follow another by dragging; null for people who may not. */
export function PathPicture({
  missionId,
  path,
  onLink,
}: {
  missionId: string;
  path: Path;
  onLink: ((test: string, follows: string) => void) | null;
}) {
  const zone = useZone();
  const { ref, width } = useElementSize();
  const isKnown = width > 0;
  const room = isKnown ? width : usualWidth;
  const drawing = useMemo(
    () => drawAttackPath(path, { words, width: Math.max(room, usualWidth), zone }),
    [path, room, zone],
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  if (drawing === null) return null;
  const fitting = room / drawing.width;
  const scale = chosen ?? Math.max(readable, Math.min(1, fitting));
  const larger = scales.find((each) => each > scale + 0.01);
  const smaller = scales.findLast((each) => each < scale - 0.01);
  const buttons: [string, ComponentType<IconProps>, number | undefined][] = [
    [t('tests.zoom_in'), IconZoomIn, larger],
    [t('tests.zoom_out'), IconZoomOut, smaller],
    [t('path.fit'), IconArrowAutofitWidth, Math.abs(scale - fitting) < 0.01 ? undefined : fitting],
  ];
  return (
    <section className={styles.chart} aria-labelledby={id}>
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
      <div ref={ref} className={styles.window} style={isKnown ? {} : { visibility: 'hidden' }}>
        <div
          className={styles.picture}
          style={{ width: drawing.width * scale, height: drawing.height * scale }}
        >
          <Picture drawing={drawing} />
          <Tests drawing={drawing} missionId={missionId} path={path} onLink={onLink} />
        </div>
      </div>
    </section>
  );
}

/** Links over the drawn tests: one of them is in the order of the tabulator key, and arrow keys lead to the others. */
function Tests({
  drawing,
  missionId,
  path,
  onLink,
}: {
  drawing: Drawing;
  missionId: string;
  path: Path;
  onLink: ((test: string, follows: string) => void) | null;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState<string | null>(null);
  const places = drawing.targets;
  const current = places.some(({ key }) => key === kept) ? kept : (places[0]?.key ?? null);
  const step = (event: KeyboardEvent, from: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = walk(places, path.edges, from, event.key);
    if (to === null) {
      // The window must not scroll away from the test.
      if (event.key.startsWith('Arrow')) event.preventDefault();
      return;
    }
    event.preventDefault();
    setKept(to);
    list.current?.querySelector<HTMLElement>(`[data-test="${to}"]`)?.focus();
  };
  useDrag(list, places, onLink);
  return (
    <div ref={list}>
      {places.map(({ key, label, x, y, width, height }) => (
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
        draggable({ element, getInitialData: () => ({ path: key }) }),
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
  }, [isOn, list, places]);
}
