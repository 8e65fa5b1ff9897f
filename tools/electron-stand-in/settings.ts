import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Settings of the stand-in, as JSON in `DAMSON_STAND_IN`. */
export type StandInSettings = {
  /** Unix socket for the person's actions, and the stand-in's reports. */
  control: string;
  chromium: string;
  /** Whether to run without a display. */
  headless: boolean;
  /** Keyring of this computer; `unavailable` means locked. */
  storage: 'keyring' | 'basic_text' | 'unavailable';
  /** Folder that stands for the keyring, unknown to the application. */
  keyring: string;
  /** Additional addresses of this computer, as if on their network. */
  addresses: string[];
};

export const standInSettings = JSON.parse(process.env.DAMSON_STAND_IN ?? 'null') as StandInSettings;
delete process.env.DAMSON_STAND_IN;

const given = path.resolve(process.argv[1] ?? '');

/** The folder of the application's package: the given one, or the nearest above a given file. */
export const applicationFolder = statSync(given).isDirectory() ? given : packageFolder(path.dirname(given));

/** The file with which the application starts. */
export const entry = statSync(given).isDirectory() ? path.join(given, mainOf(given)) : given;

function packageFolder(folder: string): string {
  if (existsSync(path.join(folder, 'package.json')) || path.dirname(folder) === folder) return folder;
  return packageFolder(path.dirname(folder));
}

function mainOf(folder: string): string {
  const { main = 'index.js' } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    main?: string;
  };
  return main;
}
