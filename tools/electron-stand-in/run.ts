import { readFileSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';

/**
 * Runs an Electron application on Node and the system's Chromium: `run.ts <folder or main file> [its arguments]`. The other files
 * of the folder implement `electron`. Settings come in `DAMSON_STAND_IN` (see settings.ts).
 */
const electron = new URL('electron.ts', import.meta.url).href;

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' || name === 'electron/main'
      ? { url: electron, shortCircuit: true }
      : next(name, context),
});

// Arguments as on Electron's command line: the program, the application, and the application's arguments.
process.argv.splice(1, 1);
const manifest = new URL('../../node_modules/electron/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
Object.defineProperty(process, 'type', { value: 'browser' });
Object.defineProperty(process, 'defaultApp', { value: true });

// This process must not outlive its parent, which holds the other end.
process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL')).resume();
(process.stdin as unknown as { unref?: () => void }).unref?.();

const { openControl } = await import('./control.ts');
const { entry, standInSettings } = await import('./settings.ts');

const interfaces = os.networkInterfaces;
os.networkInterfaces = () => ({ ...interfaces(), ...lan(standInSettings.addresses) });
syncBuiltinESMExports();

await openControl();
await import(pathToFileURL(entry).href);

function lan(addresses: readonly string[]): NodeJS.Dict<os.NetworkInterfaceInfo[]> {
  if (addresses.length === 0) return {};
  const rest = { netmask: '255.0.0.0', mac: '02:00:00:00:00:01', internal: false, family: 'IPv4' } as const;
  return { lan0: addresses.map((address) => ({ ...rest, address, cidr: `${address}/8` })) };
}
