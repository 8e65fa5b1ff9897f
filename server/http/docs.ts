import { type Request, type Response, Router } from 'express';
import { type DispatchContext, refuseMethod } from './dispatch.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage, referenceStyle } from './reference-page.ts';
import type { Route } from './route.ts';

/** `/api/openapi.json`, `/api/docs` and its style sheet; made from the contracts when first asked for. */
export function docsRoutes(
  trees: { missions: readonly Route[]; engagements: readonly Route[] },
  version: string,
  context: DispatchContext,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let document: ReturnType<typeof openApiDocument> | undefined;
  const describe = () => {
    document ??= openApiDocument(trees, version);
    return document;
  };
  const send = (type: string, text: () => string) => (_request: Request, response: Response) => {
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(text());
  };
  const documents = [
    ['/openapi.json', 'application/json', () => JSON.stringify(describe())],
    ['/docs', 'text/html', () => referencePage(describe())],
    ['/docs.css', 'text/css', () => referenceStyle],
  ] as const;
  for (const [path, type, text] of documents) {
    router
      .route(path)
      .get(send(type, text))
      .all(refuseMethod(['GET', 'HEAD'], context));
  }
  return router;
}
