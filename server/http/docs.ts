import type { Page } from './dispatch.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage, referenceStyle } from './reference-page.ts';
import type { Route } from './route.ts';

/** `/api/openapi.json`, `/api/docs` and its style sheet; made from the contracts when first asked for. */
export function docsPages(
  trees: { missions: readonly Route[]; engagements: readonly Route[] },
  version: string,
): Page[] {
  const document = once(() => openApiDocument(trees, version));
  return [
    { path: '/api/openapi.json', type: 'application/json', text: once(() => JSON.stringify(document())) },
    { path: '/api/docs', type: 'text/html', text: once(() => referencePage(document())) },
    { path: '/api/docs.css', type: 'text/css', text: () => referenceStyle },
  ];
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
