import type { Router } from 'express';
import { z } from 'zod';
import { makeOpenApiDocument } from './openapi.ts';
import { referenceStyle, renderReferencePage } from './reference-page.ts';
import { refuseOtherMethods } from './refuse.ts';
import type { Route } from './route.ts';
import { makeStrictRouter } from './routers.ts';
import { sendText } from './send.ts';

/**
 * `/api/openapi.json`, `/api/docs` and its style sheet, and `/api/schemas/<name>.json` for each schema; made from the contracts
 * on first request.
 */
export function serveDocuments(
  trees: { missions: readonly Route[]; engagements: readonly Route[] },
  version: string,
  schemas: Readonly<Record<string, z.ZodType>>,
): Router {
  const document = once(() => makeOpenApiDocument(trees, version));
  const router = makeStrictRouter();
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
    once(() => renderReferencePage(document())),
  );
  for (const [name, schema] of Object.entries(schemas)) {
    serve(
      `/api/schemas/${name}.json`,
      'application/schema+json',
      once(() => JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))),
    );
  }
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
