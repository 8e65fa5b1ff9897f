import type { Page } from './dispatch.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage, referenceStyle } from './reference-page.ts';
import type { Route } from './route.ts';

/** `/api/openapi.json`, `/api/docs` and its style sheet; made from the contracts when first asked for. */
export function docsPages(
  trees: { missions: readonly Route[]; engagements: readonly Route[] },
  version: string,
): Page[] {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const describe = () => {
    document ??= openApiDocument(trees, version);
    return document;
  };
  return [
    { path: '/api/openapi.json', type: 'application/json', text: () => JSON.stringify(describe()) },
    { path: '/api/docs', type: 'text/html', text: () => referencePage(describe()) },
    { path: '/api/docs.css', type: 'text/css', text: () => referenceStyle },
  ];
}
