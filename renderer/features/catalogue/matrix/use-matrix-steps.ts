import { useEffect, useRef, useState } from 'react';
import { type Drawing, type DrawnRow, drawNext, isDrawn, type Sight } from './matrix-steps.ts';

/**
 * Draws in steps, one per frame, so that the page responds in between. `drawing` must be the same object for the same drawing.
 */
export function useMatrixSteps(
  drawing: Drawing,
  inSight: () => Sight,
): { drawn: readonly DrawnRow[]; isDone: boolean } {
  const [drawn, setDrawn] = useState<readonly DrawnRow[]>([]);
  const look = useRef(inSight);
  look.current = inSight;
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(drawNext(drawn, drawing, look.current())));
    return () => cancelAnimationFrame(frame);
  }, [drawing, drawn]);
  const isDone = drawing.rows.every((cells, row) => isDrawn(drawn[row], cells, drawing));
  return { drawn, isDone };
}
