import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findHead, isMark, keepOn, nameMarked, tileBlur } from './marks.ts';

const size = { width: 1200, height: 600 };

describe('the name of a picture that was drawn on', () => {
  const table: [fileName: string, taken: string[], name: string][] = [
    ['screen.png', [], 'screen-marked.png'],
    ['screen.jpeg', ['screen.jpeg'], 'screen-marked.png'],
    ['screen.png', ['screen-marked.png'], 'screen-marked-2.png'],
    ['screen-marked.png', ['screen.png', 'screen-marked.png'], 'screen-marked-2.png'],
    ['two.dots.webp', [], 'two.dots-marked.png'],
    ['noextension', [], 'noextension-marked.png'],
  ];
  for (const [fileName, taken, name] of table) {
    it(`${fileName} beside ${taken.join(', ') || 'nothing'}: ${name}`, () => {
      assert.equal(nameMarked(fileName, taken), name);
    });
  }
});

describe('marks', () => {
  it('are more than a slip of the hand', () => {
    const from = { x: 10, y: 10 };
    assert.equal(isMark({ from, to: { x: 13, y: 13 } }, size), false);
    assert.equal(isMark({ from, to: { x: 30, y: 10 } }, size), true);
  });

  it('stay on the picture', () => {
    assert.deepEqual(keepOn({ x: -5, y: 700 }, size), { x: 0, y: 600 });
    assert.deepEqual(keepOn({ x: 5, y: 7 }, size), { x: 5, y: 7 });
  });

  it('of an arrow have a head that opens backwards', () => {
    const [left, right] = findHead({ from: { x: 0, y: 0 }, to: { x: 100, y: 0 } }, 10);
    assert.ok(left.x < 100 && right.x < 100);
    assert.ok(Math.abs(left.y + right.y) < 1e-9 && left.y !== 0);
  });
});

describe('a blur', () => {
  const area = { from: { x: 30.6, y: 40.2 }, to: { x: 10.4, y: 20.9 }, seed: 7 };

  it('covers every pixel that it touches, whichever way it was drawn', () => {
    const tiles = tileBlur(area, 8);
    const isCovered = (x: number, y: number) =>
      tiles.some((tile) => x >= tile.x && x < tile.x + tile.size && y >= tile.y && y < tile.y + tile.size);
    for (let x = 10; x < 31; x += 1) {
      for (let y = 20; y < 41; y += 1) assert.ok(isCovered(x, y), `${x}, ${y}`);
    }
    assert.deepEqual(tileBlur({ ...area, from: area.to, to: area.from }, 8), tiles);
  });

  it('has shades of its seed, and of nothing else', () => {
    const shades = (seed: number) => tileBlur({ ...area, seed }, 2).map(({ shade }) => shade);
    assert.deepEqual(shades(7), shades(7));
    assert.notDeepEqual(shades(7), shades(8));
    assert.ok(new Set(shades(7)).size > 10);
  });
});
