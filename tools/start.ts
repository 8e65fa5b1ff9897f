import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Host } from '../server/command/command.ts';
import { speak, toLine } from '../server/command/language.ts';
import { readLocale } from '../server/settings.ts';
import { buildApp } from './build-app.ts';
import { findBrowser, openInBrowser } from './start/browser.ts';
import { ending, startProgram } from './start/children.ts';
import { findRuntime } from './start/runtime.ts';

// `npm start`: the desktop window if Electron can show it, else the same server with the interface in a browser window, else only
// the server. docs/packages.md has the conditions.

const args = process.argv.slice(2);
const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const signals = Object.keys(numbers) as (keyof typeof numbers)[];

await speak(readLocale());
if (!hasDisplay() || args.some((arg) => arg === '--help' || arg === '--version')) await serveOnly();
else if (process.getuid?.() === 0) {
  say('No window for root, whose browsers have no sandbox: Damson only serves.');
  await serveOnly();
} else {
  endWithStarter();
  process.exitCode = await openWindow();
}

function say(line: string): void {
  process.stderr.write(`${toLine(line)}\n`);
}

function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = process.env;
  // These two have no such variable, but a local terminal implies windows.
  if (['darwin', 'win32'].includes(process.platform)) return process.stdin.isTTY && !SSH_CONNECTION;
  return Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/** Ends with the process that started this one, because nobody would notice leftovers after npm is killed. */
function endWithStarter(): void {
  const starters = [process.ppid];
  // npm starts a shell, which starts this process.
  if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(process.ppid)], { encoding: 'utf8' });
    if (Number(stdout) > 1) starters.push(Number(stdout));
  }
  const lookAround = setInterval(() => {
    if (starters.every(isRunning)) return;
    clearInterval(lookAround);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  lookAround.unref();
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Does exactly the same as `damson serve`. */
async function serveOnly(): Promise<void> {
  process.argv.splice(2, 0, 'serve');
  // A JavaScript file, because older Node versions run nothing else.
  await import(new URL('../bin/damson.js', import.meta.url).href);
}

async function openWindow(): Promise<number> {
  const letGo = onSignals((code) => process.exit(code));
  const flags = flagsOfWindow();
  let why = 'these settings are for a server that others reach';
  if (flags !== null) {
    const runtime = await findRuntime(say);
    if ('program' in runtime) {
      const app = built();
      const running = app === null ? null : runElectron(runtime.program, [app, ...flags]);
      letGo();
      const ended = await running;
      if (typeof ended === 'number') return ended;
      why = app === null ? 'it could not be built' : `Electron could not run here (${ended})`;
    } else {
      why = `Electron's runtime is not here (${runtime.missing})`;
    }
  }
  letGo();
  const browser = findBrowser();
  say(
    browser === null
      ? `No desktop window: ${why}. Damson serves all the same, to be opened in a browser; Ctrl-C stops it.`
      : `No desktop window: ${why}. Damson serves all the same, shown by ${path.basename(browser)}; Ctrl-C stops it.`,
  );
  return serveAnd(browser);
}

/** The folder of the application; null if it can't be built, for example in someone else's checkout. */
function built(): string | null {
  try {
    return buildApp();
  } catch {
    return null;
  }
}

/** Calls back with the exit code for a signal; returns a function to unsubscribe. */
function onSignals(then: (code: number) => void): () => void {
  const listeners = signals.map((signal) => [signal, () => then(128 + numbers[signal])] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

/** Arguments for the desktop application; null if settings ask for a server with its own address or port. */
function flagsOfWindow(): string[] | null {
  const { SVC_HOST, SVC_PORT, SVC_PUBLIC_HOSTS, SVC_TRUST_PROXY, SVC_TLS } = process.env;
  if (SVC_HOST || SVC_PORT || SVC_PUBLIC_HOSTS || SVC_TRUST_PROXY || SVC_TLS) return null;
  try {
    const { values } = parseArgs({ args, options: { 'data-dir': { type: 'string' } } });
    if (values['data-dir'] === undefined) return [];
    return values['data-dir'] === '' ? null : ['--data-dir', path.resolve(values['data-dir'])];
  } catch {
    return null;
  }
}

/** Runs the application; returns its exit code, or why it did not start. */
async function runElectron(program: string, given: readonly string[]): Promise<number | string> {
  // Some editors set it in their terminals; it would turn Electron into plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  let stopping: number | null = null;
  // Registered before the start, so that an immediate signal reaches it as well.
  const letGo = onSignals((code) => {
    if (stopping !== null) process.exit(code);
    stopping = code;
    // Signals only the main process, which stops the server in its own time, and then the other processes.
    child.kill('SIGTERM');
  });
  const child = startProgram(program, given, { stdio: ['ignore', 'inherit', 'inherit'], env });
  const ended = await ending(child);
  letGo();
  // The system's loader exits with 127 when libraries are missing.
  if (typeof ended === 'number' && ended !== 127) return ended;
  return stopping ?? String(ended);
}

async function serveAnd(browser: string | null): Promise<number> {
  const host: Host = {
    async onServing(server, { dataDir }) {
      // Closing the terminal stops the server like Ctrl-C.
      process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
      if (browser === null) {
        if (!server.setupRequired) say(`Damson is at ${server.url}`);
        return false;
      }
      const token = server.setupRequired ? await server.installToken() : null;
      const window = openInBrowser(browser, {
        url: server.url,
        certificate: server.certificate,
        token,
        dataDir,
      });
      window.unref();
      void ending(window).then((ended) => {
        say(
          ended === 0
            ? `The window is closed. Damson still serves at ${server.url}; Ctrl-C stops it.`
            : `${path.basename(browser)} could not show it (${ended}). Damson still serves at ${server.url}; Ctrl-C stops it.`,
        );
      });
      return true;
    },
  };
  const { run } = await import('../server/command.ts');
  return run(['serve', ...args], host);
}
