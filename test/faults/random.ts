export type Random = {
  /** From 0 up to, but excluding, 1. */
  unit(): number;
  /** A whole number from 0 up to, but excluding, `limit`. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
};

/** A generator of our own (mulberry32), so that a seed gives the same choices everywhere. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(unit() * limit);
  return { unit, below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}

/** The index-th item of a list, in an order that separates neighbours; no item repeats before all others have come. */
export function spread<T>(from: readonly T[], index: number): T {
  let step = Math.floor(from.length * 0.618) || 1;
  while (common(step, from.length) > 1) step += 1;
  return from[(index * step) % from.length] as T;
}

function common(one: number, other: number): number {
  return other === 0 ? one : common(other, one % other);
}
