import { readFileSync } from 'node:fs';
import { keepFile } from './keep-file.ts';

/** Files that were taken for a mission, with their size and time, kept in a file. */
export class Taken {
  readonly #file: string;
  readonly #of: string;
  readonly #all: Record<string, Record<string, string>>;

  constructor(file: string, of: string) {
    this.#file = file;
    this.#of = of;
    this.#all = read(file);
  }

  has(name: string, mark: string): boolean {
    const taken = this.#all[this.#of] ?? {};
    return Object.hasOwn(taken, name) && taken[name] === mark;
  }

  /** Keeps it at once, so that an interruption forgets nothing. */
  async add(name: string, mark: string): Promise<void> {
    this.#all[this.#of] = { ...this.#all[this.#of], [name]: mark };
    await keepFile(this.#file, JSON.stringify(this.#all, null, 2));
  }
}

/** A missing file, or one that is none of this, remembers nothing: the server knows what it has. */
function read(file: string): Record<string, Record<string, string>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const isRecord = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
    return isRecord(value) && Object.values(value as object).every(isRecord)
      ? (value as Record<string, Record<string, string>>)
      : {};
  } catch {
    return {};
  }
}
