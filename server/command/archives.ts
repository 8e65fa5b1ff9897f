import path from 'node:path';
import { FilesDamaged, makeBackup } from '../backup/make.ts';
import type { Damage, Manifest } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore.ts';
import { findEntriesOfFiles, recordMadeBackup } from '../backup/service.ts';
import { verifyInstallation } from '../backup/verify.ts';
import { markVerified } from '../blobs/verified.ts';
import { version } from '../version.ts';
import { anchorFlag, erasedFlag, readAnchor, readErased } from './audit.ts';
import { type Command, complain, exitCodes, Refusal, runWithCleanUp, say, showProgress } from './command.ts';
import { nameDated, readKeep, removeOlder } from './dated-backups.ts';
import { toLine } from './language.ts';
import { withReadableDatabase } from './open-data.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write the database and every stored file into one file',
  details: [
    'Works while a server is running. The file is a tar archive with the digest of everything in it; it is read back before',
    'it gets its name, and only its owner may read it. Neither secrets.json nor SVC_ENCRYPTION_KEY is in it.',
    'With --keep the place is a folder: the backup gets a name with its date there, and the oldest such backups are removed',
    'once it is intact. Without a place, SVC_BACKUP_DIR is used.',
  ],
  operands: ['file'],
  mayOmit: ({ keep }) => keep !== undefined,
  flags: {
    keep: { type: 'string', value: 'number', help: 'number of backups to keep in the folder' },
    force: { type: 'boolean', help: 'replace an existing file' },
    'allow-damaged': {
      type: 'boolean',
      help: 'leave out files that are missing or damaged, and record which',
    },
  },
  async run({ settings, operands, flags }) {
    const keep = readKeep(flags.keep);
    const place = path.resolve(operands[0] ?? settings.backupDir);
    const madeAt = Date.now();
    const progress = showProgress('files');
    let target = place;
    const manifest = await withReadableDatabase(settings, async ({ database, registers, isReadOnly }) => {
      if (keep !== null) target = nameDated(place, madeAt);
      const made = await makeBackup({ database, registers }, target, {
        force: flags.force === true,
        allowDamaged: flags['allow-damaged'] === true,
        programVersion: version,
        now: () => madeAt,
        progress,
        interruptible: runWithCleanUp,
      });
      if (isReadOnly) {
        complain('damson: the data folder can’t be written: its history does not tell of this backup');
        return made;
      }
      const name = path.basename(target);
      await recordMadeBackup(database.db, { at: made.made_at, by: 'command', id: null, name });
      return made;
    })
      .catch((error: unknown) => {
        if (!(error instanceof FilesDamaged)) throw error;
        throw new Refusal(
          `${error.message}, no backup was made; --allow-damaged makes one without`,
          ...error.damaged.map(describeDamage),
        );
      })
      .finally(progress.end);
    for (const file of manifest.damaged) say(`left out ${describeDamage(file)}`);
    say(`wrote ${target}: ${describeContents(manifest)}`);
    if (manifest.history_head !== undefined) say(`history up to ${manifest.history_head}`);
    if (keep !== null) for (const name of removeOlder(place, keep)) say(`removed ${name}`);
    return exitCodes.done;
  },
};

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty data folder, or an empty PostgreSQL database',
  details: [
    'Everything is verified before anything is put in place; a damaged backup leaves the folder as it was.',
    'All sessions are ended. Stored C2 tokens need the SVC_ENCRYPTION_KEY they were stored with; so do authenticator apps, or the',
    'secrets.json of the folder they were added in: without it recovery codes, passkeys and reset-second-factor are left.',
  ],
  operands: ['file'],
  flags: {},
  async run({ settings, operands }) {
    const progress = showProgress('backup');
    const options = { progress, interruptible: runWithCleanUp };
    const file = path.resolve(operands[0] ?? '');
    const manifest = await (settings.databaseUrl === null
      ? restoreBackup(file, settings, options)
      : restoreShared(file, settings, options)
    ).finally(progress.end);
    for (const file of manifest.damaged) say(`the backup was made without ${describeDamage(file)}`);
    say(
      `restored ${describeContents(manifest)}, as they were at ${manifest.made_at}, into ${settings.databaseUrl === null ? settings.dataDir : 'PostgreSQL'}`,
    );
    return exitCodes.done;
  },
};

/** PostgreSQL's client is loaded only when it is used. */
async function restoreShared(...given: Parameters<typeof restoreBackup>): Promise<Manifest> {
  const { restoreIntoPostgres } = await import('../backup/restore-postgres.ts');
  return restoreIntoPostgres(...given);
}

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Verify the database, the history and the digest of every stored file',
  details: [
    'Works while a server is running, and only changes the mark that makes the server check again what it had found damaged.',
    'Exit code 1 when anything is damaged.',
  ],
  operands: [],
  flags: { anchor: anchorFlag, erased: erasedFlag },
  async run({ settings, flags }) {
    const known = { anchor: readAnchor(flags), erased: readErased(flags) };
    const progress = showProgress('files');
    const found = await withReadableDatabase(settings, async ({ database, registers, isReadOnly }) => {
      const findings = await verifyInstallation({ database, registers }, { progress, ...known });
      // Findings count even when there is no room for a mark.
      if (!isReadOnly && findings.databaseProblems.length === 0)
        await markVerified(database.db).catch(() => {});
      const isReadable = findings.databaseProblems.length === 0;
      return {
        ...findings,
        entries: isReadable ? await findEntriesOfFiles(database.db, findings.damaged) : null,
      };
    }).finally(progress.end);
    for (const problem of found.databaseProblems) say(`damaged database: ${problem}`);
    for (const problem of found.historyProblems) say(problem);
    for (const file of found.damaged) {
      const entry = found.entries?.get(file.id);
      say(`${describeDamage(file)}${entry === undefined ? '' : `, of entry ${entry} of the history`}`);
    }
    for (const { register, place } of found.unrecorded) say(`no record refers to ${register}/${place}`);
    const problems = found.databaseProblems.length + found.historyProblems.length + found.damaged.length;
    say(
      `database ${found.databaseProblems.length === 0 ? 'whole' : 'damaged'}, history ${found.historyProblems.length === 0 ? 'whole' : 'not whole'}, ${found.records - found.damaged.length} of ${found.records} stored files intact, ${found.unrecorded.length} files without a record`,
    );
    return problems === 0 ? exitCodes.done : exitCodes.refused;
  },
};

function describeDamage({ shelf, id }: Damage): string {
  const what = shelf === 'outputs' ? 'output' : shelf === 'reports' ? 'report' : 'evidence';
  return toLine(`damaged ${what} ${id}`);
}

function describeContents({ counts, members }: Manifest): string {
  const bytes = members.reduce((sum, member) => sum + member.size, 0);
  const countRows = (table: string): number => counts[table] ?? 0;
  return toLine(
    `${countRows('missions')} missions, ${countRows('engagements')} engagements, ${countRows('evidence')} evidence records, ${countRows('users')} users (${(bytes / 1024 / 1024).toFixed(1)} MiB)`,
  );
}
