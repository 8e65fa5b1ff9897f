import { type Request, type Response, Router } from 'express';
import { openApiDocument } from './openapi.ts';
import { referencePage, referenceStyle } from './reference-page.ts';
import type { Route } from './route.ts';

/** `/api/openapi.json`, `/api/docs` and its style sheet; made from the contracts when first asked for. */
export function docsRoutes(
  trees: { missions: readonly Route[]; engagements: readonly Route[] },
  version: string,
): Router {
  const router = Router();
  let document: ReturnType<typeof openApiDocument> | undefined;
  const describe = () => {
    document ??= openApiDocument(trees, version);
    return document;
  };
  const send = (type: string, text: () => string) => (_request: Request, response: Response) => {
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(text());
  };
  router.get(
    '/openapi.json',
    send('application/json', () => JSON.stringify(describe())),
  );
  router.get(
    '/docs',
    send('text/html', () => referencePage(describe())),
  );
  router.get(
    '/docs.css',
    send('text/css', () => referenceStyle),
  );
  return router;
}
