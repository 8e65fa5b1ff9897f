import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders less urgent parts of a new page in a later step, once the rest is visible. `place` reserves their space, so that
 * nothing moves.
 */
export function Later({ place = null, children }: { place?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : place;
}
