import { existsSync } from 'node:fs';
import path from 'node:path';
import { MoveRefused, moveInstallation } from '../backup/move.ts';
import { readSettingsElsewhere, type Settings } from '../settings.ts';
import {
  type Command,
  exitCodes,
  type FlagValues,
  Refusal,
  runWithCleanUp,
  say,
  showProgress,
  UsageError,
} from './command.ts';

export const moveCommand: Command = {
  name: 'move',
  summary: 'Copy the installation to another database, another place for files, or both',
  details: [
    'From the places in the settings: SVC_DATABASE_URL and EVIDENCE_URL, or the data folder. No server may use either',
    'meanwhile, and the source is not changed. The copy is compared row by row and byte by byte before it counts. After an',
    'interruption run it again: it sends only the files that are missing. The keys of the store come from the usual AWS variables.',
  ],
  operands: [],
  flags: {
    'to-database': {
      type: 'string',
      value: 'where',
      help: 'postgres://…, or a data folder for a file of its own',
    },
    'to-evidence': { type: 'string', value: 'where', help: 's3://bucket/prefix, or a data folder' },
    'allow-damaged': { type: 'boolean', help: 'leave out files that are missing or damaged' },
  },
  async run({ settings, flags }) {
    const target = readTarget(settings, flags);
    const progress = showProgress('files');
    const { tables, head, files } = await moveInstallation(settings, target, {
      allowDamaged: flags['allow-damaged'] === true,
      progress,
      interruptible: runWithCleanUp,
    })
      .catch((error: unknown) => {
        throw error instanceof MoveRefused ? new Refusal(...error.lines) : error;
      })
      .finally(progress.end);
    if (files !== null) {
      for (const { shelf, id } of files.damaged) say(`left out: damaged ${shelf} ${id}`);
      const mebibytes = (files.bytes / 1024 / 1024).toFixed(1);
      say(`${files.there} files (${mebibytes} MiB), ${files.sent} of them sent now: equal byte by byte`);
    }
    if (tables !== null) {
      for (const { table, rows } of tables) if (rows > 0) say(`${table} ${rows}`);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      say(`${rows} rows in ${tables.length} tables: equal row by row; history up to ${head}`);
    }
    for (const line of describeNext(settings, target)) say(line);
    return exitCodes.done;
  },
};

/** Settings of the server that will use the copy. */
function readTarget(source: Settings, flags: FlagValues): Settings {
  const database = flags['to-database'] as string | undefined;
  const evidence = flags['to-evidence'] as string | undefined;
  if (database === undefined && evidence === undefined)
    throw new UsageError('"move" needs --to-database, --to-evidence or both');
  for (const [name, value] of Object.entries({ 'to-database': database, 'to-evidence': evidence }))
    if (value === '') throw new UsageError(`--${name} needs a value`);
  const folders = [database, evidence].filter((place) => place !== undefined && !place.includes('://'));
  const [first = source.dataDir, second = first] = folders.map((folder) => path.resolve(folder as string));
  if (first !== second)
    throw new UsageError('an installation has one data folder: --to-database and --to-evidence name two');
  const target = readSettingsElsewhere(source, {
    dataDir: first,
    database: database?.includes('://') === false ? null : database,
    evidence: evidence?.includes('://') === false ? null : evidence,
  });
  if (database === undefined && target.databaseUrl === null && target.dbPath !== source.dbPath)
    throw new UsageError(
      `the database lies in ${source.dataDir}, and so do its files: --to-evidence names another folder`,
    );
  return target;
}

function describeNext(source: Settings, target: Settings): string[] {
  const place =
    target.databaseUrl === null ? `SVC_DATA_DIR=${target.dataDir}, no SVC_DATABASE_URL` : 'SVC_DATABASE_URL';
  const files = target.bucket === null ? 'no EVIDENCE_URL' : 'EVIDENCE_URL';
  const secrets = path.join(source.dataDir, 'secrets.json');
  const isFolder = source.databaseUrl === null && source.dataDir !== target.dataDir;
  const lines = [
    `serve it with ${place} and ${files}; ${isFolder ? source.dataDir : 'what it was copied from'} is unchanged: keep it until you have seen the copy at work, and serve only one of them`,
  ];
  if (existsSync(secrets) && source.dataDir !== target.dataDir)
    lines.push(
      `copy ${secrets} into the data folder that serves it: authenticator apps and sessions may need it`,
    );
  return lines;
}
