import { matchRoutes, type RouteObject } from 'react-router';

/** Fetches the code of the pages at these paths once the browser is idle; a failed fetch is repeated when the page is needed. */
export function fetchCodeAhead(routes: RouteObject[], paths: readonly string[]): void {
  whenIdle(() => {
    for (const path of paths) {
      for (const { route } of matchRoutes(routes, path) ?? []) {
        if (typeof route.lazy === 'function') void route.lazy().catch(() => null);
      }
    }
  });
}

function whenIdle(run: () => void): void {
  // Safari lacks `requestIdleCallback`.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run);
}
