import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { refuseOtherMethods } from './refuse.ts';
import type { Route } from './route.ts';
import { type StepsContext, stepsOf } from './steps.ts';

/** A router that tells apart what differs in capital letters or in a slash at the end. */
export function strictRouter(): Router {
  return express.Router({ caseSensitive: true, strict: true });
}

/**
 * The operations of one tree: a router for each first word of their paths, so that a request is compared with a few patterns
 * and not with all there are.
 */
export function treeRouter(routes: readonly Route[], context: StepsContext): Router {
  const tree = strictRouter();
  tree.use(refuseSlashAtTheEnd);
  const features = Map.groupBy(routes, ({ path }) => path.split('/', 2).join('/'));
  for (const [prefix, own] of features) tree.use(prefix, featureRouter(prefix, own, context));
  return tree;
}

/** Express takes `/users/` for the root of what is mounted at `/users`, however strict its routers are. */
function refuseSlashAtTheEnd({ path }: Request, _response: Response, next: NextFunction): void {
  if (path.endsWith('/')) next('router');
  else next();
}

function featureRouter(prefix: string, routes: readonly Route[], context: StepsContext): Router {
  const router = strictRouter();
  const places = Map.groupBy(routes, ({ path }) => path.slice(prefix.length) || '/');
  for (const path of [...places.keys()].sort(literalsFirst)) {
    const operations = places.get(path) as Route[];
    const place = router.route(path);
    for (const operation of operations) place[methodOf(operation)](...stepsOf(operation, context));
    place.all(refuseOtherMethods(operations.map(({ method }) => method)));
  }
  return router;
}

/** `/users/roster` before `/users/:user_id`: Express takes the first pattern that matches. */
function literalsFirst(one: string, other: string): number {
  const [a, b] = [one.replaceAll(':', '~'), other.replaceAll(':', '~')];
  return a < b ? -1 : a > b ? 1 : 0;
}

function methodOf({ method }: Route): Lowercase<Route['method']> {
  return method.toLowerCase() as Lowercase<Route['method']>;
}
