import type { Router } from 'express';
import { openApiDocument } from './openapi.ts';
import { referencePage, referenceStyle } from './reference-page.ts';
import { refuseOtherMethods } from './refuse.ts';
import type { Route } from './route.ts';
import { strictRouter } from './routers.ts';
import { sendText } from './send.ts';

/** `/api/openapi.json`, `/api/docs` and its style sheet; made from the contracts when first asked for. */
export function documents(
  trees: { missions: readonly Route[]; engagements: readonly Route[] },
  version: string,
): Router {
  const document = once(() => openApiDocument(trees, version));
  const router = strictRouter();
  const serve = (path: string, type: string, text: () => string): void => {
    router
      .route(path)
      .get((_request, response) => sendText(response, 200, type, text()))
      .all(refuseOtherMethods(['GET']));
  };
  serve(
    '/api/openapi.json',
    'application/json',
    once(() => JSON.stringify(document())),
  );
  serve(
    '/api/docs',
    'text/html',
    once(() => referencePage(document())),
  );
  serve('/api/docs.css', 'text/css', () => referenceStyle);
  return router;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
