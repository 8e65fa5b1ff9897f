import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDesktopLog } from './desktop-log.ts';

test('the log of the desktop application answers a detached level check correctly', () => {
  const { isLevelEnabled } = createDesktopLog('info', '', () => {});
  assert.deepEqual((['error', 'info', 'debug'] as const).map(isLevelEnabled), [true, true, false]);
});
