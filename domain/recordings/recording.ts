/** Size of a terminal in characters. */
export type TerminalSize = { columns: number; rows: number };

/** An output or a new size at a time, in seconds from the start. */
export type Frame = { at: number; text: string; size: TerminalSize | null };

/** A recorded terminal session. Typed input is no part of it: it may contain passwords. */
export type Recording = {
  size: TerminalSize;
  frames: Frame[];
  /** Parts of the file that could not be read. */
  unread: number;
};

/** Larger terminals are shown as far as this. */
const largest: TerminalSize = { columns: 240, rows: 80 };
const usual: TerminalSize = { columns: 80, rows: 24 };

/** Output is shown at most this often, and less often in a recording with more frames than `mostFrames`. */
const shortestFrame = 1 / 30;
const mostFrames = 50_000;

/** A time beyond this is no time of a session. */
const longest = 31 * 24 * 60 * 60;

/** Collects what a format says, however wrong: times never go back, and sizes are those of a terminal. */
export class RecordingBuilder {
  readonly #size: TerminalSize;
  readonly #frames: Frame[] = [];
  #at = 0;
  unread = 0;

  constructor(columns: unknown, rows: unknown) {
    this.#size = toSize(columns, rows);
  }

  /** Sets the time in seconds from the start; another that is not a time, or earlier than before, changes nothing. */
  moveTo(at: unknown): void {
    if (typeof at === 'number' && at > this.#at && at <= longest) this.#at = at;
  }

  /** Lets seconds pass. */
  pass(seconds: unknown): void {
    if (typeof seconds === 'number') this.moveTo(this.#at + seconds);
  }

  write(text: string): void {
    this.#frames.push({ at: this.#at, text, size: null });
  }

  resize(columns: unknown, rows: unknown): void {
    this.#frames.push({ at: this.#at, text: '', size: toSize(columns, rows) });
  }

  finish(): Recording {
    return { size: this.#size, frames: joinFrames(this.#frames), unread: this.unread };
  }
}

function toSize(columns: unknown, rows: unknown): TerminalSize {
  const fit = (value: unknown, of: keyof TerminalSize) =>
    Number.isSafeInteger(value) && (value as number) > 0 ? Math.min(value as number, largest[of]) : usual[of];
  return { columns: fit(columns, 'columns'), rows: fit(rows, 'rows') };
}

/** Output in quick succession becomes one frame. */
function joinFrames(frames: Frame[]): Frame[] {
  let joined = frames;
  for (let within = shortestFrame; within <= longest; within *= 2) {
    joined = joinWithin(joined, within);
    if (joined.length <= mostFrames) break;
  }
  // Changes of the size are never joined.
  return joined.slice(0, mostFrames).map((frame) => ({ ...frame, text: frame.text.toWellFormed() }));
}

function joinWithin(frames: readonly Frame[], seconds: number): Frame[] {
  const joined: Frame[] = [];
  for (const { at, text, size } of frames) {
    const last = joined.at(-1);
    if (last !== undefined && at - last.at < seconds && size === null) last.text += text;
    else joined.push({ at, text, size });
  }
  return joined;
}

/** The times of frames when no pause is longer than this. */
export function limitPauses(frames: readonly Frame[], longestPause: number): number[] {
  let last = 0;
  let at = 0;
  return frames.map((frame) => {
    at += Math.min(frame.at - last, longestPause);
    last = frame.at;
    return at;
  });
}

/** The frame that is shown at a time: the last one not after it, or -1 before the first. */
export function findFrame(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
