import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '../backup/manifest.ts';
import { readBackup } from '../backup/read.ts';
import { lockEverything } from '../database/data-lock.ts';
import { openDatabase } from '../database/database.ts';
import {
  findNewestVersion,
  migrate,
  nameCopy,
  readSchemaVersion,
  refuseUnknownSchema,
} from '../database/migrate.ts';
import { migrations } from '../database/migrations/migrations.ts';
import { parseAnchor, sealOlderRows } from '../history/service.ts';
import type { Settings } from '../settings.ts';
import { type Command, exitCodes, type FlagValues, Refusal, say, UsageError } from './command.ts';
import { refuseAbsent, withDatabase } from './open-data.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Migrate the database of an older version to the schema of this one',
  details: [
    'Prints its steps, keeps a verified copy of a database file beside it, and takes all steps or none. A server does the same when',
    'it starts; every other command refuses an older schema. Over PostgreSQL it needs --backup, a backup that the older',
    'version has made of this database. Nobody may serve a database file meanwhile.',
  ],
  operands: [],
  flags: {
    'dry-run': { type: 'boolean', help: 'only print what would be done' },
    backup: {
      type: 'string',
      value: 'file',
      help: 'over PostgreSQL: a backup of this database, read and compared first',
    },
  },
  async run({ settings, flags }) {
    if (flags.backup === '') throw new UsageError('--backup needs a value');
    await (settings.databaseUrl === null
      ? migrateFile(settings, flags)
      : migrateInPostgres(settings.databaseUrl, settings, flags));
    return exitCodes.done;
  },
};

async function migrateFile(settings: Settings, flags: FlagValues): Promise<void> {
  const { dbPath } = settings;
  if (flags.backup !== undefined)
    throw new UsageError('--backup is for PostgreSQL: a database file is copied beside itself');
  if (!existsSync(dbPath)) throw refuseAbsent(dbPath);
  const lock = lockEverything(settings);
  try {
    refuseUnknownSchema(dbPath);
    const version = readSchemaVersion(dbPath);
    if (version === null) throw refuseAbsent(dbPath);
    if (!announce(version)) return;
    const copy = nameCopy(dbPath, version);
    if (flags['dry-run'] === true) {
      say(`would keep a copy of the current database at ${copy}; nothing was changed`);
      return;
    }
    const database = openDatabase(dbPath, { mustExist: true });
    try {
      await migrate(database.sqlite, dbPath);
      await sealOlderRows(database.db);
    } finally {
      await database.close();
    }
    say(`kept a copy of the previous database at ${copy}`);
    sayDone();
  } finally {
    lock.release();
  }
}

async function migrateInPostgres(url: string, settings: Settings, flags: FlagValues): Promise<void> {
  const { migrateShared } = await import('../database/postgres/open.ts');
  const isTest = settings.appEnv !== 'production';
  let isOlder = false;
  const done = await migrateShared({ url, folder: settings.dataDir }, { isTest }, async (found) => {
    isOlder = announce(found.version);
    if (flags['dry-run'] === true) {
      say('would need --backup <file>, a backup made by the older version; nothing was changed');
      return false;
    }
    if (typeof flags.backup !== 'string')
      throw new Refusal(
        'there is no way back without a backup: make one with the version that serves now ("damson backup <file>") and name it with --backup <file>',
      );
    await judgeBackup(path.resolve(flags.backup), found);
    return true;
  });
  if (done === null) throw refuseAbsent('SVC_DATABASE_URL');
  if (done) {
    await withDatabase(settings, ({ db }) => sealOlderRows(db));
    sayDone();
  } else if (!isOlder) announce(findNewestVersion());
}

/** Prints the pending migrations, and returns whether there are any. */
function announce(version: number): boolean {
  const newest = findNewestVersion();
  if (version === newest) {
    say(`the database has schema version ${newest} already: nothing to do`);
    return false;
  }
  say(`the database has schema version ${version}, this program works with version ${newest}`);
  for (const step of migrations) if (step.version > version) say(`step ${step.name}`);
  return true;
}

function sayDone(): void {
  say(`the database has schema version ${findNewestVersion()} now`);
}

/** Refuses an incomplete backup, and one from another database or time. */
async function judgeBackup(
  file: string,
  found: { version: number; hashOf(seq: number): Promise<string | null> },
): Promise<void> {
  const manifest = await readWhole(file);
  if (manifest.schema_version !== found.version)
    throw new Refusal(
      `${file} holds schema version ${manifest.schema_version}, and the database has ${found.version}: make a new backup`,
    );
  if (!(await isOf(manifest.history_head ?? '', found.hashOf)))
    throw new Refusal(`${file} is a backup of another database`);
  say(`read ${file} from its first byte to its last: it is whole, as of ${manifest.made_at}`);
}

/** Whether a database's history continues from the end of a backup's. */
async function isOf(anchor: string, hashOf: (seq: number) => Promise<string | null>): Promise<boolean> {
  const head = parseAnchor(anchor);
  if (head !== null) return (await hashOf(head.seq)) === head.hash;
  const isEmpty = anchor.startsWith('0:');
  return isEmpty && (await hashOf(1)) === null;
}

async function readWhole(file: string): Promise<Manifest> {
  const handle = await open(file, 'r');
  try {
    return await readBackup(handle, {});
  } finally {
    await handle.close();
  }
}
