import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { assertMode } from '../../test/support/servers/platform.ts';
import { readKept, writeKept } from '../kept-file.ts';
import { placeWindow, type Rectangle, type WindowState, windowState } from './window-state.ts';

const laptop: Rectangle = { x: 0, y: 25, width: 1920, height: 1055 };
const beamer: Rectangle = { x: 1920, y: 0, width: 1280, height: 720 };
const small: Rectangle = { x: 0, y: 0, width: 800, height: 600 };

function state(x: number, y: number, width: number, height: number): WindowState {
  return { bounds: { x, y, width, height }, maximized: false, zoom: 0 };
}

describe('where the window opens', () => {
  const cases: [string, WindowState | null, Rectangle[], Rectangle][] = [
    ['the first time: in the middle', null, [laptop], { x: 240, y: 103, width: 1440, height: 900 }],
    ['the first time on a small display: all of it', null, [small], small],
    ['where it was', state(100, 100, 1200, 800), [laptop], { x: 100, y: 100, width: 1200, height: 800 }],
    [
      'on the second display',
      state(2000, 10, 1100, 700),
      [laptop, beamer],
      { x: 2000, y: 10, width: 1100, height: 700 },
    ],
    [
      'back in sight when that display is gone',
      state(2000, 10, 1100, 700),
      [laptop],
      { x: 410, y: 203, width: 1100, height: 700 },
    ],
    ['as large as fits', state(0, 30, 4000, 3000), [laptop], { x: 0, y: 30, width: 1920, height: 1055 }],
    ['no smaller than usable', state(10, 30, 20, 20), [laptop], { x: 10, y: 30, width: 960, height: 640 }],
    [
      'half out of sight, if it can be taken hold of',
      state(-1000, 40, 1200, 800),
      [laptop],
      { x: -1000, y: 40, width: 1200, height: 800 },
    ],
    [
      'not with its upper edge above the display',
      state(100, -500, 1200, 800),
      [laptop],
      { x: 360, y: 153, width: 1200, height: 800 },
    ],
    ['not below it', state(100, 1075, 1200, 800), [laptop], { x: 360, y: 153, width: 1200, height: 800 }],
    [
      'not far away',
      state(50_000, 50_000, 1200, 800),
      [laptop],
      { x: 360, y: 153, width: 1200, height: 800 },
    ],
  ];
  for (const [what, kept, displays, expected] of cases) {
    it(what, () => assert.deepEqual(placeWindow(kept, displays).bounds, expected));
  }

  it('keeps the zoom and that it was maximized', () => {
    const kept = { ...state(0, 30, 1000, 700), maximized: true, zoom: 1.5 };
    assert.deepEqual(placeWindow(kept, [laptop]), kept);
    assert.equal(placeWindow({ ...kept, bounds: { ...kept.bounds, x: 9000 } }, [laptop]).zoom, 1.5);
  });

  it('opens without any display that is known', () => {
    assert.deepEqual(placeWindow(null, []).bounds, { x: 0, y: 0, width: 1440, height: 900 });
  });
});

describe('the file it is kept in', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-state-'));
  const file = path.join(folder, 'deeper', 'window-state.json');
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is absent at first', () => assert.equal(readKept(file, windowState), null));

  it('keeps the written state, readable only by its owner', () => {
    const kept = { ...state(1, 2, 1000, 700), maximized: true, zoom: -0.5 };
    assert.equal(writeKept(file, kept), true);
    assert.deepEqual(readKept(file, windowState), kept);
    assertMode(file, 0o600);
  });

  const good = JSON.stringify(state(1, 2, 1000, 700));
  const corrupted: [string, string | Buffer][] = [
    ['nothing', ''],
    ['half of it', good.slice(0, 30)],
    ['bytes', Buffer.from([0, 255, 254, 0, 1])],
    ['null', 'null'],
    ['a list', '[]'],
    ['text for numbers', good.replace('1000', '"1000"')],
    ['numbers out of reach', good.replace('1000', '1e300')],
    ['a fraction of a pixel', good.replace('1000', '1000.5')],
    ['no width', good.replace('"width":1000,', '')],
    ['no height at all', good.replace('700', '0')],
    ['a zoom that shows nothing', good.replace('"zoom":0', '"zoom":-90')],
    ['something else as well', good.replace('"zoom":0', '"zoom":0,"url":"https://elsewhere.test"')],
    ['a prototype', '{"__proto__":{"bounds":{}}}'],
  ];
  for (const [what, content] of corrupted) {
    it(`is ignored and left alone with ${what} in it`, () => {
      writeFileSync(file, content);
      assert.equal(readKept(file, windowState), null);
      assert.deepEqual(readFileSync(file), Buffer.from(content));
    });
  }

  it('is skipped without an error where it cannot be written', () => {
    assert.equal(writeKept(path.join(file, 'below', 'a-file'), {}), false);
  });
});
