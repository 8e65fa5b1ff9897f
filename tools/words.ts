import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { all } from '../domain/words/en/all.ts';
import { findFaults } from './words/find-faults.ts';
import { writeMessageValues } from './words/list-values.ts';

// `npm run words` writes the types of the values in messages and checks the catalogue; with `--check` it writes nothing.

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'domain/words/message-values.ts');
const written = writeMessageValues(all);
const faults: string[] = [];
if ((await readFile(file, 'utf8')) !== written) {
  if (process.argv.includes('--check')) faults.push('domain/words/message-values.ts is old: npm run words');
  else await writeFile(file, written);
}
faults.push(...(await findFaults(root)));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
