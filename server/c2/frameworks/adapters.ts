import type { Framework } from '../../../domain/c2.ts';
import type { C2Adapter } from './adapter.ts';
import { createCalderaAdapter } from './caldera/adapter.ts';
import { withDeadlines } from './deadline.ts';
import { createFakeAdapter } from './fake.ts';
import { defaultLimits } from './limits.ts';
import { createMythicAdapter, type MythicOptions } from './mythic/adapter.ts';

/** The adapter of a framework reached over HTTP. */
export function makeAdapter(framework: Exclude<Framework, 'fake'>, options: MythicOptions): C2Adapter {
  const adapter = framework === 'mythic' ? createMythicAdapter(options) : createCalderaAdapter(options);
  return withDeadlines(adapter, { ...defaultLimits, ...options.limits });
}

export { createFakeAdapter };
