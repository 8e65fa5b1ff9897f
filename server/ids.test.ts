import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isId, newId } from './ids.ts';

describe('identifiers', () => {
  test('are UUIDv7 of the current time, in increasing order', () => {
    const started = Date.now();
    let before = '';
    // Many in each millisecond.
    for (let made = 0; made < 20_000; made += 1) {
      const id = newId();
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.ok(isId(id));
      assert.ok(id > before, `${id} after ${before}`);
      before = id;
    }
    const time = Number.parseInt(before.slice(0, 8) + before.slice(9, 13), 16);
    assert.ok(time >= started && time <= Date.now() + 100, new Date(time).toISOString());
  });

  test('keep increasing when the clock stops or steps back', (t) => {
    const started = Date.now();
    const clock = t.mock.method(Date, 'now', () => started + 10_000);
    const first = newId();
    const ids = [10_000, 10_000, 9_999, -3_600_000, -3_600_000, 10_000, 10_001].map((offset) => {
      clock.mock.mockImplementation(() => started + offset);
      return newId();
    });
    assert.deepEqual([first, ...ids].toSorted(), [first, ...ids]);
    assert.equal(new Set([first, ...ids]).size, 8);
  });

  for (const text of [
    '',
    '7',
    '01a1f93f-6e37-73b2-95cb-f4d2e044829',
    '01a1f93f-6e37-73b2-95cb-f4d2e04482966',
    '01a1f93f6e3773b295cbf4d2e0448296',
    '01a1f93f-6e37-73b2-95cb-f4d2e044829g',
    '01a1f93f-6e37-73b2-c5cb-f4d2e0448296',
    ' 01a1f93f-6e37-73b2-95cb-f4d2e0448296',
    '01a1f93f-6e37-73b2-95cb-f4d2e0448296\n',
  ]) {
    test(`is not ${JSON.stringify(text)}`, () => assert.ok(!isId(text)));
  }
});
