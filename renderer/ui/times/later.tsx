import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders parts that a new page can start without in a later step, once the rest is visible. `place` reserves their space until
 * then, so that nothing moves.
 */
export function Later({ place = null, children }: { place?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : place;
}
