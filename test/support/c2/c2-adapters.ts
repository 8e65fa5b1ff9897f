import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type C2Adapter, C2Error, type C2ErrorReason } from '../../../server/c2/frameworks/adapter.ts';
import { type CalderaOptions, createCalderaAdapter } from '../../../server/c2/frameworks/caldera/adapter.ts';
import { FrameworkHttp, type FrameworkHttpOptions } from '../../../server/c2/frameworks/http.ts';
import { createMythicAdapter, type MythicOptions } from '../../../server/c2/frameworks/mythic/adapter.ts';
import {
  type CalderaData,
  type Framework,
  type MythicData,
  startCaldera,
  startMythic,
} from './c2-frameworks.ts';

/** Tokens accepted by the stand-ins. */
export const calderaToken = 'caldera-key-for-tests';
export const mythicToken = 'mythic-token-for-tests';

/** Expects a failure with this reason that reveals neither a token nor a framework's text. */
export function refused(reason: C2ErrorReason) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof C2Error, String(error));
    assert.equal(error.reason, reason, error.message);
    for (const told of [calderaToken, mythicToken, '<'])
      assert.ok(!error.message.includes(told), error.message);
    return true;
  };
}

/** A client of a framework's HTTP that closes with the test. */
export function client(
  t: TestContext,
  baseUrl: string,
  options: Partial<FrameworkHttpOptions> = {},
): FrameworkHttp {
  const http = new FrameworkHttp(
    { baseUrl, tls: { mode: 'verify' }, token: calderaToken, ...options },
    'KEY',
  );
  t.after(() => http.close());
  return http;
}

/** A stand-in that closes with the test. */
export async function framework(
  t: TestContext,
  options: Parameters<typeof startCaldera>[0] = {},
): Promise<Framework> {
  const started = await startCaldera(options);
  t.after(() => started.close());
  return started;
}

export const health = (http: FrameworkHttp): Promise<unknown> =>
  http.run((operation) => http.get(operation, ['api', 'v2', 'health']));

/** A stand-in for Mythic with this data, and its adapter. */
export async function mythic(
  t: TestContext,
  data: Partial<MythicData> = {},
  options: Partial<MythicOptions> = {},
) {
  const framework = await startMythic({ data });
  const adapter = adapterFor(t, framework.url, options);
  t.after(() => framework.close());
  return { framework, adapter };
}

export function adapterFor(t: TestContext, baseUrl: string, options: Partial<MythicOptions> = {}): C2Adapter {
  const tls = { mode: 'verify' } as const;
  const adapter = createMythicAdapter({
    baseUrl,
    tls,
    token: mythicToken,
    operation: null,
    clock: () => 0,
    ...options,
  });
  t.after(() => adapter.close());
  return adapter;
}

/** A stand-in for Caldera with this data, and its adapter. */
export async function caldera(
  t: TestContext,
  data: Partial<CalderaData> = {},
  options: Partial<CalderaOptions> = {},
) {
  const framework = await startCaldera({ data });
  const adapterWith = (more: Partial<CalderaOptions>) => {
    const tls = { mode: 'verify' } as const;
    const adapter = createCalderaAdapter({
      baseUrl: framework.url,
      tls,
      token: calderaToken,
      operation: null,
      clock: () => 0,
      ...more,
    });
    t.after(() => adapter.close());
    return adapter;
  };
  const adapter = adapterWith(options);
  t.after(() => framework.close());
  return { framework, adapter, adapterWith };
}
