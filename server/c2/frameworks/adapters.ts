import type { Framework } from '../../../domain/c2.ts';
import type { C2Adapter } from './adapter.ts';
import { createCalderaAdapter } from './caldera/adapter.ts';
import { createFakeAdapter } from './fake.ts';
import { createMythicAdapter, type MythicOptions } from './mythic/adapter.ts';

/** The adapter of a framework that is reached over HTTP. */
export function makeAdapter(framework: Exclude<Framework, 'fake'>, options: MythicOptions): C2Adapter {
  return framework === 'mythic' ? createMythicAdapter(options) : createCalderaAdapter(options);
}

export { createFakeAdapter };
