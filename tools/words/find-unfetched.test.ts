import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findUnfetched } from './find-unfetched.ts';

const rooms = {
  start: ['app'],
  missions: ['tests'],
  history: ['history'],
  tlpt: [],
  alerts: [],
  columns: [],
  path: [],
  sightings: [],
  replay: [],
  recordings: [],
  home: [],
  reports: [],
  report_hints: [],
  report_sanitised: [],
  imports: [],
  templates: [],
  rules: [],
  catalogue: [],
  engagements: [],
  administration: [],
  tokens: [],
  identities: [],
  audit: [],
  desktop: [],
  writing: [],
};
const keys = ['app.home', 'tests.title', 'tests.move.start', 'history.title'];
const judge = (sources: Readonly<Record<string, string>>) =>
  findUnfetched(rooms, keys, new Map(Object.entries({ 'renderer/app/main.tsx': '', ...sources })));
const page = (parts: string) => `lazyPage(() => import('./page.tsx'), 'Page'${parts})`;

describe('pages and the parts of the messages that they fetch', () => {
  const table: [name: string, sources: Record<string, string>, faults: number][] = [
    ['its own part', { 'renderer/a.ts': page(", 'missions'"), 'renderer/page.tsx': "t('tests.title')" }, 0],
    ['nothing is fetched', { 'renderer/a.ts': page(''), 'renderer/page.tsx': "t('tests.title')" }, 1],
    [
      'a key that ends with a value',
      { 'renderer/a.ts': page(''), 'renderer/page.tsx': `t(\`tests.move.\${to}\`)` },
      1,
    ],
    ['a part that is not shown', { 'renderer/a.ts': page(", 'history'"), 'renderer/page.tsx': '' }, 1],
    [
      'an import of the page',
      {
        'renderer/a.ts': page(''),
        'renderer/page.tsx': "import './b.ts'",
        'renderer/b.ts': "t('tests.title')",
      },
      1,
    ],
    [
      'code that the page fetches',
      {
        'renderer/a.ts': page(''),
        'renderer/page.tsx': "import('./b.ts')",
        'renderer/b.ts': "t('tests.title')",
      },
      1,
    ],
    [
      'types alone',
      {
        'renderer/a.ts': page(''),
        'renderer/page.tsx': "import type { B } from './b.ts'",
        'renderer/b.ts': "t('tests.title')",
      },
      0,
    ],
    ['the start', { 'renderer/app/main.tsx': "t('history.title')" }, 1],
    ['no message', { 'renderer/app/main.tsx': "can('history.read')" }, 0],
  ];
  for (const [name, sources, faults] of table)
    it(name, () => assert.equal(judge(sources).length, faults, judge(sources).join('\n')));
});
