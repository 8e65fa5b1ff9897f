import type { X509Certificate } from 'node:crypto';
import path from 'node:path';
import type { AskedRestore } from '../host.ts';
import { type RunningServer, startServer } from '../index.ts';
import { createLog, type Log, toTrace } from '../log.ts';
import { isCheckout, keepProgram } from '../program.ts';
import { listReadableSecrets } from '../secrets.ts';
import { readSettings, readStarter, type Settings } from '../settings.ts';
import { type Command, exitCodes, Refusal, toPlainLine } from './command.ts';
import { toLine, toLines } from './language.ts';
import { replaceData } from './replace-data.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Serve until a signal stops it',
  details: [
    'On an address that others can reach it uses TLS, with a certificate that it creates and whose fingerprint it',
    'prints, unless a proxy in front does (--trust-proxy) or TLS is off (--tls off).',
    'Logs one JSON object a line on standard output; the line with "event": "listening" gives the address.',
    'SIGTERM or SIGINT finishes running requests and stops; a second one stops at once.',
  ],
  operands: [],
  flags: {},
  async run({ settings, envFiles, host }) {
    const log = createLog(settings.logLevel);
    const crash = (error: unknown): void => {
      log.fatal({ event: 'crashed', ...toTrace(error) });
      process.exit(exitCodes.refused);
    };
    process.on('uncaughtException', crash);
    process.on('unhandledRejection', crash);
    // Before it listens, because a reader of that message may end the server at once.
    const stop = waitForStopSignal(log);
    let asked = Promise.withResolvers<AskedRestore>();
    let server = await start(settings, log, asked.resolve);
    for (const file of listReadableSecrets(settings.dataDir, [...envFiles, ...filesOfUnits(settings)]))
      log.warn({ event: 'secret_readable_by_everybody', file });
    if (server.certificate !== null)
      process.stderr.write(makeCertificateHint(server.url, server.certificate));
    process.stderr.write(makeTeamHint(server.team));
    const isShown = (await host.onServing?.(server, settings)) ?? false;
    if (server.setupRequired && !isShown) process.stderr.write(makeSetupHint(server.url, settings, envFiles));
    // Pages and people use this address, even when any port was acceptable.
    const here = { ...settings, port: Number(new URL(server.url).port) || settings.port };
    for (;;) {
      const restore = await Promise.race([stop, asked.promise]);
      await server.close();
      if (restore === undefined) break;
      await replaceData(here, restore, log);
      asked = Promise.withResolvers<AskedRestore>();
      server = await start(here, log, asked.resolve);
    }
    return exitCodes.done;
  },
};

/** Environment files of the packaged units; systemd doesn't reveal a variable's source. */
function filesOfUnits({ port }: Settings): string[] {
  return ['/etc/damson.env', `/etc/damson-${port}.env`];
}

async function start(
  settings: Settings,
  log: Log,
  onRestore: (asked: AskedRestore) => void,
): Promise<RunningServer> {
  try {
    return await startServer(settings, {
      log,
      onRestore,
      ready: keepProgram().catch((error: unknown) => {
        log.warn({ event: 'program_not_kept', code: (error as NodeJS.ErrnoException).code });
      }),
      // Acknowledged writes can no longer be guaranteed, so exiting at once is safest.
      onStorageBroken: () => process.exit(exitCodes.storageFailed),
    });
  } catch (error) {
    throw explainListenError(error, settings) ?? error;
  }
}

function explainListenError(error: unknown, { host, port, metricsPort }: Settings): Refusal | null {
  const { syscall, code, port: refused } = (error ?? {}) as NodeJS.ErrnoException & { port?: number };
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return null;
  if (refused !== undefined && refused === metricsPort) {
    return new Refusal(`can't listen on 127.0.0.1:${metricsPort} (${code}): choose another SVC_METRICS_PORT`);
  }
  const address = `${host}:${port}`;
  if (code === 'EADDRINUSE') {
    return new Refusal(`${address} is used by another program: choose another with --port`);
  }
  if (code === 'EACCES')
    return new Refusal(`this user may not listen on ${address}: choose a port from 1024 on`);
  return new Refusal(`can't listen on ${address} (${code}): is the host an address of this machine?`);
}

function waitForStopSignal(log: Log): Promise<undefined> {
  return new Promise((resolve) => {
    const numbers = { SIGINT: 2, SIGTERM: 15 } as const;
    let stopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(128 + numbers[signal]);
        stopping = true;
        log.info({ event: 'stopping', signal });
        resolve(undefined);
      });
    }
  });
}

/** For the people who open the address; they get the fingerprint by other means than the network. */
function makeCertificateHint(url: string, { fingerprint256 }: X509Certificate): string {
  return [
    ...toLines(
      `Damson encrypts what it sends, at ${url} with a certificate that it created. Browsers warn about it once; compare its`,
      'SHA-256 fingerprint with the one that the browser shows before you continue:',
    ),
    `  ${fingerprint256}`,
    '',
  ].join('\n');
}

/** Address for the team, and how to reach the server at this computer's other addresses; nothing for a server on loopback. */
function makeTeamHint({ urls, unanswered }: RunningServer['team']): string {
  const lines = urls.length > 0 ? [toLine('The team opens Damson at'), ...urls.map((url) => `  ${url}`)] : [];
  if (unanswered.length > 0) {
    lines.push(
      toLine(
        `Requests to other names are refused. To answer at this computer’s addresses too, name them: --public-hosts ${unanswered.join(',')}`,
      ),
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** For the person who started the server; only a separate command prints the token, and it is never logged. */
function makeSetupHint(url: string, settings: Settings, envFiles: readonly string[]): string {
  const places = readSettings({}, { SVC_DATA_DIR: settings.dataDir });
  const command = isCheckout() ? 'npm run --silent damson --' : quoteWord(toPlainLine(readStarter()));
  const flags = [
    ...envFiles.map((file) => ['--env-file', path.resolve(file)]),
    settings.dataDir === readSettings({}, {}).dataDir ? [] : ['--data-dir', settings.dataDir],
    settings.dbPath === places.dbPath ? [] : ['--db-path', settings.dbPath],
  ].flat();
  // A terminal may have other variables than this process.
  const asked = envFiles.length === 0 && settings.databaseUrl !== null ? ' --env-file <its settings>' : '';
  const rest = asked + flags.map((word) => ` ${quoteWord(toPlainLine(word))}`).join('');
  return [
    toLine(
      `Damson is at ${url} and has no administrator yet. Create the first one in another terminal, with either of`,
    ),
    `  ${command} install-token${rest}        (${toLine('a token for the set-up at the address above')})`,
    `  ${command} create-admin --email you@example.org --display-name "Your Name"${rest}`,
    '',
  ].join('\n');
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
