import type { AttackResult } from '../../../domain/missions.ts';

/**
 * Takes the exit code of what was run, as a text, and whether it ran into its time limit; returns what came of the attack, and lines of
 * `leftover` for what the result doesn't say. 0 is success; a code below 0 is that of a logger which saw no process end.
 */
export function readExit(
  code: string | null,
  hasTimedOut = false,
): { result: AttackResult | null; leftover: string[] } {
  const leftover = hasTimedOut ? ['Timed out: true'] : [];
  if (code === null) return { result: hasTimedOut ? 'failed' : null, leftover };
  const isCode = /^(?:\d{1,10}|0x[0-9a-f]{1,8})$/i.test(code);
  const isZero = isCode && Number(code) === 0;
  if (!isZero) leftover.push(`Exit code: ${code}`);
  if (hasTimedOut) return { result: 'failed', leftover };
  if (!isCode) return { result: null, leftover };
  return { result: isZero ? 'succeeded' : 'failed', leftover };
}
