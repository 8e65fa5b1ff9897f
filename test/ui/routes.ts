import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

const file = new URL('../../renderer/app/router.tsx', import.meta.url);

type Node = { type: string; [property: string]: unknown };

/** The addresses of the interface's router, as its source names them. */
export function routesOfTheInterface(): string[] {
  const found: string[] = [];
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'tsx' }).body, (node) => {
    const callee = node.callee as { name?: string } | undefined;
    if (node.type !== 'CallExpression' || callee?.name !== 'createBrowserRouter') return;
    for (const route of elementsOf((node.arguments as Node[])[0])) found.push(...routesBelow(route, '/'));
  });
  return found;
}

function routesBelow(route: Node, above: string): string[] {
  const written = propertyOf(route, 'path')?.value as string | undefined;
  const address = written === undefined ? above : written.startsWith('/') ? written : join(above, written);
  const children = propertyOf(route, 'children');
  if (children !== undefined) return elementsOf(children).flatMap((child) => routesBelow(child, address));
  return written === undefined && propertyOf(route, 'index') === undefined ? [] : [address];
}

const join = (above: string, below: string) => `${above.replace(/\/$/, '')}/${below}`;

function elementsOf(list: Node | undefined): Node[] {
  return (list?.elements ?? []) as Node[];
}

function propertyOf(object: Node, name: string): Node | undefined {
  const properties = object.properties as { key?: { name?: string }; value: Node }[];
  return properties.find(({ key }) => key?.name === name)?.value;
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) see(value as Node);
    for (const each of Object.values(value)) visit(each, see);
  }
}
