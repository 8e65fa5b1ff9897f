import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { app, BrowserWindow, dialog, Menu, safeStorage, shell } from 'electron';
import { z } from 'zod';
import type { Log } from '../server/log.ts';
import { logFileOf } from './desktop-log.ts';
import { askWhereToSave, SavedFiles } from './downloads.ts';
import { EmbeddedServer, reasonOf } from './embedded-server.ts';
import { FileOpener } from './file-opener.ts';
import { answerPage, type PageSide } from './ipc.ts';
import { readKept, writeKept } from './kept-file.ts';
import { Quit, quitDeadlineMs, quitQuestion, type UnderWay } from './lifecycle.ts';
import { menuTemplate } from './menu.ts';
import { PageState } from './page-state.ts';
import { RemoteServers } from './remote-servers.ts';
import { keepSecrets, systemSealer } from './secrets.ts';
import type { Launch } from './settings.ts';
import { reachableAddresses } from './share-address.ts';
import { NetworkSharing } from './sharing.ts';
import { askAboutLostServer, explainAndExit, secretsFile, settleSecrets } from './startup.ts';
import { closeWindows, denyByDefault } from './web-guards.ts';
import {
  type OwnWindow,
  openOwnSession,
  openOwnWindow,
  openPlainWindow,
  type WindowParts,
} from './window.ts';

const portSchema = z.strictObject({ port: z.number().int().min(1).max(65_535) });

