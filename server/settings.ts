import { isIP } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Bucket, BucketRefused, readBucket } from './bucket.ts';
import type { AppEnv } from './settings/app-env.ts';
import { listBrowsers, parseBrowser } from './settings/browsers.ts';
import { isTrivial, parseEncryptionKey, placeholder, refusePlaceholder } from './settings/placeholders.ts';
import { SettingsError } from './settings/settings-error.ts';
import { readSignInSource, type SignInSource } from './settings/sign-in.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const tlsChoices = ['own', 'off'] as const;

export type Settings = {
  appEnv: AppEnv;
  /** Root of all state; created 0700. */
  dataDir: string;
  dbPath: string;
  /** A PostgreSQL database to use instead; null = the file at `dbPath`. */
  databaseUrl: string | null;
  evidenceDir: string;
  /** Output of simulations that is too large for the database. */
  outputsDir: string;
  /** Evidence of simulations, in a folder of `evidenceDir`. */
  simulationEvidenceDir: string;
  /** Location in earlier versions; moved at the start. */
  oldSimulationEvidenceDir: string;
  reportsDir: string;
  /** Folder for backups made in the interface. */
  backupDir: string;
  /** Store for files, with each kind under its own name; the folders then only hold files in transit. Null = in the folders. */
  bucket: Bucket | null;
  host: string;
  /** 0 = any free port. */
  port: number;
  publicHosts: string[];
  /** Number of TLS-terminating proxies in front. */
  trustProxy: number;
  /** `own`: the server speaks TLS itself, with its self-signed certificate. */
  tls: (typeof tlsChoices)[number];
  /** From the environment; null = from `<data>/secrets.json`. */
  jwtSecret: string | null;
  /** 32 bytes for stored C2 tokens; null = C2 configuration answers 503. */
  encryptionKey: Buffer | null;
  c2Adapter: 'fake' | null;
  /** Signing in with the organisation's accounts; null = only with this server's. */
  signIn: SignInSource | null;
  /** Limits of evidence in bytes; null = only the disk. */
  quotas: { mission: number | null; person: number | null };
  logLevel: (typeof logLevels)[number];
  /** Port of the monitoring listener on loopback; 0 = any free port, null = there is none. */
  metricsPort: number | null;
  /** Time for running requests to finish when the server stops. */
  drainMilliseconds: number;
  /** Time for which the server keeps serving while announcing the stop. */
  drainNoticeMilliseconds: number;
  /** Possible paths of a Chromium or Edge for printing PDFs; the first existing one is used. */
  browsers: string[];
  /**
   * Secret that every request needs in `X-Damson-Launch`; null = none. The starting process creates a new one each time, so that
   * nobody else on this machine gets an answer.
   */
  launchSecret: string | null;
};

/** Settings needed to share an installation: with them, nothing of it is in a folder, not even a secret. */
export function listLackingToShare({ databaseUrl, bucket, jwtSecret, encryptionKey }: Settings): string[] {
  return Object.entries({
    SVC_DATABASE_URL: databaseUrl,
    EVIDENCE_URL: bucket,
    SVC_JWT_SECRET: jwtSecret,
    SVC_ENCRYPTION_KEY: encryptionKey,
  }).flatMap(([name, value]) => (value === null ? name : []));
}

/** Whether several processes with these settings can serve one installation. */
export function canBeShared(settings: Settings): boolean {
  return listLackingToShare(settings).length === 0;
}

/** The command's flags, which override the corresponding environment variables. */
export const settingFlags = {
  'app-env': 'APP_ENV',
  'data-dir': 'SVC_DATA_DIR',
  'db-path': 'SVC_DB_PATH',
  'evidence-dir': 'EVIDENCE_DIR',
  host: 'SVC_HOST',
  port: 'SVC_PORT',
  'public-hosts': 'SVC_PUBLIC_HOSTS',
  'trust-proxy': 'SVC_TRUST_PROXY',
  tls: 'SVC_TLS',
  'log-level': 'LOG_LEVEL',
} as const;

/** The locale of the terminal, looked up as in POSIX; empty when none is set. */
export function readLocale(): string {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return LC_ALL || LC_MESSAGES || LANG || '';
}

