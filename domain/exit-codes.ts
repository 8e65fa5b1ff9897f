import type { AttackResult } from './missions.ts';

/**
 * Takes an exit code as a text, and whether the time limit was reached; returns the result of the attack, and lines of `leftover`
 * for the rest. 0 is success; a negative code comes from a logger that saw no process end.
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
