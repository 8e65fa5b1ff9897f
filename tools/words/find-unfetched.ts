import path from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Part } from '../../domain/words/parts.ts';

type Node = { type: string; [field: string]: unknown };
type Entry = { file: string; parts: readonly string[] };
type Source = { imports: string[]; entries: Entry[]; texts: string[] };

/** Functions of the interface that fetch code together with the parts of its messages. */
const fetchers = new Set(['lazyPage', 'withWords']);

/**
 * Takes the rooms of each part, all keys and the sources by path; returns the rooms that the start or a page shows without
 * fetching them, and the parts that a page fetches without using them.
 */
export function findUnfetched(
  rooms: Readonly<Record<Part, readonly string[]>>,
  keys: readonly string[],
  sources: ReadonlyMap<string, string>,
): string[] {
  const placed = Object.entries(rooms).flatMap(([part, names]) => names.map((name) => ({ name, part })));
  const partsOf = Map.groupBy(placed, ({ name }) => name);
  const read = new Map<string, Source>();
  const open = (file: string): Source => {
    const known = read.get(file) ?? readSource(file, sources.get(file) ?? '');
    read.set(file, known);
    return known;
  };
  const judge = ({ file, parts }: Entry): string[] => {
    const faults = new Map<string, string>();
    const shown = new Set<string>();
    for (const reached of reach(file, open)) {
      for (const text of open(reached).texts) {
        const having = partsOf.get(text.slice(0, text.indexOf('.')))?.map(({ part }) => part) ?? [];
        const [part] = having;
        if (part === undefined || !keys.some((key) => key.startsWith(text))) continue;
        for (const each of having) shown.add(each);
        if (!having.some((each) => each === 'start' || parts.includes(each)))
          faults.set(part, `${file}: ${reached} says ${text}, and the part ${part} is not fetched`);
      }
    }
    const idle = parts.filter((part) => !shown.has(part));
    return [...faults.values(), ...idle.map((part) => `${file}: shows nothing of the part ${part}`)];
  };
  const entries = [...sources.keys()].flatMap((file) =>
    file.startsWith('renderer/') ? open(file).entries : [],
  );
  return [{ file: 'renderer/app/main.tsx', parts: [] }, ...entries].flatMap(judge);
}

/** The file and everything loaded with it: imports, and code fetched without messages of its own. */
function reach(file: string, open: (file: string) => Source): Set<string> {
  const reached = new Set([file]);
  // Iterating over a set includes items added meanwhile.
  for (const one of reached) for (const imported of open(one).imports) reached.add(imported);
  return reached;
}

function readSource(file: string, source: string): Source {
  const found: Source = { imports: [], entries: [], texts: [] };
  const resolve = (from: Node): string | null => {
    const name = (from as unknown as { value?: unknown }).value;
    return typeof name === 'string' && name.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), name)
      : null;
  };
  const visit = (value: unknown, take: (file: string) => void): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, take);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (typeof node.type !== 'string' || /^TS(?:Type|Literal|Template|Interface)/.test(node.type)) return;
    if (/^(?:Import|ExportNamed|ExportAll)/.test(node.type) && node.source != null) {
      const target = resolve(node.source as Node);
      if (target !== null && node.importKind !== 'type' && node.exportKind !== 'type') take(target);
      return;
    }
    const text = textOf(node);
    if (text !== null && /^[a-z_0-9]+\.[a-z_0-9.]*$/.test(text)) found.texts.push(text);
    const [fetched, ...named] = node.type === 'CallExpression' ? (node.arguments as Node[]) : [];
    if (fetched !== undefined && fetchers.has((node.callee as { name?: string }).name ?? '')) {
      const parts = named.flatMap((one) => (typeof one.value === 'string' ? [one.value] : []));
      // The first argument of a page is the name of its component.
      if ((node.callee as { name?: string }).name === 'lazyPage') parts.shift();
      visit(fetched, (target) => found.entries.push({ file: target, parts }));
      return;
    }
    for (const field of Object.values(node)) if (typeof field === 'object') visit(field, take);
  };
  visit(parseSync(file, source).program, (target) => found.imports.push(target));
  return found;
}

/** A string literal, or the beginning of a template literal. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked ?? null;
}
