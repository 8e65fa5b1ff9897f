import type { JsonSchema, OpenApi, Operation } from './openapi.ts';

/** The browsable reference: one page without scripts, so that it needs nothing but this server. */
export function renderReferencePage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(
    operations,
    ({ path, operation }) =>
      `${path.startsWith('/api/v1/') ? 'Missions' : 'Engagements'}: ${operation.tags[0]}`,
  );
  const sections = [...groups].map(
    ([name, items]) =>
      `<section id="${toAnchor(name)}"><h2>${escapeText(name)}</h2>${items.map(renderOperation).join('')}</section>`,
  );
  const contents = [...groups.keys()].map(
    (name) => `<li><a href="#${toAnchor(name)}">${escapeText(name)}</a></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Damson ${escapeText(document.info.version)}: reference</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><header><h1>Damson <small>${escapeText(document.info.version)}</small></h1>
<p>${escapeText(document.info.description)} The same as an <a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p></header>
<nav aria-label="Contents"><ul>${contents.join('')}</ul></nav><main>${sections.join('')}</main></body></html>
`;
}

export const referenceStyle = `:root { color-scheme: light dark; --line: light-dark(#d9d9de, #3a3a42); --soft: light-dark(#f5f5f7, #1f1f24); }
body { margin: 0 auto; max-width: 68rem; padding: 1rem 1.5rem 4rem; font: 15px/1.5 system-ui, sans-serif; }
h1 small { color: light-dark(#5c5c66, #a0a0ab); font-weight: 400; }
nav ul { columns: 16rem; list-style: none; padding: 0; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; }
summary { cursor: pointer; padding: .45rem .7rem; }
details > div { border-top: 1px solid var(--line); padding: .4rem .9rem .8rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: 6px; overflow-x: auto; padding: .7rem; max-height: 30rem; }
.method { display: inline-block; font-weight: 700; min-width: 4.2rem; }
.access { color: light-dark(#5c5c66, #a0a0ab); }
`;

function renderOperation({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: Operation;
}): string {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const parts = [
    `<p class="access">Access: ${escapeText(operation['x-access'])}</p>`,
    query.length === 0
      ? ''
      : `<h3>Query</h3>${renderSchema(Object.fromEntries(query.map((p) => [p.name, p.schema])))}`,
    ...Object.entries(operation.requestBody?.content ?? {}).map(
      ([type, { schema }]) => `<h3>Body, ${escapeText(type)}</h3>${renderSchema(schema)}`,
    ),
    ...Object.entries(operation.responses)
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => {
        const content = Object.entries(response.content ?? {}).map(([, { schema }]) => renderSchema(schema));
        return `<h3>Answer ${escapeText(status)}</h3>${content.join('') || `<p>${escapeText(response.description)}</p>`}`;
      }),
  ];
  return `<details><summary><code><span class="method">${method.toUpperCase()}</span>${escapeText(path)}</code> ${escapeText(operation.summary)}</summary><div>${parts.join('')}</div></details>`;
}

function renderSchema(schema: JsonSchema): string {
  return Object.keys(schema).length === 0
    ? '<p>Bytes.</p>'
    : `<pre>${escapeText(JSON.stringify(schema, null, 2))}</pre>`;
}

function toAnchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
