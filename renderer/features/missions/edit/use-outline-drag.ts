import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Half, OutlineLine } from './outline-lines.ts';

/** A dragged line: a test or a scenario. */
export type Dragged = { kind: 'test' | 'scenario'; key: string };

function readDragged(data: Record<string, unknown>): Dragged | null {
  const { outline } = data as { outline?: Dragged };
  return outline ?? null;
}

/** Lets a line be dragged and dropped on; `half` is the side of this line where the dragged one would land. */
export function useOutlineDrag(
  { kind, key }: Pick<OutlineLine, 'kind' | 'key'>,
  onDrop: (dragged: Dragged, key: string, half: Half) => void,
): { element: RefObject<HTMLLIElement | null>; isDragged: boolean; half: Half | null } {
  const element = useRef<HTMLLIElement>(null);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  const [isDragged, setDragged] = useState(false);
  const [half, setHalf] = useState<Half | null>(null);
  useEffect(() => {
    const row = element.current as HTMLLIElement;
    const findHalf = (y: number): Half => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2 ? 'upper' : 'lower';
    };
    const stopDragging =
      kind === 'add'
        ? () => {}
        : draggable({
            element: row,
            getInitialData: () => ({ outline: { kind, key } satisfies Dragged }),
            onDragStart: () => setDragged(true),
            onDrop: () => setDragged(false),
          });
    const stopReceiving = dropTargetForElements({
      element: row,
      canDrop: ({ source }) => {
        const dragged = readDragged(source.data);
        return dragged?.kind === 'test' || (dragged?.kind === 'scenario' && kind === 'scenario');
      },
      onDrag: ({ source, location }) =>
        setHalf(readDragged(source.data)?.key === key ? null : findHalf(location.current.input.clientY)),
      onDragLeave: () => setHalf(null),
      onDrop: ({ source, location }) => {
        setHalf(null);
        const dragged = readDragged(source.data);
        if (dragged !== null && dragged.key !== key) {
          latest.current(dragged, key, findHalf(location.current.input.clientY));
        }
      },
    });
    return () => {
      stopDragging();
      stopReceiving();
    };
  }, [kind, key]);
  return { element, isDragged, half };
}
