import pino from 'pino';
import type { Settings } from './settings.ts';

/**
 * Structured log: one JSON object a line. Callers log events and identifiers, never tokens, passwords, commands, output,
 * comments, file names or evidence.
 */
export type Log = pino.Logger;

export function createLog(level: Settings['logLevel'], destination: number | string = 1): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: destination, sync: true }),
  );
}
