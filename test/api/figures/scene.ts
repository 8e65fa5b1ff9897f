import { bodyOf, walk } from '../../support/missions/factories.ts';
import type { Client } from '../../support/servers/server.ts';

export const executedAt = '2026-11-20T09:00:00.000Z';
export const later = (minutes: number) => new Date(Date.parse(executedAt) + minutes * 60_000).toISOString();

export type Written = {
  status?: string;
  level?: string;
  /** Minutes after the execution. */
  detected?: number;
  /** Kind, result, minutes after the execution, and other fields. */
  facts?: [kind: string, result: string, minutes?: number | null, more?: Record<string, unknown>][];
  expected?: Record<string, unknown>[];
  also?: (path: string) => Promise<void>;
};

/** Brings a test into its state and records its facts, level and expectations. */
export async function writeTest(
  { admin, levels }: { admin: Client; levels: Record<string, string> },
  path: string,
  test: Written,
): Promise<void> {
  const { status = 'executed', level, detected, facts = [], expected, also } = test;
  if (status === 'executed' || status === 'reviewed_by_blue') {
    bodyOf(await admin.post(`${path}/transition`, { status: 'executed', executed_at: executedAt }), 200);
  } else if (status !== 'pending') await walk(admin, path, status);
  if (expected !== undefined) {
    bodyOf(await admin.put(`${path}/expectations`, { expectations: expected }), 200);
  }
  for (const [kind, result, minutes, more] of facts) {
    const at = minutes === undefined || minutes === null ? null : later(minutes);
    bodyOf(await admin.post(`${path}/facts`, { kind, result, at, ...more }), 201);
  }
  if (level !== undefined) {
    const detected_at = detected === undefined ? null : later(detected);
    bodyOf(await admin.put(path, { detection_level_id: levels[level], detected_at }), 200);
  }
  if (status === 'reviewed_by_blue') await walk(admin, path, status);
  await also?.(path);
}
