import type { RunningServer } from '../index.ts';
import type { Settings } from '../settings.ts';
import { toLine } from './language.ts';

export type Flag = {
  type: 'string' | 'boolean';
  /** Name of the flag's value in the help, if it takes one. */
  value?: string;
  help: string;
};

export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

/** One command of the program: its name, arguments and action. */
export type Command = {
  /** One or two words, as typed. */
  name: string;
  summary: string;
  /** Further lines for its help. */
  details: readonly string[];
  /** Names of the required positional arguments. */
  operands: readonly string[];
  /** Name of what follows `--`, which another program gets as it is. */
  rest?: string;
  /** Whether these flags make the arguments optional. */
  mayOmit?: (flags: FlagValues) => boolean;
  flags: Readonly<Record<string, Flag>>;
  run(given: Given): Promise<number>;
};

export type Given = {
  settings: Settings;
  operands: readonly string[];
  /** Everything after `--`. */
  rest: readonly string[];
  flags: FlagValues;
  /** The files that settings were read from, as named. */
  envFiles: readonly string[];
  host: Host;
};

/** Hooks of the program that runs the command. */
export type Host = {
  /** Called once the server listens; returns whether it guides the person itself, so that no hint is needed. */
  onServing?(server: RunningServer, settings: Settings): Promise<boolean>;
};

export const exitCodes = { done: 0, refused: 1, usage: 2, storageFailed: 74, configuration: 78 } as const;

/** Wrong usage: one line, and exit code 2. */
export class UsageError extends Error {}

/** The command can't be carried out: one line for each reason, and exit code 1. */
export class Refusal extends Error {
  readonly lines: readonly string[];
  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Text from files, servers and operators as one safe line for a terminal. */
export function toPlainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

export function say(line: string): void {
  process.stdout.write(`${toPlainLine(toLine(line))}\n`);
}

export function complain(line: string): void {
  const [, before = '', text = line] = /^(damson: )?(.*)$/s.exec(line) ?? [];
  process.stderr.write(`${toPlainLine(before + toLine(text))}\n`);
}

/** Shows the progress of long work on terminals only. */
export function showProgress(what: string): ((done: number, total: number) => void) & { end(): void } {
  const shown = process.stderr.isTTY === true;
  const told = toLine(what);
  let next = 0;
  const report = (done: number, total: number): void => {
    const now = performance.now();
    if (!shown || now < next) return;
    next = now + 100;
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    process.stderr.write(`\r${told}: ${percent} %  `);
  };
  const end = (): void => {
    if (shown && next > 0) process.stderr.write(`\r${' '.repeat(told.length + 10)}\r`);
  };
  return Object.assign(report, { end });
}

/** Runs `work`; if a signal ends the program in the meantime, `tidy` runs first, like everything else registered for the end. */
export async function runWithCleanUp<T>(tidy: () => void, work: () => Promise<T>): Promise<T> {
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  const handlers = Object.entries(signals).map(([signal, code]) => {
    const handler = (): void => process.exit(code);
    process.once(signal, handler);
    return { signal, handler };
  });
  process.once('exit', tidy);
  try {
    return await work();
  } finally {
    process.off('exit', tidy);
    for (const { signal, handler } of handlers) process.off(signal, handler);
  }
}
