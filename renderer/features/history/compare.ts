export type Kind = 'same' | 'removed' | 'inserted';
export type Stretch = { kind: Kind; items: string[] };

/** Past so many changes two lists are told as one that went and one that came. */
const mostChanges = 800;

/** Takes two lists, returns the stretches they have in common and those that only one has, in order (Myers, bounded). */
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

/** The shortest way from one list to the other; null where it is too long. */
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

export type Piece = { text: string; isChanged: boolean };
/** A line of a difference; `gap` stands for lines that both have. */
export type Row = { kind: Kind; pieces: Piece[] } | { kind: 'gap'; count: number };

/** Lines around a change that show where it is. */
const context = 2;
/** Longer lines are not compared word by word. */
const longestCompared = 1000;

/** Takes two texts, returns the lines in which they differ with some around; words that differ are marked. */
export function compareTexts(before: string | null, after: string | null): Row[] {
  const stretches = compareLists(toLines(before, after), toLines(after, before));
  const rows: Row[] = [];
  for (const [index, { kind, items }] of stretches.entries()) {
    const next = stretches[index + 1];
    if (kind === 'same') {
      rows.push(...shorten(items, index === 0, index === stretches.length - 1));
    } else if (kind === 'removed' && next?.kind === 'inserted' && next.items.length === items.length) {
      const pairs = items.map((line, at) => comparePair(line, next.items[at] as string));
      rows.push(...pairs.map(([pieces]) => ({ kind: 'removed' as const, pieces })));
      rows.push(...pairs.map(([, pieces]) => ({ kind: 'inserted' as const, pieces })));
    } else if (kind === 'removed' || !isPaired(stretches[index - 1], items.length)) {
      rows.push(...items.map((line) => ({ kind, pieces: [whole(line)] })));
    }
  }
  return rows;
}

function isPaired(before: Stretch | undefined, length: number): boolean {
  return before?.kind === 'removed' && before.items.length === length;
}

function toLines(text: string | null, other: string | null): string[] {
  if (text === null || text === '') return [];
  // Where there is no other, nobody asks whether the last line ends.
  return (other ? text : text.replace(/\n$/, '')).split('\n');
}

function shorten(lines: readonly string[], isFirst: boolean, isLast: boolean): Row[] {
  const before = isFirst ? 0 : context;
  const after = isLast ? 0 : context;
  const count = lines.length - before - after;
  const toRow = (line: string): Row => ({ kind: 'same', pieces: [whole(line)] });
  // One line left out would take as much room.
  if (count <= 1) return lines.map(toRow);
  const tail = after === 0 ? [] : lines.slice(-after);
  return [...lines.slice(0, before).map(toRow), { kind: 'gap', count }, ...tail.map(toRow)];
}

const whole = (text: string): Piece => ({ text, isChanged: false });

/** Two versions of a line, with the words marked that only one has; as they are where they have little in common. */
function comparePair(before: string, after: string): [Piece[], Piece[]] {
  if (Math.max(before.length, after.length) > longestCompared) return [[whole(before)], [whole(after)]];
  const stretches = compareLists(toWords(before), toWords(after));
  const lengthOf = (items: readonly string[]) => items.join('').length;
  const common = stretches
    .filter(({ kind }) => kind === 'same')
    .reduce((sum, { items }) => sum + lengthOf(items), 0);
  if (common * 3 < Math.max(before.length, after.length)) return [[whole(before)], [whole(after)]];
  const pick = (kind: Kind) =>
    stretches
      .filter((stretch) => stretch.kind === 'same' || stretch.kind === kind)
      .map((stretch) => ({ text: stretch.items.join(''), isChanged: stretch.kind === kind }));
  return [pick('removed'), pick('inserted')];
}

function toWords(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}
