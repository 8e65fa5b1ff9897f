import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, hostname, userInfo } from 'node:os';
import { StringDecoder } from 'node:string_decoder';
import { longestText } from '../../../domain/limits.ts';
import { Recorder } from './recorder.ts';

/** A program that ran, as observed from outside. */
export type Observed = {
  command: string;
  output: string;
  executed_at: string;
  ended_at: string;
  host: string;
  user: string;
  exit_code: number;
  process_id: number;
};

/** A program as observed, and the recording of the terminal that showed it; null if none did, or none was wanted. */
export type Session = { seen: Observed; recording: string | null };

/** Bytes of output that are kept: a request has no room for more. */
const mostOutput = 3 * 1024 * 1024;

/**
 * Starts a program, passes its input and output through, and returns what happened once it has ended; signals go to the program.
 * Rejects with the system's error if it can't be started.
 */
export async function observe(
  [program = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
  { isRecorded }: { isRecorded: boolean },
): Promise<Session> {
  const begun = new Date();
  const command = [program, ...args].map(quote).join(' ').slice(0, longestText);
  const { stdout: screen } = process;
  const recorder =
    isRecorded && screen.isTTY ? new Recorder(command, { columns: screen.columns, rows: screen.rows }) : null;
  const resize = () => recorder?.resize(screen.columns, screen.rows);
  screen.on('resize', resize);
  const child = spawn(program, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: environment,
    windowsHide: true,
  });
  const output = new Output();
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    const decoder = new StringDecoder('utf8');
    const add = (text: string) => {
      output.add(text);
      recorder?.add(text);
    };
    from.on('data', (chunk: Buffer) => add(decoder.write(chunk)));
    from.on('end', () => add(decoder.end()));
    // A reader that has gone, such as `head`, does not end the program.
    to.on('error', () => {});
    from.pipe(to, { end: false });
  }
  const handlers = forwardSignals((signal) => child.kill(signal));
  try {
    await once(child, 'spawn');
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    const seen = {
      command,
      output: output.text(),
      executed_at: begun.toISOString(),
      ended_at: new Date().toISOString(),
      host: hostname(),
      user: userName(),
      exit_code: code ?? 128 + constants.signals[signal as NodeJS.Signals],
      process_id: child.pid as number,
    };
    return { seen, recording: recorder?.text() ?? null };
  } finally {
    handlers.stop();
    screen.off('resize', resize);
  }
}

/** The beginning of an output, in the order of arrival. */
class Output {
  readonly #parts: string[] = [];
  #size = 0;

  add(text: string): void {
    // Its size in a request: control characters take six bytes there.
    const size = Buffer.byteLength(JSON.stringify(text)) - 2;
    if (this.#size + size <= mostOutput) this.#parts.push(text);
    else if (this.#size <= mostOutput) this.#parts.push(cutMark);
    this.#size += size;
  }

  text(): string {
    return this.#parts.join('');
  }
}

const cutMark = '\n[… cut: the rest is not recorded]';

/** A terminal sends its signals to the program, too. */
function forwardSignals(forward: (signal: NodeJS.Signals) => void): { stop(): void } {
  const handlers = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const handler = () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) forward(signal);
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  return {
    stop() {
      for (const { signal, handler } of handlers) process.off(signal, handler);
    },
  };
}

/** An argument as a shell reads it. */
function quote(argument: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // The account has no name.
    return String(process.getuid?.() ?? '');
  }
}
