import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './place.ts';

const folder = path.join(root, 'node_modules', '.cache', 'test-groups');

/** Puts files, longest first, into groups of at most `most` expected seconds; a longer file is a group by itself. */
export function groupFiles(
  files: readonly string[],
  { expected, most }: { expected: (file: string) => number; most: number },
): string[][] {
  const groups: { files: string[]; seconds: number }[] = [];
  for (const file of files) {
    const seconds = expected(file);
    const group = groups.find((each) => each.seconds + seconds <= most);
    if (group === undefined) groups.push({ files: [file], seconds });
    else {
      group.files.push(file);
      group.seconds += seconds;
    }
  }
  return groups.map((group) => group.files);
}

/** Writes the module that runs these files one after the other, each as a suite with its name, and returns its path. */
export function writeGroup(files: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  const module = path.join(folder, `${files[0]?.replaceAll('/', '-')}-${files.length}.mjs`);
  const suites = files.map((file) => {
    const url = pathToFileURL(path.join(root, file)).href;
    return `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(url)}); });`;
  });
  writeFileSync(module, ["import { describe } from 'node:test';", ...suites, ''].join('\n'));
  return module;
}
