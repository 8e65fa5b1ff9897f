import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import type { RequestTally } from '../request-tally.ts';
import { refuseOtherMethods } from './refuse.ts';
import { type Route, toPattern } from './route.ts';
import { type StepsContext, takeSteps } from './steps.ts';

/** A router that distinguishes capital letters and a trailing slash. */
export function makeStrictRouter(): Router {
  return express.Router({ caseSensitive: true, strict: true });
}

type Counting = { root: string; tally: RequestTally };

/**
 * The operations of one tree: a router for each first word of their paths, so that a request is compared with a few patterns
 * only. They are counted in `tally`, with the root of the tree before their paths.
 */
export function makeTreeRouter(
  routes: readonly Route[],
  context: StepsContext,
  { root, tally }: Counting,
): Router {
  const tree = makeStrictRouter();
  tree.use(refuseSlashAtTheEnd);
  const features = Map.groupBy(routes, ({ path }) => path.split('/', 2).join('/'));
  for (const [prefix, own] of features)
    tree.use(prefix, makeFeatureRouter(prefix, own, context, { root, tally }));
  return tree;
}

/** Express matches `/users/` with the root of a router mounted at `/users`, even in strict mode. */
function refuseSlashAtTheEnd({ path }: Request, _response: Response, next: NextFunction): void {
  if (path.endsWith('/')) next('router');
  else next();
}

function makeFeatureRouter(
  prefix: string,
  routes: readonly Route[],
  context: StepsContext,
  { root, tally }: Counting,
): Router {
  const router = makeStrictRouter();
  const places = Map.groupBy(routes, ({ path }) => path.slice(prefix.length) || '/');
  for (const path of [...places.keys()].sort(compareLiteralsFirst)) {
    const operations = places.get(path) as Route[];
    const place = router.route(path);
    for (const operation of operations) {
      const counted = tally.operation(
        operation.method,
        root + toPattern(operation.path),
        operation.events === undefined,
      );
      place[methodOf(operation)](takeSteps(operation, context, counted));
    }
    place.all(refuseOtherMethods(operations.map(({ method }) => method)));
  }
  return router;
}

/** `/users/roster` before `/users/:user_id`: Express takes the first pattern that matches. */
function compareLiteralsFirst(one: string, other: string): number {
  const [a, b] = [one.replaceAll(':', '~'), other.replaceAll(':', '~')];
  return a < b ? -1 : a > b ? 1 : 0;
}

function methodOf({ method }: Route): Lowercase<Route['method']> {
  return method.toLowerCase() as Lowercase<Route['method']>;
}