/** The installed program by the name a person types: starters outside the PATH tell theirs. */
export function readStarter(): string {
  return process.env.DAMSON_COMMAND || 'damson';
}

export type ProgramEnvironment = Record<'server' | 'mission' | 'token' | 'tokenFile', string> & {
  /** The environment without the token, for other programs. */
  rest: NodeJS.ProcessEnv;
};

/** Environment of the commands that record into a server by its API; what is not set is empty. */
export function readProgramEnvironment(environment: NodeJS.ProcessEnv = process.env): ProgramEnvironment {
  const { DAMSON_TOKEN = '', ...rest } = environment;
  const { DAMSON_SERVER = '', DAMSON_MISSION = '', DAMSON_TOKEN_FILE = '' } = rest;
  return {
    server: DAMSON_SERVER,
    mission: DAMSON_MISSION,
    token: DAMSON_TOKEN,
    tokenFile: DAMSON_TOKEN_FILE,
    rest,
  };
}

/**
 * Reads the settings once, from the environment and the command's flags, and creates nothing. Refuses (SettingsError) a malformed
 * value, and outside development a placeholder or too short secret.
 */
export function readSettings(
  flags: Readonly<Record<string, string | undefined>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Settings {
  const readValue = (name: string): string | undefined => {
    const flag = Object.entries(settingFlags).find(([, setting]) => setting === name)?.[0];
    const given = (flag && flags[flag]) ?? environment[name];
    return given === undefined || given.trim() === '' ? undefined : given.trim();
  };

  const appEnv = parseOneOf('APP_ENV', readValue('APP_ENV') ?? 'production', [
    'development',
    'test',
    'production',
  ]);
  const dataDir = path.resolve(readValue('SVC_DATA_DIR') ?? findDefaultDataDir(environment));
  const evidenceDir = path.resolve(readValue('EVIDENCE_DIR') ?? path.join(dataDir, 'evidence'));
  const bucket = readBucketSettings(readValue);
  const outputsDir = path.join(dataDir, 'outputs');
  const simulationEvidenceDir = path.join(evidenceDir, 'simulations');
  const oldSimulationEvidenceDir = path.join(dataDir, 'simulation-evidence');
  const reportsDir = path.join(dataDir, 'reports');
  const backupDir = path.resolve(readValue('SVC_BACKUP_DIR') ?? path.join(dataDir, 'backups'));
  const dbPath = path.resolve(readValue('SVC_DB_PATH') ?? path.join(dataDir, 'damson.db'));
  refuseNesting({ dataDir, dbPath, evidenceDir }, [outputsDir, oldSimulationEvidenceDir, reportsDir]);
  if ([evidenceDir, outputsDir, oldSimulationEvidenceDir, reportsDir].some((own) => isWithin(own, backupDir)))
    throw new SettingsError(
      'SVC_BACKUP_DIR must be outside of the folders for evidence, outputs and reports',
    );
  const jwtSecret = readValue('SVC_JWT_SECRET') ?? null;
  const encryptionKeyText = readValue('SVC_ENCRYPTION_KEY') ?? null;

  if (appEnv !== 'development') {
    refusePlaceholder('SVC_JWT_SECRET', jwtSecret);
    refusePlaceholder('SVC_ENCRYPTION_KEY', encryptionKeyText);
    if (appEnv === 'production' && jwtSecret !== null && isTrivial(Buffer.from(jwtSecret))) {
      throw placeholder('SVC_JWT_SECRET');
    }
    if (jwtSecret !== null && Buffer.byteLength(jwtSecret) < 32) {
      throw new SettingsError('SVC_JWT_SECRET is too short: at least 32 bytes are needed');
    }
  }

  const adapter = readValue('SVC_C2_ADAPTER');
  if (adapter !== undefined && adapter !== 'fake') {
    throw new SettingsError('SVC_C2_ADAPTER must be "fake" or empty');
  }

  const host = parseListeningHost(readValue('SVC_HOST') ?? '127.0.0.1');
  const port = parseWholeNumber('SVC_PORT', readValue('SVC_PORT') ?? '4780', 0, 65_535);
  const trustProxy = parseWholeNumber('SVC_TRUST_PROXY', readValue('SVC_TRUST_PROXY') ?? '0', 0, 10);
  // Development and tests need plain connections, without browser warnings.
  const usualTls = appEnv === 'production' && isOnNetwork({ host, trustProxy }) ? 'own' : 'off';

  return {
    appEnv,
    dataDir,
    dbPath,
    databaseUrl: readDatabaseUrl(appEnv, readValue),
    evidenceDir,
    outputsDir,
    simulationEvidenceDir,
    oldSimulationEvidenceDir,
    reportsDir,
    backupDir,
    bucket,
    host,
    port,
    publicHosts: (readValue('SVC_PUBLIC_HOSTS') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(parsePublicHost),
    trustProxy,
    tls: parseOneOf('SVC_TLS', readValue('SVC_TLS') ?? usualTls, tlsChoices),
    jwtSecret,
    encryptionKey: encryptionKeyText === null ? null : parseEncryptionKey(encryptionKeyText, appEnv),
    c2Adapter: adapter === 'fake' ? 'fake' : null,
    signIn: readSignInSource(readValue, environment),
    quotas: {
      mission: readQuota('SVC_QUOTA_MISSION_MIB', readValue('SVC_QUOTA_MISSION_MIB')),
      person: readQuota('SVC_QUOTA_PERSON_MIB', readValue('SVC_QUOTA_PERSON_MIB')),
    },
    logLevel: parseOneOf('LOG_LEVEL', readValue('LOG_LEVEL') ?? 'info', logLevels),
    metricsPort: readMetricsPort(readValue('SVC_METRICS_PORT'), port),
    drainMilliseconds: readSeconds('SVC_DRAIN_SECONDS', readValue('SVC_DRAIN_SECONDS') ?? '10'),
    drainNoticeMilliseconds: readSeconds(
      'SVC_DRAIN_NOTICE_SECONDS',
      readValue('SVC_DRAIN_NOTICE_SECONDS') ?? '0',
    ),
    browsers: parseBrowser(readValue('SVC_BROWSER')) ?? listBrowsers(environment),
    launchSecret: null,
  };
}

/**
 * The settings of a server of the same installation elsewhere: in this data folder, with the database and the files at these
 * addresses; null stands for the folder itself, undefined for the current place. Refuses (SettingsError) as `readSettings` does.
 */
export function readSettingsElsewhere(
  now: Settings,
  places: { dataDir: string; database?: string | null | undefined; evidence?: string | null | undefined },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Settings {
  const { dataDir, database = now.databaseUrl, evidence = environment.EVIDENCE_URL ?? null } = places;
  const stays = dataDir === now.dataDir;
  return readSettings(
    {},
    {
      ...environment,
      APP_ENV: now.appEnv,
      SVC_DATA_DIR: dataDir,
      SVC_DATABASE_URL: database ?? undefined,
      SVC_DB_PATH: stays && database === null ? now.dbPath : undefined,
      EVIDENCE_URL: evidence ?? undefined,
      EVIDENCE_DIR: stays && evidence === null ? now.evidenceDir : undefined,
    },
  );
}

/**
 * Refuses an invalid PostgreSQL address, a database file given with it, and missing secrets that each process would then create
 * for itself.
 */
function readDatabaseUrl(appEnv: AppEnv, readValue: (name: string) => string | undefined): string | null {
  const text = readValue('SVC_DATABASE_URL');
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    throw new SettingsError('SVC_DATABASE_URL must be postgres://<user>@<host>/<database>');
  }
  if (readValue('SVC_DB_PATH') !== undefined) {
    throw new SettingsError("SVC_DATABASE_URL and SVC_DB_PATH can't both be given");
  }
  for (const name of ['SVC_JWT_SECRET', 'SVC_ENCRYPTION_KEY']) {
    if (appEnv === 'production' && readValue(name) === undefined) {
      throw new SettingsError(`SVC_DATABASE_URL needs ${name}, which is in no database`);
    }
  }
  return text;
}

function readBucketSettings(readValue: (name: string) => string | undefined): Bucket | null {
  if (readValue('EVIDENCE_URL') !== undefined && readValue('EVIDENCE_DIR') !== undefined) {
    throw new SettingsError('EVIDENCE_URL and EVIDENCE_DIR exclude each other: unset one of them');
  }
  try {
    return readBucket(readValue);
  } catch (error) {
    throw error instanceof BucketRefused ? new SettingsError(error.message) : error;
  }
}

/** Whether traffic crosses a network unencrypted: other machines reach the address, and no proxy encrypts. */
export function isOnNetwork({ host, trustProxy }: Pick<Settings, 'host' | 'trustProxy'>): boolean {
  return trustProxy === 0 && !isOnLoopback(host);
}

/** Whether a listening address is only reachable from this computer. */
export function isOnLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || /^(?:127\.|::1$)/.test(host);
}

/** Whether data crosses a network to PostgreSQL unencrypted: the address is another machine's and requests no encryption. */
export function isDatabaseInTheClear(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const isSocket = (searchParams.get('host') ?? decodeURIComponent(hostname)).startsWith('/');
  const isHere = hostname === '' || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  // All other modes of pg encrypt.
  const isPlain = (searchParams.get('sslmode') ?? 'disable') === 'disable';
  return !isSocket && !isHere && isPlain && searchParams.get('ssl') !== 'true';
}

function findDefaultDataDir(environment: Readonly<Record<string, string | undefined>>): string {
  const home = environment.HOME || homedir();
  if (process.platform === 'win32') {
    return path.join(environment.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Damson');
  }
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Damson');
  return path.join(environment.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'damson');
}

function parseOneOf<T extends string>(name: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((item) => item === given.toLowerCase());
  if (!found) throw new SettingsError(`${name} must be one of ${allowed.join(', ')}`);
  return found;
}

function parseWholeNumber(name: string, given: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new SettingsError(`${name} must be a whole number from ${least} to ${most}`);
  }
  return number;
}

function readMetricsPort(given: string | undefined, port: number): number | null {
  if (given === undefined) return null;
  const metricsPort = parseWholeNumber('SVC_METRICS_PORT', given, 0, 65_535);
  if (metricsPort === port && port !== 0) {
    throw new SettingsError('SVC_METRICS_PORT must be another port than SVC_PORT');
  }
  return metricsPort;
}

/** In milliseconds, at most an hour. */
function readSeconds(name: string, given: string): number {
  return parseWholeNumber(name, given, 0, 3600) * 1000;
}

/** In bytes, from a number of MiB; 0 means no quota. */
function readQuota(name: string, given = '0'): number | null {
  return parseWholeNumber(name, given, 0, 100_000_000) * 1024 * 1024 || null;
}

/** Folders that Damson sweeps or empties must hold only its own files. */
function refuseNesting(
  { dataDir, dbPath, evidenceDir }: Pick<Settings, 'dataDir' | 'dbPath' | 'evidenceDir'>,
  ownFolders: readonly string[],
): void {
  const isNested = ownFolders.some(
    (folder) => isWithin(evidenceDir, folder) || isWithin(folder, evidenceDir),
  );
  if (isWithin(evidenceDir, dataDir) || isNested) {
    throw new SettingsError(
      'EVIDENCE_DIR must be a folder for evidence alone, outside of what else Damson keeps',
    );
  }
  if (dbPath === dataDir || [evidenceDir, ...ownFolders].some((folder) => isWithin(folder, dbPath))) {
    throw new SettingsError('SVC_DB_PATH must be a file outside of the folders for evidence and outputs');
  }
}

function isWithin(folder: string, place: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

function parseListeningHost(given: string): string {
  const host = given.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 && !/^[a-z0-9._-]+$/i.test(host)) {
    throw new SettingsError('SVC_HOST must be a host name or an IP address, without a port');
  }
  return host;
}

function parsePublicHost(given: string): string {
  const name = given.toLowerCase();
  const [, , port = '1'] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/.exec(name) ?? [null, null, '0'];
  if (Number(port) < 1 || Number(port) > 65_535) {
    throw new SettingsError(
      `SVC_PUBLIC_HOSTS holds "${given}", which is not a host name (name or name:port)`,
    );
  }
  return name;
}
