import { globSync, readFileSync } from 'node:fs';
import { findLetters } from './words/find-letters.ts';

// `node tools/words-outside.ts <folder or file>…` lists the words that stand outside of the catalogue.

for (const place of process.argv.slice(2)) {
  const files = /\.tsx?$/.test(place) ? [place] : globSync(`${place}/**/*.{ts,tsx}`).sort();
  for (const file of files.filter((one) => !/\.test\.tsx?$/.test(one)))
    for (const { line, text } of findLetters(file, readFileSync(file, 'utf8')))
      console.log(`${file}:${line} ${text}`);
}
