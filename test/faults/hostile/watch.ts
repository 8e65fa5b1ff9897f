import { closeSync, openSync, readSync } from 'node:fs';

/** Longest time for which a request may block the others. */
export const longestStallMs = 100;
const tickMs = 10;
/** About a minute of readings. */
const saidOfLate = 120;

/**
 * Code that makes a server record its memory use and when its event loop was blocked. Excludes time in which its thread was ready
 * but the machine ran something else (the second figure of schedstat).
 */
export function watching(file: string): string {
  return `
    import { appendFileSync, openSync, readSync } from 'node:fs';
    import { isMainThread } from 'node:worker_threads';
    const write = (line) => appendFileSync(${JSON.stringify(file)}, JSON.stringify(line) + '\\n');
    let schedule = null;
    try {
      schedule = openSync('/proc/thread-self/schedstat');
    } catch {}
    const figures = Buffer.alloc(64);
    const waited = () => {
      if (schedule === null) return 0;
      const length = readSync(schedule, figures, 0, figures.length, 0);
      return Number(figures.toString('latin1', 0, length).split(' ')[1]) / 1e6;
    };
    let last = Date.now();
    let lastWaited = waited();
    let said = 0;
    if (isMainThread) setInterval(() => {
      const now = Date.now();
      const nowWaited = waited();
      const stood = now - last - ${tickMs} - (nowWaited - lastWaited);
      if (stood > ${longestStallMs}) write({ from: last, to: now, stood: Math.round(stood) });
      if (now - said > 500) {
        said = now;
        const { rss, heapUsed, external } = process.memoryUsage();
        write({ memory: rss, live: heapUsed + external });
      }
      last = Date.now();
      lastWaited = nowWaited;
    }, ${tickMs}).unref();`;
}

/** A stall: its start and end, and the time in between for which the loop was blocked. */
export type Stall = { from: number; to: number; stood: number };

/** Reads the records of a watched server. */
export class Watch {
  readonly #file: string;
  #at = 0;
  #cut = '';
  /** Memory use in bytes at the last report. */
  memory = 0;
  /** Recent memory readings; the lowest is the memory that garbage collection cannot free. */
  #used: number[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** The program's live bytes, as far as they are visible from outside. */
  get live(): number {
    return Math.min(...this.#used);
  }

  /** The stalls recorded since the last call. */
  read(): Stall[] {
    const stalls: Stall[] = [];
    for (const line of this.#lines()) {
      const said = JSON.parse(line) as { memory: number; live: number } | Stall;
      if ('memory' in said) {
        this.memory = said.memory;
        this.#used = [...this.#used.slice(1 - saidOfLate), said.live];
      } else stalls.push(said);
    }
    return stalls;
  }

  #lines(): string[] {
    const file = openSync(this.#file, 'a+');
    try {
      const buffer = Buffer.alloc(1024 * 1024);
      let text = this.#cut;
      for (;;) {
        const read = readSync(file, buffer, 0, buffer.length, this.#at);
        if (read === 0) break;
        text += buffer.toString('latin1', 0, read);
        this.#at += read;
      }
      const lines = text.split('\n');
      this.#cut = lines.pop() as string;
      return lines;
    } finally {
      closeSync(file);
    }
  }
}
