import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findEarly } from './find-early.ts';

describe('modules that read a message while they load', () => {
  const words = "import { t } from './words.ts';\n";
  const table: [name: string, sources: Record<string, string>, faults: number][] = [
    ['a constant', { 'renderer/a.ts': `${words}export const name = t('a.b');` }, 1],
    ['a function', { 'renderer/a.ts': `${words}export const name = () => t('a.b');` }, 0],
    ['a list', { 'renderer/a.ts': `${words}const names = kinds.map((kind) => t(kind));` }, 1],
    ['a list by its reader', { 'renderer/a.ts': `${words}const names = kinds.map(t);` }, 1],
    ['a field of an object', { 'renderer/a.ts': `${words}const rules = { name: t('a.b') };` }, 1],
    ['a method for later', { 'renderer/a.ts': `${words}const rules = { name: () => t('a.b') };` }, 0],
    ['a component', { 'renderer/a.tsx': `${words}export function A() { return <b>{t('a.b')}</b>; }` }, 0],
    [
      'a function of its own',
      { 'renderer/a.ts': `${words}function toName() { return t('a.b'); }\nconst name = toName();` },
      1,
    ],
    [
      'a function of another module',
      {
        'renderer/a.ts': `${words}export const toName = () => t('a.b');`,
        'renderer/b.ts':
          "import { toName as toText } from './a.ts';\nconst names = kinds.map((kind) => toText(kind));",
      },
      1,
    ],
    [
      'a function of another module, for later',
      {
        'renderer/a.ts': `${words}export const toName = () => t('a.b');`,
        'renderer/b.ts': "import { toName } from './a.ts';\nconst names = () => toName();",
      },
      0,
    ],
    ['another t', { 'renderer/a.ts': "import { t } from './others.ts';\nconst name = t('a.b');" }, 0],
  ];
  for (const [name, sources, faults] of table) {
    it(`${faults === 0 ? 'takes' : 'refuses'} ${name}`, () => {
      assert.equal(findEarly(new Map(Object.entries(sources))).length, faults);
    });
  }
});
