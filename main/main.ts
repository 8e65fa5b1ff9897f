import { mkdirSync } from 'node:fs';
import { app, dialog } from 'electron';
import { z } from 'zod';
import { type Log, toTrace } from '../server/log.ts';
import { SettingsError } from '../server/settings/settings-error.ts';
import { runApplication } from './application.ts';
import { openShellLog, toLogFile } from './desktop-log.ts';
import { findCommandLine, runHeadless } from './headless.ts';
import { type Launch, readLaunch } from './settings.ts';
import { findDebugSwitch } from './web/refused-switches.ts';
import { speak, t, toMessage } from './words.ts';

if (app.isPackaged) refuseDebugSwitches();

// Electron is ready only once this module has been evaluated. Everything needed before that is awaited here, but never
// `whenReady`.
const command = findCommandLine(process.argv.slice(app.isPackaged ? 1 : 2));
if (command !== null) await runHeadless(command);

app.name = 'Damson';
const launch = launchOrExit();
if (process.platform === 'win32') app.setAppUserModelId('org.damson.desktop');
app.setPath('userData', launch.profile);
app.enableSandbox();

if (app.requestSingleInstanceLock({ files: launch.files })) {
  // Created only now, because the log file has one owner: the first process over its data folder.
  const log = beginLog(launch);
  const opened = collectFiles(launch.files);
  app
    .whenReady()
    .then(() => {
      speak(app.getPreferredSystemLanguages());
      return runApplication(launch, opened, log);
    })
    .catch((error) => {
      log.fatal({ event: 'not_started', ...toTrace(error) });
      dialog.showErrorBox(t('shell.not_started.title'), String(error instanceof Error ? error.stack : error));
      app.exit(1);
    });
} else {
  app.exit(0);
}

/** Exits at once, before Chromium opens any port, as the command does on wrong usage. */
function refuseDebugSwitches(): void {
  const found = findDebugSwitch(process.argv, process.platform);
  if (found === null) return;
  process.stderr.write(`Damson does not start with ${found}\n`);
  process.exit(2);
}

function launchOrExit(): Launch {
  try {
    const found = readLaunch(process.argv, process.cwd(), app.getPath('appData'));
    // Electron refuses a missing folder.
    mkdirSync(found.profile, { recursive: true, mode: 0o700 });
    return found;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!(error instanceof SettingsError) && path === undefined) throw error;
    dialog.showErrorBox(
      error instanceof SettingsError ? t('shell.bad_settings.title') : t('shell.no_own_settings'),
      error instanceof SettingsError
        ? toMessage(error.message)
        : t('shell.folder_not_writable', { folder: path ?? '', code: code ?? '' }),
    );
    return process.exit(error instanceof SettingsError ? 78 : 1);
  }
}

/** The log from start to end, including unforeseen errors. */
function beginLog({ settings, profile }: Launch): Log {
  const log = openShellLog(settings.logLevel, toLogFile(profile));
  const { platform, arch, versions } = process;
  log.info({
    event: 'desktop_started',
    version: app.getVersion(),
    electron: versions.electron,
    node: versions.node,
    platform,
    arch,
  });
  app.once('quit', (_event, exitCode) => log.info({ event: 'desktop_ended', exit_code: exitCode }));
  // Neither ends the application: Electron reports exceptions to the person, and continues after rejections.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ event: 'unforeseen', ...toTrace(error) }));
  process.on('unhandledRejection', (error) => log.error({ event: 'unforeseen', ...toTrace(error) }));
  return log;
}

/** Files may be opened before the window exists: they wait until they are taken. */
function collectFiles(first: readonly string[]): { take: (open: (files: string[]) => void) => void } {
  let waiting = [...first];
  let open = (files: string[]): void => {
    waiting = [...waiting, ...files];
  };
  app.on('open-file', (event, file) => {
    event.preventDefault();
    open([file]);
  });
  app.on('second-instance', (_event, _argv, _cwd, sent) => {
    const { data } = z.object({ files: z.array(z.string().max(10_000)).max(100) }).safeParse(sent);
    open(data?.files ?? []);
  });
  return {
    take: (opener) => {
      open = opener;
      if (waiting.length > 0) opener(waiting);
    },
  };
}
