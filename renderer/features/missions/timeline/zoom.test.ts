import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mayZoomIn, move, spanOf, zoomIn, zoomOut } from './zoom.ts';

const minute = 60_000;
const at = (...minutes: number[]) => minutes.map((each) => each * minute);
const span = (from: number, to: number) => ({ from: from * minute, to: to * minute });

describe('a part of the timeline', () => {
  const times = at(0, 10, 50, 400);

  test('begins as the whole, from the first time to the last', () => {
    assert.deepEqual(spanOf(times), span(0, 400));
    assert.equal(spanOf([]), null);
  });

  test('gets half as long around its middle', () => {
    assert.deepEqual(zoomIn(span(0, 100), times), span(25, 75));
  });

  test('is never empty: it moves to the nearest time', () => {
    assert.deepEqual(zoomIn(span(0, 400), times), span(-50, 150));
  });

  test('is not shorter than two minutes', () => {
    assert.deepEqual(zoomIn(span(9, 12), times), span(9.5, 11.5));
    assert.equal(mayZoomIn(span(9.5, 11.5)), false);
    assert.equal(mayZoomIn(span(9, 12)), true);
  });

  test('gets twice as long, until it is the whole again', () => {
    assert.deepEqual(zoomOut(span(100, 200), span(0, 400)), span(50, 250));
    assert.deepEqual(zoomOut(span(0, 100), span(0, 400)), span(0, 150));
    assert.equal(zoomOut(span(50, 350), span(0, 400)), null);
  });

  test('moves by half its length, or as far as the next time', () => {
    assert.deepEqual(move(span(0, 30), times, 'later'), span(22, 52));
    assert.deepEqual(move(span(30, 60), times, 'later'), span(372, 402));
    assert.deepEqual(move(span(372, 402), times, 'earlier'), span(48, 78));
    assert.equal(move(span(372, 402), times, 'later'), null);
    assert.equal(move(span(0, 30), times, 'earlier'), null);
  });
});
