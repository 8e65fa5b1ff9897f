import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Kept, KeptProgram } from './kept-program.ts';
import { loadFromKept, readKept } from './program-hooks.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const hooks = new URL('./program-hooks.js', import.meta.url);

/** Folders of modules loaded on demand. */
const folders = ['bin', 'server', 'node_modules', 'resources'];

let kept: KeptProgram | null = null;

/** Whether the program runs from its sources, which nobody replaces under a running server. */
export function isCheckout(): boolean {
  return existsSync(path.join(root, 'tools', 'start.ts'));
}

/**
 * Reads the files of an installed program, so that modules loaded later are of this version even after an update or removal.
 * Electron reads its own from an archive that it holds open.
 */
export async function keepProgram(): Promise<void> {
  if (kept !== null || isCheckout() || process.versions.electron !== undefined) return;
  const files = (await Promise.all(folders.map(listFiles))).flat();
  const contents = await Promise.all(files.map(async (file) => ({ file, content: await contentOf(file) })));
  kept = arrange(contents);
  loadFromKept(kept, false);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile() && /\.(?:js|cjs|mjs|json|docx|woff2|node)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

async function contentOf(file: string): Promise<Buffer> {
  // A native module that was loaded once is found again by its path, in every thread.
  return file.endsWith('.node') ? Buffer.alloc(0) : (nameNative(file) ?? readFile(file));
}

/** This better-sqlite3 module looks for its native part on disk; it was found there when this process started. */
function nameNative(file: string): Buffer | null {
  if (!/[/\\]better-sqlite3[/\\]lib[/\\]binding\.js$/.test(file)) return null;
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  const native = loaded.find((name) => /[/\\]better-sqlite3[/\\].*\.node$/.test(name));
  if (native === undefined) return null;
  return Buffer.from(`'use strict';\nexports.getBinding = () => require(${JSON.stringify(native)});\n`);
}

function arrange(contents: readonly { file: string; content: Buffer }[]): KeptProgram {
  const size = contents.reduce((sum, { content }) => sum + content.length, 0);
  const bytes = new SharedArrayBuffer(size);
  const all = new Uint8Array(bytes);
  const places = new Map<string, Kept>();
  let end = 0;
  for (const { file, content } of contents) {
    const start = end;
    const format = formatOf(file);
    all.set(content, start);
    end += content.length;
    places.set(pathToFileURL(file).href, { start, end, ...(format && { format }) });
    if (path.basename(file) === 'package.json') nameModule(places, file, content);
  }
  return { bytes, places };
}

/** The program uses ES modules, but the code of native modules doesn't. */
function formatOf(file: string): Kept['format'] {
  if (file.endsWith('.json')) return file.includes('node_modules') ? 'json' : undefined;
  if (!/\.[cm]?js$/.test(file)) return undefined;
  return path.relative(root, file).startsWith('node_modules') ? 'commonjs' : 'module';
}

function nameModule(places: Map<string, Kept>, file: string, content: Buffer): void {
  const folder = path.dirname(file);
  if (!/node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+$/.test(folder)) return;
  const { name, main, exports } = JSON.parse(content.toString('utf8')) as {
    name?: string;
    main?: string;
    exports?: unknown;
  };
  const entry = findEntry(exports) ?? main;
  if (name === undefined || entry === undefined) return;
  const nameAs = (wanted: string, place: string): void => {
    places.set(wanted, { start: 0, end: 0, module: pathToFileURL(place).href });
  };
  nameAs(name, path.join(folder, path.extname(entry) === '' ? `${entry}.js` : entry));
  nameAs(`${name}/package.json`, file);
}

function findEntry(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  const { '.': own, node, require, default: usual } = exports as Record<string, unknown>;
  return findEntry(own ?? node ?? require ?? usual);
}

/** Reads a file of the program. */
export async function readProgramFile(url: URL): Promise<Buffer> {
  const read = (globalThis as unknown as { [readKept]?: (url: string) => Uint8Array | undefined })[readKept];
  const found = read?.(url.href);
  return found === undefined ? readFile(url) : Buffer.from(found.buffer, found.byteOffset, found.byteLength);
}

/** Starts a thread from the program's code as of the start of this process. */
export function startThread(file: URL, options: WorkerOptions): Worker {
  if (kept === null) return new Worker(file, options);
  const place = kept.places.get(hooks.href);
  if (place === undefined || !kept.places.has(file.href)) return new Worker(file, options);
  const text = Buffer.from(new Uint8Array(kept.bytes).slice(place.start, place.end)).toString('base64');
  return new Worker(bootstrap, {
    ...options,
    workerData: {
      ...options.workerData,
      kept,
      thread: file.href,
      hooks: `data:text/javascript;base64,${text}`,
    },
  });
}

// A module rather than a text to evaluate: modules preloaded by the environment come before it.
const bootstrap = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { workerData } from 'node:worker_threads';
    const { loadFromKept } = await import(workerData.hooks);
    loadFromKept(workerData.kept, true);
    await import(workerData.thread);
  `)}`,
);
