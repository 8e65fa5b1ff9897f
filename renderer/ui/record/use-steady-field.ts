import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the field in which a person types where it is on the screen when what others write changes the layout above it. Returns
 * the reference of the box of the fields.
 */
export function useSteadyField(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fields = box.current;
    if (fields === null) return;
    let top: number | null = null;
    const findField = () => {
      const field = document.activeElement;
      return field?.matches(':is(input, textarea, select)') && fields.contains(field) ? field : null;
    };
    const note = () => {
      top = findField()?.getBoundingClientRect().top ?? null;
    };
    const hold = () => {
      const field = findField();
      if (field === null || top === null) return;
      findScroller(fields).scrollTop += field.getBoundingClientRect().top - top;
      note();
    };
    // It reports a layout before the layout is painted.
    const observer = new ResizeObserver(hold);
    for (const part of [fields, ...fields.children]) observer.observe(part);
    const noted = ['focusin', 'input', 'scroll', 'resize'] as const;
    for (const event of noted) window.addEventListener(event, note, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      for (const event of noted) window.removeEventListener(event, note, { capture: true });
    };
  }, []);
  return box;
}

function findScroller(inside: Element): Element {
  for (let box: Element | null = inside; box !== null; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.scrollingElement ?? document.documentElement;
}
