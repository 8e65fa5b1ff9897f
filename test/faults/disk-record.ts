import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** File operations of a process below a folder, in the order of their start. Paths are relative to the folder. */
export type DiskEvent = { begun: number } & (
  | { kind: 'open'; fd: number; path: string; truncates: boolean; appends: boolean }
  | { kind: 'close'; fd: number }
  /** Without `at` it continues after the previous write to this descriptor. */
  | { kind: 'write'; fd: number; data: Buffer; at: number | null }
  | { kind: 'truncate'; fd: number; size: number }
  | { kind: 'sync'; fd: number }
  | { kind: 'rename' | 'link'; from: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'mkdir' | 'rmdir'; path: string }
);

const calls = [
  'openat',
  'close',
  ...['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'ftruncate', 'fallocate', 'copy_file_range'],
  ...[
    'fsync',
    'fdatasync',
    'rename',
    'renameat',
    'renameat2',
    'link',
    'linkat',
    'unlink',
    'unlinkat',
    'mkdir',
    'mkdirat',
    'rmdir',
  ],
];

/** Starts a program and records its file operations, in a file for each thread, named `<prefix>.<thread>`. */
export function startRecorded(
  prefix: string,
  args: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  const shown = ['-ttt', '-y', '-xx', '-s', '8000000', '-e', 'signal=none', '-e', `trace=${calls.join(',')}`];
  const options = ['--seccomp-bpf', '-D', '-ff', '-o', prefix, ...shown];
  // A single thread for files: with several, the order of overlapping calls would be undefined.
  return spawn('strace', [...options, process.execPath, ...args], {
    env: { ...env, UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Reads the operations recorded below `folder`. Throws on a call that it can't interpret. */
export function readRecord(prefix: string, folder: string): DiskEvent[] {
  const directory = path.dirname(prefix);
  const events: DiskEvent[] = [];
  for (const name of readdirSync(directory).filter((file) => file.startsWith(`${path.basename(prefix)}.`))) {
    for (const line of readFileSync(path.join(directory, name), 'latin1').split('\n')) {
      const event = readLine(line, folder);
      if (event !== null) events.push(event);
    }
  }
  return onDisk(events.sort((one, other) => one.begun - other.begun));
}

/** Leaves out operations on files elsewhere, pipes and sockets: more than half, which no power cut can distinguish. */
function onDisk(events: readonly DiskEvent[]): DiskEvent[] {
  const open = new Set<number>();
  return events.filter((event) => {
    if (!('fd' in event)) return true;
    if (event.kind === 'open') open.add(event.fd);
    return event.kind === 'close' ? open.delete(event.fd) : open.has(event.fd);
  });
}

const lineForm = /^(\d+\.\d+) (\w+)\((.*)\) += (-?\d+)[^"]*$/s;

function readLine(line: string, folder: string): DiskEvent | null {
  const found = lineForm.exec(line);
  if (found === null) return null;
  const [, time, call, given, result] = found as unknown as [string, string, string, string, string];
  if (Number(result) < 0) return null;
  const begun = Number(time) * 1000;
  const strings = [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => bytesOf(hex as string));
  const below = (index: number): string | null => {
    const relative = path.relative(folder, path.resolve('/', (strings[index] as Buffer).toString()));
    return relative.startsWith('..') || relative === '' ? null : relative;
  };
  const fd = Number(/^(\d+)/.exec(given)?.[1]);
  const last = Number(/(\d+)$/.exec(given.slice(-20))?.[1]);
  switch (call) {
    case 'openat': {
      const at = below(0);
      if (at === null && path.resolve((strings[0] as Buffer).toString()) !== folder) return null;
      const flags = given.slice(given.lastIndexOf('"'));
      return {
        begun,
        kind: 'open',
        fd: Number(result),
        path: at ?? '',
        truncates: /O_TRUNC/.test(flags),
        appends: /O_APPEND/.test(flags),
      };
    }
    case 'close':
      return { begun, kind: 'close', fd };
    case 'write':
    case 'writev':
      return { begun, kind: 'write', fd, data: Buffer.concat(strings), at: null };
    case 'pwrite64':
    case 'pwritev':
      return { begun, kind: 'write', fd, data: Buffer.concat(strings), at: last };
    case 'ftruncate':
      return { begun, kind: 'truncate', fd, size: last };
    case 'fsync':
    case 'fdatasync':
      return { begun, kind: 'sync', fd };
    case 'rename':
    case 'renameat':
    case 'renameat2':
    case 'link':
    case 'linkat': {
      const [from, to] = [below(0), below(1)];
      const kind = call.startsWith('link') ? 'link' : 'rename';
      return from === null || to === null ? null : { begun, kind, from, to };
    }
    case 'unlink':
    case 'unlinkat':
    case 'rmdir': {
      const at = below(0);
      const kind = call === 'rmdir' || /AT_REMOVEDIR/.test(given) ? 'rmdir' : 'unlink';
      return at === null ? null : { begun, kind, path: at };
    }
    case 'mkdir':
    case 'mkdirat': {
      const at = below(0);
      return at === null ? null : { begun, kind: 'mkdir', path: at };
    }
    default:
      throw new Error(`nothing is known of ${call}`);
  }
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
