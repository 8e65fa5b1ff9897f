import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

// Ends the children with this process, unless it gets SIGKILL.
process.on('exit', () => {
  for (const child of running) end(child);
});

/**
 * Starts a program in its own process group, so that Ctrl-C in the terminal only reaches this process, which decides the order of
 * ending. The program ends with this process, and its children with it.
 */
export function startProgram(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, { ...options, detached: process.platform !== 'win32' });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** Asks a program and its children to end. */
export function end(child: ChildProcess): void {
  try {
    if (child.pid === undefined || process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // Already gone.
  }
}

/** End of a program: its exit code, its signal, or that it could not be started. */
export function ending(child: ChildProcess): Promise<number | NodeJS.Signals | 'not started'> {
  return new Promise((resolve) => {
    child.once('error', () => resolve('not started'));
    child.once('exit', (code, signal) => resolve(code ?? (signal as NodeJS.Signals)));
  });
}
