import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

const renderer = path.resolve(import.meta.dirname, '..');
const token = 'var\\(--mantine-font-size-(xs|sm|lg|xl)\\)';

type Rule = { files: string; asks: RegExp; takes: RegExp; except?: RegExp };

const rules: readonly Rule[] = [
  {
    files: '**/*.css',
    asks: /font-size: ([^;]+);/g,
    takes: new RegExp(`^(${token}|inherit)$`),
    // Print has its own scale, the matrix is zoomed, and the wall view and a projected replay are read from a distance.
    except: /print|sheet|matrix-grid|wall|presenter/,
  },
  // The weight of page titles is in global.css.
  {
    files: '**/*.css',
    asks: /font-weight: ([^;]+);/g,
    takes: /^([45]00|inherit)$/,
    except: /fonts|global|wall/,
  },
  { files: '**/*.tsx', asks: /fontSize: ([^\s,}]+)/g, takes: new RegExp(`^'${token}'$`) },
  { files: '**/*.tsx', asks: /fontWeight: ([^\s,}]+)/g, takes: /^[45]00$/ },
  { files: '**/*.tsx', asks: /\bfz=([^\s>]+)/g, takes: /^"(xs|sm|lg|xl)"$/ },
  { files: '**/*.tsx', asks: /\bfw=([^\s>]+)/g, takes: /^\{[45]00\}$/ },
];

test('sizes and weights of text are those of the scale, and only page titles are heavier', () => {
  const found = rules.flatMap(({ files, asks, takes, except }) =>
    globSync(files, { cwd: renderer, exclude: (file) => except?.test(file) === true }).flatMap((file) =>
      [...readFileSync(path.join(renderer, file), 'utf8').matchAll(asks)]
        .filter(([, value = '']) => !takes.test(value))
        .map(([line]) => `${file}: ${line}`),
    ),
  );
  assert.deepEqual(found, []);
});
