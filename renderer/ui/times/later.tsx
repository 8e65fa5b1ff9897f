import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders what a new page can begin without in a later step, once the rest is visible. `place` holds its space until then,
 * so that nothing moves.
 */
export function Later({ place = null, children }: { place?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : place;
}
