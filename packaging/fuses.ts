import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

/**
 * What the runtime can't do any more once it is Damson, for good: nothing in the environment or on the command line turns it
 * back on.
 */
export const fuses = {
  // `ELECTRON_RUN_AS_NODE` would make a Node of the application that runs whatever it is given, with what the system allows
  // Damson. `damson serve` of the installed application needs none: see main/headless.ts.
  [FuseV1Options.RunAsNode]: false,
  // Cookies of servers that were connected to are not readable from the disk alone where the system has a keyring.
  [FuseV1Options.EnableCookieEncryption]: true,
  // `NODE_OPTIONS` and `NODE_EXTRA_CA_CERTS` could load code, or trust, into it.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // `--inspect` and SIGUSR1 would open the main process to whoever can reach the port.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // A changed app.asar is refused, on macOS and Windows; Linux has no such check and ignores this.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // Without this a folder called `app` beside the archive would be run, unchecked.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // Damson brings no snapshot of its own; with this the application would not start.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Pages come from the server by HTTP; the one file that is printed needs no other.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's own setting: how WebAssembly checks its bounds. Damson has none of it.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const;

/** Writes the fuses into the packed runtime; throws when it has one that is not stated here. */
export async function afterPack({
  appOutDir,
  electronPlatformName,
  packager,
}: AfterPackContext): Promise<void> {
  const isMac = electronPlatformName === 'darwin';
  const name = isMac
    ? `${packager.appInfo.productFilename}.app`
    : electronPlatformName === 'win32'
      ? `${packager.appInfo.productFilename}.exe`
      : packager.config.linux?.executableName;
  if (name == null) throw new Error('linux.executableName is not set');
  await flipFuses(path.join(appOutDir, name), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Changing the binary breaks the signature without which Apple's processors run nothing.
    resetAdHocDarwinSignature: isMac,
    ...fuses,
  });
}
