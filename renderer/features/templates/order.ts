/** Moves one item of a list; positions outside the list mean its ends. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(Math.max(0, to), 0, item);
  return next;
}

/** Target position of an item dropped on the upper or lower half of another one. */
export function findLanding(from: number, onto: number, half: 'upper' | 'lower'): number {
  const gap = half === 'upper' ? onto : onto + 1;
  return from < gap ? gap - 1 : gap;
}
