import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeNextSlice } from './slices.ts';

for (const [size, took, next, why] of [
  [25, 25, 25, 'as many again where it took as long as it should'],
  [25, 5, 50, 'twice as many at most where it was quick'],
  [200, 5, 200, 'two hundred at most'],
  [100, 50, 50, 'fewer where it took too long'],
  [25, 500, 10, 'ten at least, however slow the machine is'],
] as const) {
  test(`a slice has ${why}`, () => {
    assert.equal(sizeNextSlice(size, took), next);
  });
}
