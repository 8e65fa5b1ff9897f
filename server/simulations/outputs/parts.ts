/** Output added to a simulation by a C2 task, and its position there, in UTF-16 code units. */
export type OutputPart = {
  external_id: string;
  callback: string | null;
  command: string | null;
  /** Time at which the task ended. */
  completed_at: string | null;
  start: number;
  length: number;
};

/** The parts of an output after appending a text. */
export function appendPart(
  parts: readonly OutputPart[],
  output: string | null,
  text: string,
  task: Omit<OutputPart, 'start' | 'length'>,
): OutputPart[] {
  if (text === '') return [...parts];
  return [...parts, { ...task, start: (output ?? '').length - text.length, length: text.length }];
}

/** The parts of an output after an edit: changes within a part belong to it, and deleted parts are gone. */
export function followEdit(
  parts: readonly OutputPart[],
  before: string | null,
  after: string | null,
): OutputPart[] {
  if (before === after) return [...parts];
  // A browser removes the CR of line ends from edited text.
  const [was, is] = [withoutReturns(before ?? ''), withoutReturns(after ?? '')];
  const moved = parts.map((part) => {
    const start = was.toBare(part.start);
    return { ...part, start, length: was.toBare(part.start + part.length) - start };
  });
  return followInBare(moved, was.bare, is.bare).map((part) => {
    const start = is.toWhole(part.start);
    return { ...part, start, length: is.toWhole(part.start + part.length) - start };
  });
}

/** A text with LF line ends only, and mappings of positions in both directions. */
function withoutReturns(text: string) {
  const returns = [...text.matchAll(/\r(?=\n)/g)].map(({ index }) => index);
  const count = (isBefore: (place: number, nth: number) => boolean): number => {
    const first = returns.findIndex((place, nth) => !isBefore(place, nth));
    return first === -1 ? returns.length : first;
  };
  return {
    bare: returns.length === 0 ? text : text.replaceAll('\r\n', '\n'),
    toBare: (place: number) => place - count((at) => at < place),
    toWhole: (place: number) => place + count((at, nth) => at - nth < place),
  };
}

function followInBare(parts: readonly OutputPart[], old: string, text: string): OutputPart[] {
  const from = countCommonStart(old, text);
  const end = countCommonEnd(old, text, Math.min(old.length, text.length) - from);
  const until = old.length - end;
  const moved = text.length - old.length;
  return parts.flatMap((part) => {
    const [start, stop] = [part.start, part.start + part.length];
    if (stop <= from) return [part];
    if (start >= until) return [{ ...part, start: start + moved }];
    const isWithin = start <= from && until <= stop;
    const newStart = start < from || isWithin ? start : until + moved;
    const newStop = stop > until || isWithin ? stop + moved : from;
    return newStop > newStart ? [{ ...part, start: newStart, length: newStop - newStart }] : [];
  });
}

function countCommonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a.charCodeAt(count) === b.charCodeAt(count)) count += 1;
  return count;
}

function countCommonEnd(a: string, b: string, most: number): number {
  let count = 0;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) {
    count += 1;
  }
  return count;
}
