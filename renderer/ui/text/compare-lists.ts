export type Kind = 'same' | 'removed' | 'inserted';
export type Stretch = { kind: Kind; items: string[] };

/** Above this number of changes, a comparison shows one removed and one added block. */
const mostChanges = 800;

/** Takes two lists, returns their common parts and those in only one, in order (Myers, bounded). */
export function compareLists(before: readonly string[], after: readonly string[]): Stretch[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [old, present] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const stretches: Stretch[] = [];
  const add = (kind: Kind, items: readonly string[]) => {
    if (items.length === 0) return;
    const last = stretches.at(-1);
    if (last?.kind === kind) last.items.push(...items);
    else stretches.push({ kind, items: [...items] });
  };
  add('same', before.slice(0, start));
  const steps = findSteps(old, present);
  if (steps === null) {
    add('removed', old);
    add('inserted', present);
  } else {
    for (const { kind, item } of steps) add(kind, [item]);
  }
  add('same', before.slice(before.length - end));
  return stretches;
}

type Step = { kind: Kind; item: string };

/** The shortest edit from one list to the other; null when it is too long. */
function findSteps(old: readonly string[], present: readonly string[]): Step[] | null {
  const most = Math.min(mostChanges, old.length + present.length);
  const offset = most + 1;
  const reached = new Int32Array(2 * offset + 1);
  const trail: Int32Array[] = [];
  for (let changes = 0; changes <= most; changes += 1) {
    trail.push(reached.slice(offset - changes - 1, offset + changes + 2));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const goesDown =
        diagonal === -changes ||
        (diagonal !== changes && at(reached, offset + diagonal - 1) < at(reached, offset + diagonal + 1));
      let x = goesDown ? at(reached, offset + diagonal + 1) : at(reached, offset + diagonal - 1) + 1;
      while (x < old.length && x - diagonal < present.length && old[x] === present[x - diagonal]) x += 1;
      reached[offset + diagonal] = x;
      if (x >= old.length && x - diagonal >= present.length) return retrace(old, present, trail);
    }
  }
  return null;
}

function retrace(old: readonly string[], present: readonly string[], trail: readonly Int32Array[]): Step[] {
  const steps: Step[] = [];
  let [x, y] = [old.length, present.length];
  for (let changes = trail.length - 1; changes >= 0; changes -= 1) {
    const reached = trail[changes] as Int32Array;
    const middle = changes + 1;
    const diagonal = x - y;
    const goesDown =
      diagonal === -changes ||
      (diagonal !== changes && at(reached, middle + diagonal - 1) < at(reached, middle + diagonal + 1));
    const from = goesDown ? diagonal + 1 : diagonal - 1;
    const fromX = changes === 0 ? 0 : at(reached, middle + from);
    const fromY = changes === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      steps.push({ kind: 'same', item: old[x] as string });
    }
    if (changes === 0) break;
    if (goesDown) steps.push({ kind: 'inserted', item: present[fromY] as string });
    else steps.push({ kind: 'removed', item: old[fromX] as string });
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}

function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}
