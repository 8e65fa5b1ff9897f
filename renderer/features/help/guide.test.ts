import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { shortcuts } from '../../ui/keys/shortcuts.ts';
import { loadWords } from '../../words.ts';

await loadWords('en');

const folder = path.resolve(import.meta.dirname, '../../../docs/guide');
const pages = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
);
const linksIn = (text: string) =>
  [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/!?\[[^\]]*\]\(([^)]+)\)/g)].map(([, to]) => to as string);

describe('the user guide', () => {
  it('links to pages and headings that are there, also where it is read outside of Damson', () => {
    let links = 0;
    for (const [name, text] of pages) {
      assert.match(text, /^# \S/, name);
      for (const link of linksIn(text)) {
        links += 1;
        const [file = '', heading] = link.split('#');
        if (file.startsWith('images/')) continue;
        const target = pages.get(file === '' ? name : file);
        assert.ok(target, `${name}: ${link}`);
        if (heading === undefined) continue;
        const headings = [...target.matchAll(/^##+ (.+)$/gm)].map(([, title]) =>
          (title as string)
            .toLowerCase()
            .replace(/[^a-z0-9 -]/g, '')
            .replaceAll(' ', '-'),
        );
        assert.ok(headings.includes(heading), `${name}: ${link}`);
      }
    }
    assert.ok(links > 30, String(links));
  });

  it('is whole in its contents, in one order', () => {
    const named = linksIn(pages.get('README.md') ?? '').filter((link) => link.endsWith('.md'));
    assert.deepEqual([...named].sort(), [...pages.keys()].filter((name) => name !== 'README.md').sort());
  });

  it('shows every picture there is, and none that is not', () => {
    const shown = [...pages.values()].flatMap(linksIn).filter((link) => link.startsWith('images/'));
    assert.deepEqual(
      [...new Set(shown)].sort(),
      readdirSync(path.join(folder, 'images'))
        .map((name) => `images/${name}`)
        .sort(),
    );
  });

  it('names every key as the list in the interface does', () => {
    const text = pages.get('keyboard.md') ?? '';
    for (const { where, keys } of shortcuts()) {
      const part = text.split(`## ${where}\n`)[1]?.split('\n## ')[0];
      assert.ok(part, where);
      const rows = [...part.matchAll(/^\| `(.+)` \| (.+) \|$/gm)].map(([, key, action]) => [key, action]);
      assert.deepEqual(rows, keys, where);
    }
  });
});
