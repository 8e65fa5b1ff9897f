import path from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

/**
 * Runtime features permanently disabled in the packaged application: nothing in the environment or on the command line enables
 * them again.
 */
export const fuses = {
  // `ELECTRON_RUN_AS_NODE` would turn the application into a Node that runs any code, with Damson's system permissions. `damson
  // serve` of the installed application doesn't need it: see main/headless.ts.
  [FuseV1Options.RunAsNode]: false,
  // Encrypts cookies of connected servers on the disk if the system has a keyring.
  [FuseV1Options.EnableCookieEncryption]: true,
  // `NODE_OPTIONS` and `NODE_EXTRA_CA_CERTS` could load code into it, or add trusted certificates.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // `--inspect` and SIGUSR1 would open the main process to everyone who can reach the port.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // A changed app.asar is refused, on macOS and Windows; Linux has no such check and ignores this.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // Otherwise a folder called `app` next to the archive would run unchecked.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // Damson has no snapshot of its own; with this option the application would not start.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Pages come from the server by HTTP; the only file loaded, for printing, needs no extra privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default for bounds checks of WebAssembly, which Damson doesn't use.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const;

/** Writes the fuses into the packed runtime; throws when it has a fuse that is not listed here. */
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
    // Changing the binary invalidates its signature, without which Apple's processors refuse to run it.
    resetAdHocDarwinSignature: isMac,
    ...fuses,
  });
}
