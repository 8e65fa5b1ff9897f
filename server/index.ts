import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Directories } from './accounts/directories/service.ts';
import { tellUnreadable } from './accounts/second-factor/service.ts';
import { createAccounts } from './accounts/sessions/service.ts';
import { isSetupRequired, issueInstallToken } from './accounts/setup/service.ts';
import { type AppParts, findAgain, makeFailureJudge } from './app.ts';
import {
  closeBackups,
  countBackupJobs,
  openBackups,
  readLastBackup,
  sweepBackups,
} from './backup/service.ts';
import { moveFolder } from './blobs/move-folder.ts';
import { openBlobStore } from './blobs/place.ts';
import { sweepAtStart } from './blobs/start-sweep.ts';
import type { BlobStore } from './blobs/store.ts';
import { below, isStoreInTheClear } from './bucket.ts';
import { openC2 } from './c2/tasks/service.ts';
import { openCatalogue, sweepCatalogueUploads } from './catalogue/service.ts';
import type { Db } from './database/database.ts';
import { findNewestVersion, wasMigratedByNewer } from './database/migrate.ts';
import { openData } from './database/open-data.ts';
import { StorageWatch } from './database/storage-watch.ts';
import { WriteProbe } from './database/write-probe.ts';
import { seedDetectionLevels } from './detection-levels/service.ts';
import * as engagements from './engagements/service.ts';
import { FilesProbe } from './files-probe.ts';
import { createDownloadRecorder, sealOlderRows } from './history/service.ts';
import type { Host, RunningServer, Seams } from './host.ts';
import { createEventWriter } from './http/event-stream.ts';
import type { Health } from './http/health.ts';
import { Interchange } from './interchange/service.ts';
import { makeSharing, openListeners, openMonitoring } from './listeners.ts';
import { createLog } from './log.ts';
import type { MetricSources, Metrics } from './metrics/service.ts';
import { events } from './missions/events/contract.ts';
import { LiveMissions } from './missions/events/service.ts';
import { openReveals } from './missions/hiding/service.ts';
import { Previews } from './missions/reports/previews/service.ts';
import { openReports } from './missions/reports/renderings/service.ts';
import { openRunStarts } from './missions/runs/service.ts';
import { followSecondRule } from './missions/second-rule/service.ts';
import * as missions from './missions/service.ts';
import { openRegisters, placeRegisters, type Registers } from './registers.ts';
import { createDocumentPrinter } from './reports/pdf/document-printer.ts';
import { createBrowserPrinter } from './reports/pdf/print.ts';
import { RequestTally } from './request-tally.ts';
import { markSecrets, openSealingKeys, readSigningSecret } from './secrets.ts';
import { isDatabaseInTheClear, isOnNetwork, type Settings } from './settings.ts';
import { commit, version } from './version.ts';

export type { RunningServer, Seams, Shared, ShareRequest } from './host.ts';

/** The schema version of its database. */
export const schema: number = findNewestVersion();

/**
 * Opens the data folder and serves both services. Refuses (DatabaseRefused) a folder in use or not writable, a database of a
 * newer program, from before 0.1.0 or of another program, and a damaged one.
 */
