import path from 'node:path';
import { SettingsError } from './settings-error.ts';

/** Path of the browser, or none; null = the usual places. */
export function parseBrowser(given: string | undefined): string[] | null {
  if (given === undefined) return null;
  if (given.toLowerCase() === 'off') return [];
  if (!path.isAbsolute(given)) {
    throw new SettingsError('SVC_BROWSER must be the full path of a Chromium or Edge, or "off"');
  }
  return [given];
}

const browserNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

export function listBrowsers(environment: Readonly<Record<string, string | undefined>>): string[] {
  if (process.platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)'].flatMap((name) => environment[name] ?? []);
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return programs.flatMap((program) => folders.map((folder) => path.join(folder, program)));
  }
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  // A relative folder in PATH depends on the working directory.
  const folders = (environment.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return browserNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}
