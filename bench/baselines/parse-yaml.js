// The YAML files of a folder, read and parsed one after another: the argument is the folder.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const [folder] = process.argv.slice(2);
const started = performance.now();
let files = 0;
for (const name of readdirSync(folder)) {
  if (!name.endsWith('.yaml')) continue;
  parse(readFileSync(path.join(folder, name), 'utf8'));
  files += 1;
}
process.stdout.write(JSON.stringify({ milliseconds: performance.now() - started, files }));
