import type { BrowserWindow } from 'electron';
import type { Log } from '../../server/log.ts';
import { listReachableAddresses } from '../../server/reachable-addresses.ts';
import { answerPage } from '../ipc.ts';
import type { Quit } from '../lifecycle.ts';
import type { BackupUnpacker } from '../server/backup-unpacker.ts';
import type { EmbeddedServer } from '../server/embedded-server.ts';
import type { RemoteServers } from '../server/remote-servers.ts';
import type { NetworkSharing } from '../server/sharing.ts';
import type { SavedFiles } from './downloads.ts';
import type { FileOpener } from './file-opener.ts';
import type { PageState } from './page-state.ts';

/** Answers requests of the page in our window. */
export function setUpAnswers({
  window,
  page,
  server,
  sharing,
  remote,
  saved,
  unpacker,
  opener,
  keptBy,
  log,
}: {
  window: BrowserWindow;
  page: PageState;
  server: EmbeddedServer;
  sharing: NetworkSharing;
  remote: RemoteServers;
  saved: SavedFiles;
  unpacker: BackupUnpacker;
  opener: FileOpener;
  keptBy: 'keyring' | 'file';
  log: Log;
}): void {
  answerPage(
    window,
    () => server.origin,
    {
      ready: () => {
        page.isReady();
        unpacker.tell();
      },
      setUnfinished: (work) => {
        page.unfinished = work;
      },
      installToken: async () => (await server.ask('installToken', {})).token,
      secretsNote: () => (keptBy === 'file' ? 'file' : null),
      reveal: (id) => saved.reveal(id),
      takeBundle: (id) => opener.bundles.take(id),
      restoreBackup: (id) => opener.restoreBackup(id),
      'opening.giveUp': () => unpacker.giveUp(),
      'sharing.addresses': () => listReachableAddresses(),
      'sharing.state': () => sharing.state,
      'sharing.chooseCertificate': () => sharing.chooseCertificate(window),
      'sharing.start': (request) => sharing.start(request),
      'sharing.stop': () => sharing.stop(),
      'servers.remembered': () => remote.remembered(),
      'servers.connect': (url) => remote.connect(url),
      'servers.forget': (url) => remote.forget(url),
    },
    log,
  );
}

/** Asks what to do about a page that could not be loaded, or has died. */
export function setUpPageFailures({
  window,
  page,
  server,
  quit,
  log,
}: {
  window: BrowserWindow;
  page: PageState;
  server: EmbeddedServer;
  quit: Quit;
  log: Log;
}): void {
  window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    // -3: another page was requested in the meantime, or this one was blocked.
    if (!isMainFrame || code === -3) return;
    log.warn({ event: 'page_not_loaded', code });
    void page.onLoadFailed(server.reachable !== null, () => quit.request());
  });
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error({ event: 'page_gone', reason, exit_code: exitCode });
    void page.onGone(() => quit.request());
  });
}
