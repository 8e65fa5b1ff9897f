import { type RunningServer, refusalOf, restore, startServer } from '../server/index.ts';
import { createLog, traceOf } from '../server/log.ts';
import type { Settings } from '../server/settings.ts';
import type { ServerReply, ServerRequest } from './server-messages.ts';

const exitCodes = { crashed: 1, storageFailed: 74 } as const;

let log = createLog('info');
let running: RunningServer | null = null;

const crash = (error: unknown): void => {
  log.fatal({ event: 'crashed', ...traceOf(error) });
  process.exit(exitCodes.crashed);
};
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);

process.parentPort.on('message', ({ data }: { data: ServerRequest }) => {
  const { id } = data;
  const reply = (answer: ServerReply): void => process.parentPort.postMessage(answer);
  answerTo(data).then(
    (value) => reply({ id, ok: true, value }),
    (error) => {
      const refusal = refusalOf(error);
      if (refusal === null) log.error({ event: 'not_done', kind: data.kind, ...traceOf(error) });
      reply({ id, ok: false, refusal });
    },
  );
});

async function answerTo(request: ServerRequest): Promise<unknown> {
  switch (request.kind) {
    case 'start': {
      const settings = received(request.settings);
      log = createLog(settings.logLevel);
      running = await startServer(settings, {
        log,
        // What was acknowledged can't be vouched for any more: ending at once is the safest thing left to do.
        onStorageBroken: () => process.exit(exitCodes.storageFailed),
      });
      return { url: running.url, setupRequired: running.setupRequired };
    }
    case 'restore':
      return restore(request.file, received(request.settings));
    case 'installToken':
      return { token: await theServer().installToken() };
    case 'share':
      return { port: await theServer().share(request) };
    case 'stopSharing':
      await theServer().stopSharing();
      return {};
    case 'close':
      await running?.close(request.drainMilliseconds);
      return process.exit(0);
  }
}

function theServer(): RunningServer {
  if (running === null) throw new Error('nothing is being served');
  return running;
}

/** Bytes arrive as a plain array of them. */
function received(settings: Settings): Settings {
  const { encryptionKey } = settings;
  return { ...settings, encryptionKey: encryptionKey === null ? null : Buffer.from(encryptionKey) };
}
