import { type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Box, Drawing, Shape } from '../../../../domain/charts/drawing.ts';
import { useIsPrinting } from '../../../ui/print/printing.ts';

/** Part of a drawing that a window shows; null for all of it. */
export type Part = Box | null;

/** The window moves over steps of this many pixels before more is drawn. */
const step = 400;
/** No text of a drawing is longer. */
const longestText = 240;

/** Width of what an element shows beside a scroll bar; null until it is known. */
export function useRoom(element: RefObject<HTMLElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null);
  // Before the first paint, so that nothing is drawn twice.
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    const read = () => setRoom(Math.max(0, box.offsetWidth - around));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** Padding and border of the element, and a scroll bar. */
const around = 42;

/** The part of a drawing in view of its scrolled window, with some beyond its edges. */
export function usePart(
  element: RefObject<HTMLElement | null>,
  { scale, width, height }: { scale: number; width: number; height: number },
): Part {
  const isPrinting = useIsPrinting();
  const [place, setPlace] = useState({ left: 0, top: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    const down = (value: number) => Math.floor(value / step) * step;
    const up = (value: number) => Math.ceil(value / step) * step;
    const read = () => {
      const next = {
        left: down(box.scrollLeft),
        top: down(box.scrollTop),
        width: up(box.clientWidth),
        height: up(box.clientHeight),
      };
      setPlace((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(box);
    box.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', read);
    };
  }, [element]);
  return useMemo(() => {
    const part = {
      x: (place.left - step) / scale,
      y: (place.top - step) / scale,
      width: (place.width + 3 * step) / scale,
      height: (place.height + 3 * step) / scale,
    };
    const isWhole =
      part.x <= 0 && part.y <= 0 && part.x + part.width >= width && part.y + part.height >= height;
    return isPrinting || isWhole ? null : part;
  }, [place, scale, width, height, isPrinting]);
}

/** A drawing with the shapes in a part of it alone. */
export function useShownDrawing(drawing: Drawing, part: Part): Drawing {
  const isPart = part !== null;
  const boxes = useMemo(() => (isPart ? drawing.shapes.map(findBox) : null), [drawing, isPart]);
  return useMemo(() => {
    if (part === null || boxes === null) return drawing;
    return { ...drawing, shapes: drawing.shapes.filter((_, index) => isIn(boxes[index] as Box, part)) };
  }, [drawing, part, boxes]);
}

export function isIn(box: Box, part: Part): boolean {
  return (
    part === null ||
    (box.x < part.x + part.width &&
      box.x + box.width > part.x &&
      box.y < part.y + part.height &&
      box.y + box.height > part.y)
  );
}

function findBox(shape: Shape): Box {
  switch (shape.kind) {
    case 'rect':
      return shape;
    case 'text':
      return { x: shape.x - longestText, y: shape.y - 20, width: 2 * longestText, height: 40 };
    case 'circle':
      return { x: shape.x - shape.r, y: shape.y - shape.r, width: 2 * shape.r, height: 2 * shape.r };
    case 'line':
      return toBox([shape.x1, shape.y1, shape.x2, shape.y2]);
    case 'path':
      return toBox(shape.d.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []);
  }
}

/** The box around points, given as x and y by turns. */
function toBox(numbers: readonly number[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [x, y] = [numbers[index] as number, numbers[index + 1] as number];
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ];
  }
  return { x: left, y: top - 1, width: right - left + 1, height: bottom - top + 2 };
}

/** Whether the first paint is over: what can wait is drawn after it, in pieces. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
