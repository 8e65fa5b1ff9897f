import { compareLists, type Kind, type Stretch } from '../../ui/text/compare-lists.ts';

export type Piece = { text: string; isChanged: boolean };
/** A line of a difference; `gap` stands for unchanged lines. */
export type Row = { kind: Kind; pieces: Piece[] } | { kind: 'gap'; count: number };

/** Unchanged lines shown around a change. */
const context = 2;
/** Longer lines are not compared word by word. */
const longestCompared = 1000;

/** Takes two texts, returns the lines that differ with some context; words that differ are marked. */
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
  // If the other text is empty, a missing final line break doesn't matter.
  return (other ? text : text.replace(/\n$/, '')).split('\n');
}

function shorten(lines: readonly string[], isFirst: boolean, isLast: boolean): Row[] {
  const before = isFirst ? 0 : context;
  const after = isLast ? 0 : context;
  const count = lines.length - before - after;
  const toRow = (line: string): Row => ({ kind: 'same', pieces: [whole(line)] });
  // The gap would take as much room as a single omitted line.
  if (count <= 1) return lines.map(toRow);
  const tail = after === 0 ? [] : lines.slice(-after);
  return [...lines.slice(0, before).map(toRow), { kind: 'gap', count }, ...tail.map(toRow)];
}

const whole = (text: string): Piece => ({ text, isChanged: false });

/** Two versions of a line, with differing words marked; unmarked when they have little in common. */
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
