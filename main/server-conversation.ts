import { type RunningServer, restore, startServer } from '../server/index.ts';
import { toTrace } from '../server/log.ts';
import { toRefusal } from '../server/refusals.ts';
import type { Settings } from '../server/settings.ts';
import { createDesktopLog } from './desktop-log.ts';
import { logFlag, type ServerReply, type ServerRequest, type ShellAnswer } from './server/server-messages.ts';
import { ShellPrinter } from './window/shell-printer.ts';

const exitCodes = { crashed: 1, storageFailed: 74 } as const;

const say = (reply: ServerReply): void => process.parentPort.postMessage(reply);

const logFile = process.argv.find((word) => word.startsWith(logFlag))?.slice(logFlag.length) ?? '';
const makeLog = (level: Settings['logLevel']) =>
  createDesktopLog(level, logFile, () => say({ notice: 'log_full' }));
let log = makeLog('info');
let running: RunningServer | null = null;
const printer = new ShellPrinter(say);

const crash = (error: unknown): void => {
  log.fatal({ event: 'crashed', ...toTrace(error) });
  process.exit(exitCodes.crashed);
};
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);

process.parentPort.on('message', ({ data }: { data: ServerRequest | ShellAnswer }) => {
  const { id } = data;
  if (data.kind === 'printed') {
    printer.hear(id, data.failure);
    return;
  }
  answerRequest(data).then(
    (value) => say({ id, ok: true, value }),
    (error) => {
      const refusal = toRefusal(error);
      if (refusal === null || refusal.code === 'storage')
        log.error({ event: 'not_done', kind: data.kind, ...toTrace(error) });
      say({ id, ok: false, refusal });
    },
  );
});

async function answerRequest(request: ServerRequest): Promise<unknown> {
  switch (request.kind) {
    case 'start': {
      const settings = reviveSettings(request.settings);
      log = makeLog(settings.logLevel);
      running = await startServer(settings, {
        log,
        printPdf: printer.print,
        // Acknowledged writes can no longer be guaranteed, so exiting at once is the safest option.
        onStorageBroken: () => process.exit(exitCodes.storageFailed),
      });
      return { url: running.url, setupRequired: running.setupRequired };
    }
    case 'restore':
      log = makeLog(request.settings.logLevel);
      return restore(request.file, reviveSettings(request.settings), reportInSteps(request.id));
    case 'installToken':
      return { token: await requireServer().installToken() };
    case 'share':
      return requireServer().share(request);
    case 'stopSharing':
      await requireServer().stopSharing();
      return {};
    case 'close':
      await running?.close(request.drainMilliseconds);
      return process.exit(0);
  }
}

/** Reports progress in steps of a thousandth, as finely as a progress bar can show. */
function reportInSteps(id: number): (done: number, total: number) => void {
  let told = -1;
  return (done, total) => {
    const step = Math.floor((1000 * done) / total);
    if (step <= told) return;
    told = step;
    say({ id, progress: { done, total } });
  };
}

function requireServer(): RunningServer {
  if (running === null) throw new Error('nothing is being served');
  return running;
}

/** The key arrives as a plain byte array. */
function reviveSettings(settings: Settings): Settings {
  const { encryptionKey } = settings;
  return { ...settings, encryptionKey: encryptionKey === null ? null : Buffer.from(encryptionKey) };
}
