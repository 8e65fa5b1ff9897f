import { randomBytes } from 'node:crypto';
import { app } from 'electron';
import type { Log } from '../server/log.ts';
import { toLogFile } from './desktop-log.ts';
import { BackupUnpacker } from './server/backup-unpacker.ts';
import { RemoteServers } from './server/remote-servers.ts';
import { keepServing, makeServer, rememberPort } from './server/server-set-up.ts';
import { NetworkSharing } from './server/sharing.ts';
import type { Launch } from './settings.ts';
import { endRefused, keepSettled, settleSecrets } from './startup.ts';
import { denyByDefault } from './web/web-guards.ts';
import { setUpDownloads } from './window/downloads.ts';
import { FileOpener } from './window/file-opener.ts';
import { setUpMenu } from './window/menu-set-up.ts';
import { setUpAnswers, setUpPageFailures } from './window/page-set-up.ts';
import { PageState } from './window/page-state.ts';
import { setUpQuit } from './window/quit-set-up.ts';
import { bringToFront, openOwnWindow } from './window/window.ts';

/** Runs the application once Electron is ready: one setup after the other, each given the results so far. */
export async function runApplication(
  launch: Launch,
  opened: { take: (open: (files: string[]) => void) => void },
  log: Log,
): Promise<void> {
  const { dataDir } = launch.settings;
  const journal = { log, file: toLogFile(launch.profile) };
  // Without a listener Electron would quit by itself, without asking.
  app.on('window-all-closed', () => {});
  denyByDefault();
  const settled = await settleSecrets(dataDir);
  if (settled === null) return app.exit(0);
  const { secrets } = settled;

  const launchSecret = randomBytes(32).toString('base64url');
  const server = makeServer(launch, secrets, launchSecret, journal);
  const starting = server.start();
  // Created while the server starts; it appears once its page has loaded.
  const own = openOwnWindow(server, launchSecret, launch.profile);
  const { window } = own;
  let keptBy: 'keyring' | 'file';
  try {
    await starting;
    // Written only now, so that a refused folder stays unchanged.
    keptBy = keepSettled(dataDir, settled);
  } catch (error) {
    return endRefused(error, window, server, dataDir, log);
  }
  rememberPort(launch.profile, server.origin);

  const page = new PageState(own);
  const saved = setUpDownloads(own.session, server, page);
  const sharing = new NetworkSharing(server);
  const remote = new RemoteServers(launch.profile);
  const unpacker = new BackupUnpacker({ window, launch, secrets, page, journal });
  const quit = setUpQuit({ own, page, server, sharing, unpacker });
  keepServing({ server, sharing, page, quit, dataDir });
  app.on('activate', () => bringToFront(window));
  const opener = new FileOpener({ window, launch, page, unpacker, quit, journal });
  setUpAnswers({ window, page, server, sharing, remote, saved, unpacker, opener, keptBy, log });
  setUpMenu({ own, page, opener, quit, dataDir, logFile: journal.file });
  setUpPageFailures({ window, page, server, quit, log });
  await page.load();
  opened.take((files) => {
    bringToFront(window);
    for (const file of files) void opener.open(file);
  });
}
