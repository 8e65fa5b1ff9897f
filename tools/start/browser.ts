import type { ChildProcess } from 'node:child_process';
import { createHash, type X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startProgram } from './children.ts';

const onPath = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** The system's Chrome, Chromium or Edge, which can show a page as a separate window; null when there is none. */
export function findBrowser(): string | null {
  const { PATH = '', ProgramFiles, 'ProgramFiles(x86)': ProgramFiles86, LOCALAPPDATA } = process.env;
  const within = (folders: readonly (string | undefined)[], programs: readonly string[]): string[] =>
    programs.flatMap((program) => folders.map((folder) => (folder ? path.join(folder, program) : '')));
  const candidates: Partial<Record<NodeJS.Platform, string[]>> = {
    darwin: macApplications.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    win32: within([ProgramFiles, ProgramFiles86, LOCALAPPDATA], windowsPrograms),
  };
  const places = candidates[process.platform] ?? within(PATH.split(path.delimiter), onPath);
  return places.find((place) => path.isAbsolute(place) && existsSync(place)) ?? null;
}

/**
 * Opens the interface as a browser window, with a separate profile in the data folder: no extension reads it, and no history
 * keeps it. An install token is passed in a file that only this user can read, because everyone on this computer can read a
 * command line.
 */
export function openInBrowser(
  browser: string,
  {
    url,
    certificate,
    token,
    dataDir,
  }: { url: string; certificate: X509Certificate | null; token: string | null; dataDir: string },
): ChildProcess {
  const profile = path.join(dataDir, 'browser');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const way = path.join(profile, 'open.html');
  rmSync(way, { force: true });
  let start = url;
  if (token !== null) {
    writeFileSync(
      way,
      `<!doctype html><meta http-equiv="refresh" content="0;url=${url}/setup#token=${token}">`,
      {
        mode: 0o600,
        flag: 'wx',
      },
    );
    start = pathToFileURL(way).href;
  }
  const child = startProgram(
    browser,
    [
      `--app=${start}`,
      `--user-data-dir=${profile}`,
      '--window-size=1280,860',
      '--no-first-run',
      '--no-default-browser-check',
      // Prevents requests to anything but the server.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-domain-reliability',
      '--disable-features=Translate,OptimizationHints,MediaRouter',
      '--no-pings',
      ...(certificate === null ? [] : [`--ignore-certificate-errors-spki-list=${digestKey(certificate)}`]),
    ],
    { stdio: 'ignore' },
  );
  const forget = (): void => rmSync(way, { force: true });
  child.once('exit', forget);
  process.once('exit', forget);
  return child;
}

/** Identifies the server's certificate for Chromium, which then does not warn about it. */
function digestKey({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
