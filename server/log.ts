import { writeSync } from 'node:fs';
import type { Settings } from './settings.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type Level = (typeof levels)[number];

/**
 * Structured log: one JSON object a line. Callers log events and identifiers, never tokens, passwords, commands, output,
 * comments, file names or evidence.
 */
export type Log = Record<Level, (event: { event: string; [field: string]: unknown }) => void> & {
  isLevelEnabled(level: Level): boolean;
};

/** A log of what is at least as grave as `level`, written to an open file: standard output unless told otherwise. */
export function createLog(level: Settings['logLevel'], file = 1): Log {
  const loudest = level === 'silent' ? -1 : levels.indexOf(level);
  const isLevelEnabled = (name: Level): boolean => levels.indexOf(name) <= loudest;
  const writer = (name: Level): Log[Level] =>
    isLevelEnabled(name)
      ? (event) =>
          writeLine(file, `${JSON.stringify({ level: name, time: new Date().toISOString(), ...event })}\n`)
      : () => {};
  return {
    fatal: writer('fatal'),
    error: writer('error'),
    warn: writer('warn'),
    info: writer('info'),
    debug: writer('debug'),
    trace: writer('trace'),
    isLevelEnabled,
  };
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** At once, so that the last lines before an end are there too. A reader who is gone must not end the server. */
function writeLine(file: number, line: string): void {
  let rest = Buffer.from(line);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      // A pipe that is full for the moment.
      Atomics.wait(sleeper, 0, 0, 2);
    }
  }
}
