import { writeSync } from 'node:fs';
import pino from 'pino';
import type { Settings } from './settings.ts';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * Structured log: one JSON object a line. Callers log events and identifiers, never tokens, passwords, commands, output,
 * comments, file names or evidence.
 */
export type Log = Record<Level, (event: { event: string; [field: string]: unknown }) => void> & {
  /** Written at any level: the person starting a server has to learn its address. */
  announce(event: { event: string; [field: string]: unknown }): void;
  isLevelEnabled(level: Level): boolean;
};

/** A log of events at least as severe as `level`, written to an open file (by default standard output) or passed on. */
export function createLog(level: Settings['logLevel'], to: number | ((line: string) => void) = 1): Log {
  const write = typeof to === 'number' ? (line: string) => writeLine(to, line) : to;
  const make = (least: Settings['logLevel']) =>
    pino(
      {
        level: least,
        base: null,
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: (name) => ({ level: name }) },
      },
      { write },
    );
  const always = make('info');
  return Object.assign(make(level), { announce: (event: { event: string }) => always.info(event) });
}

/** Limit of output waiting for a slow or stalled reader; more is dropped. */
const mostWaiting = 4 * 1024 * 1024;
const standardStreams = new Map<number, () => NodeJS.WriteStream>([
  [1, () => process.stdout],
  [2, () => process.stderr],
]);
const guarded = new WeakSet<NodeJS.WriteStream>();

/**
 * Synchronous where possible, so that the last lines before an exit are written too. A reader that is gone, or lets the pipe fill
 * up, must neither end nor block the server.
 */
function writeLine(file: number, line: string): void {
  const stream = standardStreams.get(file)?.();
  if (stream !== undefined) {
    if (!guarded.has(stream)) {
      guarded.add(stream);
      stream.on('error', () => {});
    }
    if (stream.writableLength < mostWaiting) stream.write(line);
    return;
  }
  try {
    writeSync(file, line);
  } catch {
    // The failure can't be reported anywhere.
  }
}

/** A line of a stack ends with a place in a program; a line of a message may begin like one. */
const frameForm = /^\s+at .*(?::\d+:\d+\)?|\((?:<anonymous>|native|index \d+)\))$/;
const plainWord = /^[\w$-]{1,60}$/;

/**
 * Place of an error without its message, which may quote a command, a password or evidence, as may a name or a code that is no
 * plain word.
 */
export function toTrace(error: unknown): { name: string; code: unknown; stack: string[] } {
  const { name = typeof error, code, message, stack } = (error ?? {}) as NodeJS.ErrnoException;
  const text = typeof stack === 'string' ? stack : '';
  // The message precedes the frames, and can contain lines that look like frames.
  const frames =
    typeof message === 'string' && text.includes(message)
      ? text.slice(text.indexOf(message) + message.length)
      : text;
  return {
    name: plainWord.test(String(name)) ? String(name) : 'Error',
    code: typeof code === 'number' || (typeof code === 'string' && plainWord.test(code)) ? code : undefined,
    stack: frames
      .split('\n')
      .filter((line) => frameForm.test(line))
      .map((frame) => frame.trim()),
  };
}
