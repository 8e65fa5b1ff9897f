import { closeSync, openSync, readSync } from 'node:fs';

/** So long may one request keep the others waiting. */
export const longestStallMs = 100;
const tickMs = 10;

/** Code that has a server write down when its event loop stood still, and what memory it takes. */
export function watching(file: string): string {
  return `
    import { appendFileSync } from 'node:fs';
    const write = (line) => appendFileSync(${JSON.stringify(file)}, JSON.stringify(line) + '\\n');
    let last = Date.now();
    let said = 0;
    setInterval(() => {
      const now = Date.now();
      const stall = now - last - ${tickMs};
      if (stall > ${longestStallMs}) write({ from: last, to: now });
      if (now - said > 500) {
        said = now;
        write({ memory: process.memoryUsage.rss() });
      }
      last = Date.now();
    }, ${tickMs}).unref();`;
}

export type Stall = { from: number; to: number };

/** Reads what a watched server writes down. */
export class Watch {
  readonly #file: string;
  #at = 0;
  #cut = '';
  /** Bytes that the server took when it last said so. */
  memory = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The stalls since the last time. */
  read(): Stall[] {
    const stalls: Stall[] = [];
    for (const line of this.#lines()) {
      const said = JSON.parse(line) as { memory: number } | Stall;
      if ('memory' in said) this.memory = said.memory;
      else stalls.push(said);
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
