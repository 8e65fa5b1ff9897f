import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings, type Settings } from '../server/settings.ts';

/** Start parameters of the application. */
export type Launch = {
  /** Settings of the embedded server; loopback only, whatever the environment contains. */
  settings: Settings;
  /** Folder of Chromium's and the shell's own data; a second instance finds the first one through it. */
  profile: string;
  /** Backups and bundles to open, absolute. */
  files: string[];
};

const flags = ['data-dir', 'user-data-dir'] as const;
const openable = /\.(?:damson|json)$/i;

/**
 * Reads the application's command line, much of which comes from the system and from Electron. `applications` is the parent
 * folder of applications' settings. Refuses (SettingsError) what the server refuses.
 */
export function readLaunch(argv: readonly string[], cwd: string, applications: string): Launch {
  const { 'data-dir': dataDir, 'user-data-dir': profiles } = readFlags(argv);
  const settings: Settings = {
    ...readSettings(dataDir === undefined ? {} : { 'data-dir': path.resolve(cwd, dataDir) }),
    host: '127.0.0.1',
    port: 0,
    publicHosts: [],
    trustProxy: 0,
    signIn: null,
    tls: 'off',
    metricsPort: null,
    drainNoticeMilliseconds: 0,
  };
  return {
    settings,
    profile: path.join(
      profiles === undefined ? path.join(applications, 'Damson Desktop') : path.resolve(cwd, profiles),
      `of-${digestFolder(settings.dataDir)}`,
    ),
    files: findOpenableFiles(argv, cwd),
  };
}

/** The same settings for another data folder, with everything else at its default place. */
export function moveSettings(settings: Settings, dataDir: string): Settings {
  const { dbPath, evidenceDir, outputsDir, simulationEvidenceDir, oldSimulationEvidenceDir, reportsDir } =
    readSettings({}, { SVC_DATA_DIR: dataDir });
  return {
    ...settings,
    dataDir,
    dbPath,
    evidenceDir,
    outputsDir,
    simulationEvidenceDir,
    oldSimulationEvidenceDir,
    reportsDir,
  };
}

/** The arguments for a restart over another data folder: those of this start, without files to open. */
export function makeRelaunchArguments(argv: readonly string[], dataDir: string): string[] {
  const kept = argv.slice(1).filter((word, index) => {
    const before = argv[index];
    if (before === '--data-dir' || /^--data-dir(?:=|$)/.test(word)) return false;
    return isValueOf(before) || word.startsWith('-') || !openable.test(word);
  });
  return [...kept, '--data-dir', dataDir];
}

/** Finds the files to open in a command line, as absolute paths; Linux desktops pass file URLs. */
export function findOpenableFiles(argv: readonly string[], cwd: string): string[] {
  return argv
    .slice(1)
    .filter(
      (word, index, words) => !word.startsWith('-') && !isValueOf(words[index - 1]) && openable.test(word),
    )
    .map((word) => (/^file:\/\/\//i.test(word) ? toPath(word) : path.resolve(cwd, word)))
    .filter((file) => file !== null);
}

/** The program to start again; a program inside a mounted image disappears with the image. */
export function findProgramToRelaunch(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  return environment.APPIMAGE;
}

function readFlags(argv: readonly string[]): Partial<Record<(typeof flags)[number], string>> {
  const found: Partial<Record<(typeof flags)[number], string>> = {};
  for (const [index, word] of argv.entries()) {
    for (const flag of flags) {
      const given = word === `--${flag}` ? argv[index + 1] : word.split(`--${flag}=`, 2)[1];
      if (given !== undefined && word.startsWith(`--${flag}`) && given !== '') found[flag] = given;
    }
  }
  return found;
}

function isValueOf(word: string | undefined): boolean {
  return flags.some((flag) => word === `--${flag}`);
}

function toPath(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}

/** Returns one canonical name for a folder, in any spelling, even if it does not exist. */
function digestFolder(folder: string): string {
  return createHash('sha256').update(resolveRealPath(folder)).digest('hex').slice(0, 16);
}

function resolveRealPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(resolveRealPath(parent), path.basename(folder));
  }
}
