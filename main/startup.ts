import path from 'node:path';
import { app, type BrowserWindow, dialog, safeStorage, shell } from 'electron';
import type { Log } from '../server/log.ts';
import type { Refusal } from '../server/refusals.ts';
import { explainRefusal } from './explanations.ts';
import { quitDeadlineMs } from './lifecycle.ts';
import { describeFailure, type EmbeddedServer, ServerRefused } from './server/embedded-server.ts';
import {
  findSecrets,
  keepSecrets,
  makeSecrets,
  makeSystemSealer,
  type Sealer,
  type Secrets,
  setSecretsAside,
} from './web/secrets.ts';
import { t, toMessage } from './words.ts';

export type SettledSecrets = { secrets: Secrets; by: 'keyring' | 'file' | 'nothing yet' };

export function toSecretsFile(dataDir: string): string {
  return path.join(dataDir, 'desktop-secrets.json');
}

/**
 * The secrets of a data folder, new ones if there are none, or null when the person prefers to quit. If existing secrets can't be
 * opened, it asks the person; it never deletes them.
 */
export async function settleSecrets(dataDir: string): Promise<SettledSecrets | null> {
  const file = toSecretsFile(dataDir);
  for (;;) {
    const found = findSecrets(file, makeCurrentSealer());
    if (found.kind === 'kept') return { secrets: found.secrets, by: found.by };
    if (found.kind === 'absent') return { secrets: makeSecrets(), by: 'nothing yet' };
    const choice = await askAboutLostSecrets(found.backend, file);
    if (choice === 'quit') return null;
    if (choice === 'new') setSecretsAside(file, Date.now());
  }
}

/** Saves new secrets; returns their protection. Throws disk errors. */
export function keepSettled(dataDir: string, { secrets, by }: SettledSecrets): 'keyring' | 'file' {
  return by === 'nothing yet' ? keepSecrets(toSecretsFile(dataDir), secrets, makeCurrentSealer()) : by;
}

/** The current keyring: it may be locked or unlocked at any time. */
export function makeCurrentSealer(): Sealer {
  return makeSystemSealer(safeStorage, process.platform);
}

async function askAboutLostSecrets(backend: string | null, file: string): Promise<'again' | 'new' | 'quit'> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: t('shell.secrets_lost'),
    detail: [
      backend === null ? t('shell.secrets_lost.file') : t('shell.secrets_lost.keyring', { keyring: backend }),
      t('shell.secrets_lost.rest'),
      t('shell.secrets_lost.kept', { file }),
    ].join('\n\n'),
    buttons: [t('shell.try_again'), t('shell.new_secrets'), t('shell.quit')],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return (['again', 'new', 'quit'] as const)[response] ?? 'quit';
}

/** Asks what to do about a server that has died again, or could not be restarted for a known reason. */
export async function askAboutLostServer(error: unknown, dataDir: string): Promise<'restart' | 'quit'> {
  const reason = error instanceof ServerRefused ? error.refusal?.message : undefined;
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: reason === undefined ? t('shell.stopped_twice') : t('shell.stopped'),
      detail: [
        ...(reason === undefined ? [] : [toMessage(reason)]),
        t('shell.stopped.detail'),
        t('shell.data_folder_is', { folder: dataDir }),
      ].join('\n\n'),
      buttons: [t('shell.restart_server'), t('shell.open_data_folder'), t('shell.quit')],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    });
    if (response === 0) return 'restart';
    if (response !== 1) return 'quit';
    await shell.openPath(dataDir);
  }
}

/** Explains in plain words why Damson does not start over a data folder, and exits with that reason's code. */
export async function endRefused(
  error: unknown,
  window: BrowserWindow,
  server: EmbeddedServer,
  dataDir: string,
  log: Log,
): Promise<void> {
  log.error({ event: 'server_not_started', ...describeFailure(error) });
  window.destroy();
  await server.end(quitDeadlineMs);
  const { message, detail, exitCode } = explainRefusal(findRefusal(error), dataDir);
  await dialog.showMessageBox({ type: 'error', message, detail, buttons: [t('shell.quit')] });
  app.exit(exitCode);
}

/** The server reports its own reasons; an error while the shell writes comes from the disk. */
export function findRefusal(error: unknown): Refusal | null {
  if (error instanceof ServerRefused) return error.refusal;
  const { code = 'no code', syscall, path = null } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === undefined) return null;
  return { code: 'storage', message: `${syscall} failed (${code})`, cause: { code, path } };
}
