import { mkdirSync } from 'node:fs';
import { app, dialog } from 'electron';
import { z } from 'zod';
import { SettingsError } from '../server/settings.ts';
import { runApplication } from './application.ts';
import { commandLine, runHeadless } from './headless.ts';
import { type Launch, readLaunch } from './settings.ts';

// Electron is ready once this module has been evaluated: what comes before is awaited here, and `whenReady` never is.
const command = commandLine(process.argv.slice(app.isPackaged ? 1 : 2));
if (command !== null) await runHeadless(command);

app.name = 'Damson';
const launch = launchOrExit();
if (process.platform === 'win32') app.setAppUserModelId('org.damson.desktop');
// A folder that is not there is refused.
mkdirSync(launch.profile, { recursive: true, mode: 0o700 });
app.setPath('userData', launch.profile);
app.enableSandbox();

if (app.requestSingleInstanceLock({ files: launch.files })) {
  const opened = collectFiles(launch.files);
  app
    .whenReady()
    .then(() => runApplication(launch, opened))
    .catch((error) => {
      dialog.showErrorBox(
        'Damson could not be started',
        String(error instanceof Error ? error.stack : error),
      );
      app.exit(1);
    });
} else {
  app.exit(0);
}

function launchOrExit(): Launch {
  try {
    return readLaunch(process.argv, process.cwd(), app.getPath('appData'));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    dialog.showErrorBox('Damson can not start with these settings', error.message);
    return process.exit(78);
  }
}

/** Files to open come before there is a window and after: they wait until somebody takes them. */
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
