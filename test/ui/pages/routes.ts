import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

const renderer = path.resolve(import.meta.dirname, '../../../renderer');

type Node = { type: string; [property: string]: unknown };

/** The addresses in the interface's router, from its sources: the frame, and a file for each area. */
export function routesOfTheInterface(): string[] {
  const found: string[] = [];
  const app = path.join(renderer, 'app');
  const areas = readdirSync(path.join(app, 'routes')).map((name) => path.join('routes', name));
  for (const source of ['router.tsx', ...areas]) {
    inSource(path.join(app, source), (node) => {
      const name = node.type === 'VariableDeclarator' ? (node.id as { name?: string }).name : undefined;
      if (name === undefined || !/^routes$|Routes$/.test(name)) return;
      found.push(...elementsOf(node.init as Node).flatMap((route) => routesBelow(route, '/')));
    });
  }
  return found;
}

/** The dialogs that addresses open, from the sources of the pages, each once per page. */
export function dialogsOfTheInterface(): string[] {
  const found: string[] = [];
  const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' });
  for (const name of sources.filter((source) => /\.tsx?$/.test(source))) {
    inSource(path.join(renderer, name), (node) => {
      const isCall =
        node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'useDialog';
      if (isCall) found.push(...elementsOf((node.arguments as Node[])[0]).map(({ value }) => String(value)));
    });
  }
  return found;
}

function inSource(file: string, see: (node: Node) => void): void {
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  visit(parseAst(readFileSync(file, 'utf8'), { lang }).body, see);
}

function routesBelow(route: Node, above: string): string[] {
  // Routes of another file, which are read separately.
  if (route.type === 'SpreadElement') return [];
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