/** Runs the application once Electron is ready: secrets, server, window, menu, and the way out. */
export async function runApplication(
  launch: Launch,
  opened: { take: (open: (files: string[]) => void) => void },
  log: Log,
): Promise<void> {
  const { dataDir } = launch.settings;
  const journal = { log, file: logFileOf(launch.profile) };
  // Without a listener Electron would quit by itself, past every question.
  app.on('window-all-closed', () => {});
  denyByDefault();
  const sealer = () => systemSealer(safeStorage, process.platform);
  const settled = await settleSecrets(dataDir, sealer);
  if (settled === null) return app.exit(0);
  const { secrets } = settled;

  const launchSecret = randomBytes(32).toString('base64url');
  const portFile = path.join(launch.profile, 'port.json');
  const { settings } = launch;
  const server = new EmbeddedServer(
    {
      ...settings,
      port: readKept(portFile, portSchema)?.port ?? 0,
      jwtSecret: settings.jwtSecret ?? secrets.jwt_secret,
      encryptionKey: settings.encryptionKey ?? Buffer.from(secrets.encryption_key, 'base64'),
      launchSecret,
    },
    {
      onBack: (moved) => {
        void sharing.resume();
        page.onServerBack(moved);
      },
      onLost: async (error) => {
        const next = await askAboutLostServer(error, dataDir);
        if (next === 'quit') void quit.force();
        return next;
      },
    },
    journal,
  );
  const origin = (): string => server.origin;
  const sharing = new NetworkSharing(server);
  const remote = new RemoteServers(launch.profile);
  const saved = new SavedFiles();
  const parts: WindowParts = {
    origin,
    reachable: () => server.reachable,
    launchSecret,
    profile: launch.profile,
    version: app.getVersion(),
    onOwnPage: (url) => openPlainWindow(url, origin, parts.onOwnPage),
  };
  const starting = server.start();
  // Made while the server starts; it shows itself once there is a page in it.
  const ownSession = openOwnSession(parts);
  const own = openOwnWindow(parts);
  const { window } = own;
  let keptBy: 'keyring' | 'file';
  try {
    await starting;
    // Only now: a folder that is refused stays as it was.
    keptBy = settled.by === 'nothing yet' ? keepSecrets(secretsFile(dataDir), secrets, sealer()) : settled.by;
  } catch (error) {
    log.error({ event: 'server_not_started', ...reasonOf(error) });
    window.destroy();
    await server.end(quitDeadlineMs);
    return explainAndExit(error, dataDir);
  }
  writeKept(portFile, { port: Number(new URL(server.origin).port) });
  const page = new PageState(own);
  askWhereToSave(ownSession, origin, (place) => page.send('desktop:saved', saved.keep(place)));

  const quit = makeQuit(
    own,
    () => ({
      ...page.unfinished,
      isShared: sharing.state !== null,
      isRestoring: opener.isRestoring,
    }),
    () => Promise.all([server.end(quitDeadlineMs), opener.giveUp()]),
  );
  window.on('close', (event) => {
    if (quit.hasLeft) return;
    event.preventDefault();
    void quit.request();
  });
  app.on('before-quit', (event) => {
    if (quit.hasLeft) return;
    event.preventDefault();
    void quit.request();
  });
  // Whoever took the window away has taken the application away: nothing may stay behind unseen.
  window.on('closed', () => void quit.force());
  app.on('activate', () => bringToFront(window));

  const opener = new FileOpener({ window, launch, secrets, sealer, page, quit, journal });
  const pageSide: PageSide = {
    ready: () => {
      page.isReady();
      opener.tell();
    },
    setUnfinished: (work) => {
      page.unfinished = work;
    },
    installToken: async () => (await server.ask('installToken', {})).token,
    secretsNote: () => (keptBy === 'file' ? 'file' : null),
    reveal: (id) => saved.reveal(id),
    takeBundle: (id) => opener.bundles.take(id),
    'opening.giveUp': () => opener.giveUp(),
    'sharing.addresses': () => reachableAddresses(),
    'sharing.state': () => sharing.state,
    'sharing.chooseCertificate': () => sharing.chooseCertificate(window),
    'sharing.start': (request) => sharing.start(request),
    'sharing.stop': () => sharing.stop(),
    'servers.remembered': () => remote.remembered(),
    'servers.connect': (url) => remote.connect(url),
    'servers.forget': (url) => remote.forget(url),
  };
  answerPage(window, origin, pageSide, log);
  app.setAboutPanelOptions({
    applicationName: 'Damson',
    applicationVersion: app.getVersion(),
    copyright:
      'ATT&CK® is a registered trademark of The MITRE Corporation; its facts are © 2026 The MITRE Corporation.',
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(process.platform === 'darwin', {
        tell: (command) => page.tell(command),
        openBackup: () => void opener.chooseBackup(),
        importBundle: () => void opener.chooseBundle(),
        openDataFolder: () => void shell.openPath(dataDir),
        zoom: (change) => own.zoom(change),
        reload: () => void page.load(),
        showLog: () => shell.showItemInFolder(journal.file),
        openOtherFolder: () => void opener.chooseDataFolder(),
        quit: () => void quit.request(),
      }),
    ),
  );
  window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    // -3: another page was asked for meanwhile, or this one was denied.
    if (!isMainFrame || code === -3) return;
    log.warn({ event: 'page_not_loaded', code });
    void page.onLoadFailed(server.reachable !== null, () => quit.request());
  });
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error({ event: 'page_gone', reason, exit_code: exitCode });
    void page.onGone(() => quit.request());
  });
  await page.load();
  opened.take((files) => {
    bringToFront(window);
    for (const file of files) void opener.open(file);
  });
}

/** The way out: asks what would be lost, in our window and in the others, then ends the server and lets everything go. */
function makeQuit(own: OwnWindow, underWay: () => UnderWay, end: () => Promise<unknown>): Quit {
  return new Quit({
    mayQuit: async () =>
      (await mayLose(own.window, underWay())) &&
      (await closeWindows(BrowserWindow.getAllWindows().filter((other) => other !== own.window))),
    end: async () => {
      own.remember();
      await end();
    },
    leave: () => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
      app.quit();
    },
  });
}

async function mayLose(window: BrowserWindow, underWay: UnderWay): Promise<boolean> {
  const question = quitQuestion(underWay);
  if (question === null) return true;
  bringToFront(window);
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    ...question,
    buttons: ['Stay', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
