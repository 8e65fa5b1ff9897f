import { tmpdir } from 'node:os';
import { z } from 'zod';
import { type AppParts, makeTrees } from '../../../server/app.ts';
import type { Route } from '../../../server/http/route.ts';
import { readSettings } from '../../../server/settings.ts';

export type Operation = Route & { prefix: '/api/v1' | '/api' };

/** Stands for everything that an operation uses, because none of it is called. */
// biome-ignore lint/suspicious/noExplicitAny: it has to be anything
const inert: any = new Proxy(() => {}, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => '' : inert),
  apply: () => inert,
  construct: () => inert,
});

/** Every operation of both trees of a server with APP_ENV=test, without starting one. */
export function registry(): Operation[] {
  const settings = readSettings({}, { APP_ENV: 'test', SVC_DATA_DIR: tmpdir() });
  const parts = new Proxy({} as AppParts, {
    get: (_target, name) => (name === 'settings' ? settings : inert),
  });
  const { missions, engagements } = makeTrees(parts);
  return [
    ...missions.map((item) => ({ ...item, prefix: '/api/v1' as const })),
    ...engagements.map((item) => ({ ...item, prefix: '/api' as const })),
  ];
}

/** The contract that describes a body; some are read by their own code. */
export function describing(contract: z.ZodType): z.ZodType {
  return (z.globalRegistry.get(contract)?.meant as z.ZodType | undefined) ?? contract;
}
