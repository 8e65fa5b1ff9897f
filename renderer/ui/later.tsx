import { type ReactNode, useDeferredValue } from 'react';

/**
 * Draws what one can begin without in a step of its own, once the rest of a new page can be seen. `place` stands for it until
 * then, so that nothing moves.
 */
export function Later({ place = null, children }: { place?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : place;
}
