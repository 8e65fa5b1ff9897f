import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { createLog, type Log } from '../server/log.ts';
import type { Settings } from '../server/settings.ts';

/** At this size the file is set aside, replacing the previous one. */
const mostLogBytes = 1024 * 1024;

/** The log of a profile, outside the data folder, so that no backup, restore or check includes it. */
export function toLogFile(profile: string): string {
  return path.join(profile, 'logs', 'damson.log');
}

/**
 * Creates the shell's log, and its file if missing. Only the shell sets a full file aside: if two processes did, the second would
 * set aside the first one's new file.
 */
export function openShellLog(level: Settings['logLevel'], file: string): Log {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, '', { mode: 0o600 });
    chmodSync(file, 0o600);
  } catch {
    // Damson works without a log file.
  }
  return createDesktopLog(level, file, () => setAsideIfFull(file));
}

/**
 * A log on standard output and at the end of a file; `onFull` is called before a line is written to a full one. The file is
 * opened for each line, so that it can be set aside on every system.
 */
export function createDesktopLog(level: Settings['logLevel'], file: string, onFull: () => void): Log {
  const shown = createLog(level);
  const kept = createLog(level, (line) => append(file, line, onFull));
  const both =
    (name: keyof Omit<Log, 'isLevelEnabled'>): Log[typeof name] =>
    (event) => {
      shown[name](event);
      kept[name](dropForeignText(event));
    };
  return {
    fatal: both('fatal'),
    error: both('error'),
    warn: both('warn'),
    info: both('info'),
    debug: both('debug'),
    trace: both('trace'),
    announce: both('announce'),
    isLevelEnabled: (level) => shown.isLevelEnabled(level),
  };
}

/** The path of a request is arbitrary text from the sender, unless the server knew the operation. */
function dropForeignText<T extends { event: string; [field: string]: unknown }>(event: T): T {
  if (event.event !== 'request') return event;
  const isRefused = typeof event.status !== 'number' || (event.status >= 400 && event.status < 500);
  return !isRefused && /^\/api\//.test(String(event.path)) ? event : { ...event, path: undefined };
}

/** Only for the shell, see `openShellLog`. A file that can't be set aside is emptied; otherwise it would fill the disk. */
export function setAsideIfFull(file: string): void {
  try {
    if (readSize(file) < mostLogBytes) return;
    try {
      renameSync(file, path.join(path.dirname(file), 'damson.1.log'));
    } catch {
      truncateSync(file);
    }
  } catch {
    // Its size is limited when it is written.
  }
}

function append(file: string, line: string, onFull: () => void): void {
  try {
    if (readSize(file) >= mostLogBytes) onFull();
    // The shell may be slow to set the file aside; lines omitted here are still on standard output.
    if (readSize(file) < 2 * mostLogBytes) appendFileSync(file, line, { mode: 0o600 });
  } catch {
    // Nobody can be notified of this.
  }
}

function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
