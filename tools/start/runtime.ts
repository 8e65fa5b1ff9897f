import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import path from 'node:path';
import { ending, startProgram } from './children.ts';

const seconds = 1000;
const mostConnecting = 3 * seconds;
const mostDownloading = 180 * seconds;

/**
 * The program that opens Electron's windows: the one in `ELECTRON_OVERRIDE_DIST_PATH`, a downloaded one, or a new download,
 * unless its host is unreachable. Without one, returns the reason in a few words.
 */
export async function findRuntime(
  say: (line: string) => void,
): Promise<{ program: string } | { missing: string }> {
  const folder = packageFolder();
  if (folder === null) return { missing: 'the package "electron" is not installed' };
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named !== undefined) {
    const program = path.join(named, programName);
    return existsSync(program)
      ? { program }
      : { missing: `ELECTRON_OVERRIDE_DIST_PATH has no ${programName}` };
  }
  const program = path.join(folder, 'dist', programName);
  if (isDownloaded(folder)) return { program };
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return { missing: 'its download was declined' };
  const host = downloadAddress();
  if (host !== null && !(await canReach(host))) return { missing: `${host.hostname} can't be reached` };
  say("Fetching Electron's runtime, once…");
  const installing = startProgram(process.execPath, [path.join(folder, 'install.js')], { stdio: 'ignore' });
  const deadline = setTimeout(() => installing.kill('SIGKILL'), mostDownloading);
  const ended = await ending(installing);
  clearTimeout(deadline);
  return ended === 0 && isDownloaded(folder) ? { program } : { missing: 'its download failed' };
}

const programName =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform as string] ??
  'electron';

function packageFolder(): string | null {
  try {
    return path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/** The last file to be written, once a download is complete. */
function isDownloaded(folder: string): boolean {
  const marker = path.join(folder, 'path.txt');
  return existsSync(marker) && existsSync(path.join(folder, 'dist', readFileSync(marker, 'utf8')));
}

/** Download address; null when a proxy has to be used, or the address is invalid. */
function downloadAddress(): URL | null {
  const { ELECTRON_MIRROR, npm_config_electron_mirror, HTTPS_PROXY, https_proxy, ALL_PROXY, all_proxy } =
    process.env;
  if (HTTPS_PROXY || https_proxy || ALL_PROXY || all_proxy) return null;
  return URL.parse(ELECTRON_MIRROR || npm_config_electron_mirror || 'https://github.com');
}

function canReach({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(
      Number(port) || (protocol === 'http:' ? 80 : 443),
      hostname.replace(/^\[|\]$/g, ''),
    );
    const settle = (reached: boolean): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(reached);
    };
    const deadline = setTimeout(() => settle(false), mostConnecting);
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
