import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

const renderer = path.resolve(import.meta.dirname, '../..');
const native = /type[=:]\s*\{?["'`](?:date|datetime-local|time|month|week)["'`]/;

test('no page has the browser’s own field for a day or a time', () => {
  const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' });
  const found = sources.filter(
    (name) => name.endsWith('.tsx') && native.test(readFileSync(path.join(renderer, name), 'utf8')),
  );
  assert.deepEqual(found, []);
  assert.match('<input type="date" />', native);
});
