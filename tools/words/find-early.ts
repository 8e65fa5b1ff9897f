import path from 'node:path';
import { parseSync } from 'oxc-parser';

type Node = { type: string; [field: string]: unknown };
/** Names of functions, as `file name`; an imported name has the file that defines it. */
type Code = { calls: Map<string, Set<string>>; atLoad: Map<string, number> };

/** The functions that read a message, which must have been fetched before. */
const readers = new Set(['t', 'tell'].map((name) => `renderer/words.ts ${name}`));

/** Fetches the first messages itself, and shows nothing before. */
const start = 'renderer/app/main.tsx';

const functions = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|MethodDefinition)$/;

/**
 * Takes the sources by path; returns the lines that read a message while their module loads: the message may not be available
 * yet, and later keeps the language of that moment.
 */
export function findEarly(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources.keys()].filter((file) => file.startsWith('renderer/') && file !== start);
  const read = new Map(files.map((file) => [file, readCode(file, sources.get(file) ?? '')]));
  const calls = new Map([...read.values()].flatMap((code) => [...code.calls]));
  const reading = new Set(readers);
  for (let before = -1; before !== reading.size; ) {
    before = reading.size;
    for (const [name, called] of calls) if ([...called].some((one) => reading.has(one))) reading.add(name);
  }
  return [...read].flatMap(([file, { atLoad }]) =>
    [...atLoad]
      .filter(([name]) => reading.has(name))
      .map(([name, line]) => `${file}:${line}: ${name.split(' ')[1]} reads a message while the module loads`),
  );
}

function readCode(file: string, source: string): Code {
  const code: Code = { calls: new Map(), atLoad: new Map() };
  const { program } = parseSync(file, source);
  const imported = new Map<string, string>();
  const nameOf = (name: string) => imported.get(name) ?? `${file} ${name}`;
  const body = program.body as unknown as Node[];
  for (const node of body) {
    if (node.type !== 'ImportDeclaration') continue;
    const from = (node.source as unknown as { value: string }).value;
    if (!from.startsWith('.')) continue;
    for (const one of node.specifiers as { local: { name: string }; imported?: { name?: string } }[]) {
      const target = path.posix.join(path.posix.dirname(file), from);
      imported.set(one.local.name, `${target} ${one.imported?.name ?? one.local.name}`);
    }
  }
  const visit = (value: unknown, take: (node: Node, name: string) => void): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, take);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (typeof node.type !== 'string') return;
    // A function runs later, unless it is passed to a method such as `map`, which calls it now.
    if (functions.test(node.type)) return;
    if (node.type === 'CallExpression') {
      const callee = node.callee as Node & { name?: string };
      if (callee.name !== undefined) take(node, nameOf(callee.name));
      if (callee.type === 'MemberExpression') {
        for (const given of node.arguments as (Node & { name?: string })[]) {
          if (given.type === 'Identifier') take(node, nameOf(given.name as string));
          else if (functions.test(given.type)) visit(given.body, take);
        }
      }
    }
    for (const field of Object.values(node)) if (typeof field === 'object') visit(field, take);
  };
  const define = (name: string, body: unknown): void => {
    const called = new Set<string>();
    visit(body, (_, one) => called.add(one));
    code.calls.set(`${file} ${name}`, called);
  };
  for (const statement of body) {
    const node = (statement.declaration as Node | null | undefined) ?? statement;
    if (node.type === 'FunctionDeclaration') define((node.id as unknown as { name: string }).name, node.body);
    const declared = node.type === 'VariableDeclaration' ? (node.declarations as Node[]) : [];
    for (const { id, init } of declared as unknown as { id: { name?: string }; init: Node | null }[]) {
      if (init !== null && functions.test(init.type) && id.name !== undefined) define(id.name, init.body);
    }
    visit(node, ({ start }, name) => {
      code.atLoad.set(name, source.slice(0, start as number).split('\n').length);
    });
  }
  return code;
}