export async function startServer(settings: Settings, seams: Seams = {}): Promise<RunningServer> {
  const log = seams.log ?? createLog(settings.logLevel);
  const host: Host = {
    settings,
    seams,
    now: seams.now ?? Date.now,
    log,
    storage: new StorageWatch(settings.dataDir, log, seams.onStorageBroken),
    drainMilliseconds: settings.drainMilliseconds,
    isStopping: false,
    certificateEnd: null,
    directories: new Directories(settings.signIn, {
      now: seams.now ?? Date.now,
      log,
      dataDir: settings.dataDir,
    }),
  };
  // Steps are closed in reverse order when a later one fails or the server stops.
  const opened = new AsyncDisposableStack();
  try {
    const database = await openData(settings, { ...host, marks: markSecrets(settings) }, opened);
    const { db } = database;
    if (settings.databaseUrl !== null && isDatabaseInTheClear(settings.databaseUrl))
      log.warn({ event: 'database_not_encrypted' });
    await sealOlderRows(db);
    const registers = await openStores(host, db, opened);
    const services = await openServices(host, database, registers, opened);
    await openMonitoring(host, services, opened);
    await seams.ready;
    const { url, team, certificate, sharing, retire } = await openListeners(host, services, opened);
    if (certificate !== null) log.info({ event: 'encrypted', fingerprint: certificate.fingerprint256 });
    else if (isOnNetwork(settings)) log.warn({ event: 'not_encrypted', host: settings.host });
    // A host without its own log gets the address from the return value, and may want silence.
    const announce = seams.log === undefined ? log.info : log.announce;
    announce({
      version,
      commit,
      schema,
      event: 'listening',
      url,
      ...(team.urls.length > 0 && { urls: team.urls }),
    });
    return {
      url,
      team,
      certificate,
      setupRequired: await isSetupRequired(db),
      installToken: async () =>
        (await isSetupRequired(db)) ? issueInstallToken(db, host.now, 'server') : null,
      ...makeSharing(sharing, host),
      close: makeClose(host, retire, opened),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openStores(
  { settings, log, now }: Host,
  db: Db,
  opened: AsyncDisposableStack,
): Promise<Registers> {
  await seedDetectionLevels(db);
  await followSecondRule({ db, now });
  await moveFolder(settings.oldSimulationEvidenceDir, settings.simulationEvidenceDir);
  const registers = openRegisters(db, placeRegisters(settings));
  const all = Object.values(registers);
  for (const register of all) await register.prepare();
  if (settings.bucket !== null && isStoreInTheClear(settings.bucket))
    log.warn({ event: 'store_not_encrypted' });
  const nameOf = (register: string): string => namePlace(settings, register);
  const keepsUnrecorded = settings.databaseUrl === null && wasMigratedByNewer(settings.dbPath);
  opened.defer(await sweepAtStart(all, { log, now, keepsUnrecorded, nameOf }));
  return registers;
}

/** The setting for the place of a register's files. */
function namePlace({ bucket }: Settings, register: string): string {
  if (bucket !== null) return 'EVIDENCE_URL';
  return register === 'evidence' ? 'EVIDENCE_DIR' : `SVC_DATA_DIR (the folder for ${register})`;
}

async function openServices(
  host: Host,
  { db }: { db: Db },
  registers: Registers,
  opened: AsyncDisposableStack,
): Promise<AppParts> {
  const { settings, seams, log, now, storage, directories } = host;
  const catalogue = openCatalogue({ db, now, dataDir: settings.dataDir, ...seams.catalogue });
  opened.defer(() => catalogue.gate.close());
  await sweepCatalogueUploads(catalogue);
  const c2 = openC2(settings, seams.c2);
  opened.defer(() => c2.refreshes.ended());
  const { onBroken: onStorageBroken, onFull: onDiskFull } = storage;
  const recordDownload = createDownloadRecorder(db, now);
  const surroundings = {
    db,
    now,
    log,
    registers,
    version,
    onStorageBroken,
    recordDownload,
    restore: hasOwnFiles(settings) ? seams.onRestore : undefined,
  };
  const backups = openBackups(settings, surroundings);
  opened.defer(() => closeBackups(backups));
  await sweepBackups(backups);
  const { dbPath, databaseUrl, evidenceDir } = settings;
  const places = placeRegisters(settings);
  const secret = readSigningSecret(settings.jwtSecret, settings.dataDir);
  const previews = new Previews({
    db,
    log,
    register: registers.evidence,
    place: places.evidence,
    secret,
  });
  opened.defer(() => previews.close());
  const reports = openReports({
    db,
    now,
    log,
    register: registers.reports,
    files: openJobFiles(settings, 'renderings'),
    recordDownload,
    source: { reports: places.reports, version },
    previews,
    printPdf: createDocumentPrinter(seams.printPdf ?? createBrowserPrinter(settings.browsers)),
    memory: seams.reportMemory,
    onFailure: makeFailureJudge({ onStorageBroken, onDiskFull }),
  });
  opened.defer(() => reports.renderings.close());
  await reports.renderings.prepare();
  const probe = new WriteProbe(db, storage.judge);
  const keys = openSealingKeys(settings.encryptionKey, settings.dataDir);
  await tellUnreadable({ db, log, keys });
  opened.defer(() => directories.close());
  const accounts = createAccounts({
    db,
    now,
    directories,
    secret,
    keys,
    hosts: settings.publicHosts,
    listWhoSeesMore: async (trx, ids, other) =>
      new Set([
        ...(await missions.listUsersWhoSeeMore(trx, ids, other)),
        ...(await engagements.listUsersWhoSeeMore(trx, ids, other)),
      ]),
    nameMissions: missions.nameMissions,
  });
  const interchange = new Interchange({
    db,
    now,
    log,
    evidence: registers.evidence,
    evidencePlace: places.evidence,
    quotas: settings.quotas,
    files: openJobFiles(settings, 'imports'),
    ofDay: seams.importsOfDay,
    stillLive: findAgain(accounts),
    onFailure: makeFailureJudge({ onStorageBroken, onDiskFull }),
  });
  opened.defer(() => interchange.close());
  await interchange.prepare();
  const reveals = openReveals({ db, now, log });
  opened.defer(() => reveals.close());
  const runStarts = openRunStarts({ db, now, log });
  opened.defer(() => runStarts.close());
  const live = new LiveMissions({
    accounts,
    log,
    write: createEventWriter(events, { checks: settings.appEnv !== 'production' }),
    bounds: seams.live,
  });
  const tally = new RequestTally();
  const metrics = openMetrics({
    version,
    commit,
    schema,
    readHealth: () => readHealth(),
    certificateEnd: () => host.certificateEnd,
    readLastBackup: () => readLastBackup(db),
    tally,
    countStreams: () => live.count,
    jobs: {
      import: () => interchange.figures,
      report: () => reports.renderings.figures,
      backup: () => countBackupJobs(backups),
      sync: () => catalogue.gate.figures,
    },
    storage: {
      db,
      registers,
      places: {
        database: databaseUrl === null ? dbPath : null,
        folders: { data: settings.dataDir, evidence: evidenceDir },
      },
      isBroken: () => storage.isBroken,
    },
    isStopping: () => host.isStopping,
  });
  opened.defer(metrics.close);
  const files = new FilesProbe(Object.values(registers).map((register) => () => register.check()));
  const judgeFiles = async () => {
    const all = await Promise.all(Object.values(registers).map((register) => register.judgeHealth()));
    return all.includes('damaged') ? 'damaged' : all.includes('lost') ? 'lost' : 'ok';
  };
  const readHealth = async (): Promise<Health> => {
    const [canWrite, canUseFiles] = await Promise.all([probe.canWrite(), files.canUse()]);
    storage.recover();
    return {
      database: !storage.isBroken && canWrite ? 'ok' : 'unavailable',
      // An unreadable database says nothing about files, and is reported separately.
      evidence: !canUseFiles ? 'unavailable' : await judgeFiles().catch(() => 'ok' as const),
      isStopping: host.isStopping,
    };
  };
  return {
    settings,
    log,
    version,
    commit,
    schema,
    accounts,
    interchange,
    live,
    tally,
    metrics,
    catalogue,
    registers,
    backups,
    reports,
    recordDownload,
    c2,
    health: readHealth,
    onStorageBroken,
    onDiskFull,
    // Elsewhere the database has room of its own.
    isDiskSpent: () => databaseUrl === null && storage.isSpent(),
  };
}

/** Whether all data is in the program's own folders, where a backup can replace it. */
function hasOwnFiles({ databaseUrl, bucket }: Settings): boolean {
  return databaseUrl === null && bucket === null;
}

/** Temporary files of one kind of job. */
function openJobFiles({ dataDir, bucket }: Settings, name: 'imports' | 'renderings'): BlobStore {
  return openBlobStore({ folder: path.join(dataDir, name), bucket: bucket && below(bucket, name) });
}

/** Loaded on first use: it is rarely needed and would delay the start. */
function openMetrics(sources: MetricSources): { write: () => Promise<string>; close: () => Promise<void> } {
  let metrics: Promise<Metrics> | undefined;
  const open = async (): Promise<Metrics> => {
    const { Metrics } = await import('./metrics/service.ts');
    return new Metrics(sources);
  };
  return {
    write: async () => {
      metrics ??= open();
      return (await metrics).write();
    },
    close: async () => (await metrics)?.close(),
  };
}

function makeClose(host: Host, retire: () => void, opened: AsyncDisposableStack): RunningServer['close'] {
  const { settings } = host;
  let stopped: Promise<void> | undefined;
  const stop = async (milliseconds: number): Promise<void> => {
    host.isStopping = true;
    host.drainMilliseconds = milliseconds;
    retire();
    if (settings.drainNoticeMilliseconds > 0) await delay(settings.drainNoticeMilliseconds);
    await opened.disposeAsync();
    host.log.info({ event: 'stopped' });
  };
  return (milliseconds = settings.drainMilliseconds) => {
    stopped ??= stop(milliseconds);
    return stopped;
  };
}

/**
 * Restores a backup into the empty or absent data folder of `settings` and returns when the backup was made; `progress` gets the
 * bytes done and their total, for a file that is read twice. Refuses (with a message that is safe to show, see `toRefusal`) a
 * folder with any content, and a backup that is incomplete, of a newer program or from before 0.1.0.
 */
export async function restore(
  file: string,
  settings: Settings,
  progress?: (done: number, total: number) => void,
): Promise<{ madeAt: string }> {
  const { restoreBackup } = await import('./backup/restore.ts');
  const manifest = await restoreBackup(file, settings, { progress, interruptible: (_tidy, work) => work() });
  return { madeAt: manifest.made_at };
}
