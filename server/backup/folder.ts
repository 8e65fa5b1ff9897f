import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isoTime } from '../database/clock.ts';
import { syncFolder } from '../database/files.ts';
import { BackupRefused, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { type Backup, type BackupCheck, backupCheckSchema, countsSchema } from './contract.ts';
import type { Manifest } from './manifest.ts';
import { readManifestOf } from './read.ts';

const nameForm =
  /^damson-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.damson$/;

/** Temporary files next to a backup in progress; no other program uses such names. */
const leavings = /^(damson-[-0-9a-f]+\.damson)(?:\.partial.*|\.json(?:\.[-0-9a-f]+)?\.tmp)$/;

/** Facts stored next to a backup so that listing need not read archives; rebuilt from the archive when they don't match. */
const noteSchema = z.strictObject({
  size: z.int().min(0),
  modified: z.number(),
  made_at: z.iso.datetime(),
  program_version: z.string().max(100),
  counts: countsSchema,
  left_out: z.int().min(0),
  check: backupCheckSchema.nullable(),
});
type Note = z.output<typeof noteSchema>;

export type OpenedBackup = { fileName: string; handle: FileHandle; size: number };

/** The folder of backups made by the server, under names of its own; other files are ignored. */
export class BackupFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Creates the folder, accessible only to its owner. */
  async prepare(): Promise<void> {
    if ((await mkdir(this.root, { recursive: true, mode: 0o700 })) === undefined) return;
    syncFolder(path.dirname(this.root));
  }

  /** The path of a new backup. */
  newFile(id: string, madeAt: number): string {
    const [, date, time] = /^(\S{10})T(\S{8})/.exec(isoTime(madeAt)) as unknown as [string, string, string];
    return path.join(
      this.root,
      `damson-${date.replaceAll('-', '')}-${time.replaceAll(':', '')}-${id}.damson`,
    );
  }

  /** Free bytes of the disk; the folder need not exist yet. */
  async freeBytes(): Promise<number> {
    const disk = await statfs(this.root).catch(() => statfs(path.dirname(this.root)));
    return disk.bavail * disk.bsize;
  }

  /** Removes leftovers of unfinished backups: of one, or all older than this. */
  async removeLeavings(which: { of?: string; before?: number } = {}): Promise<number> {
    const only = which.of === undefined ? null : path.basename(which.of);
    let removed = 0;
    for (const name of await this.#names()) {
      const of = leavings.exec(name)?.[1];
      if (of === undefined || (only !== null && of !== only)) continue;
      const file = path.join(this.root, name);
      if (which.before !== undefined && (await isWrittenSince(file, which.before))) continue;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }

  /** The names of the backups, newest first. */
  async names(): Promise<string[]> {
    return (await this.#names())
      .filter((name) => nameForm.test(name))
      .sort()
      .reverse();
  }

  /** Details of a backup. Refuses (`not_found`) a missing one. */
  async describe(name: string): Promise<Backup> {
    const file = path.join(this.root, name);
    const facts = await lstat(file).catch(() => null);
    if (facts?.isFile() !== true) throw notFound('Backup');
    const common = { id: readId(name), file_name: name, size: facts.size };
    const { mtimeMs: modified, size } = facts;
    let note = await readNote(file);
    if (note?.size !== size || note.modified !== modified) {
      try {
        note = { ...(await makeNote(file)), size, modified, check: null };
      } catch (error) {
        if (!(error instanceof BackupRefused)) throw error;
        const check = { checked_at: isoTime(Date.now()), intact: false, problem: error.message };
        return {
          ...common,
          made_at: readTime(name),
          program_version: null,
          counts: null,
          left_out: 0,
          check,
        };
      }
      // Without the note the archive is read again next time; a full disk must not hide the backup.
      await writeNote(file, note).catch(() => {});
    }
    const { made_at, program_version, counts, left_out, check } = note;
    return { ...common, made_at, program_version, counts, left_out, check };
  }

  /** The name of a backup. Refuses (`not_found`) an unknown id. */
  async nameOf(id: string): Promise<string> {
    const name = (await this.names()).find((candidate) => readId(candidate) === id.toLowerCase());
    if (name === undefined) throw notFound('Backup');
    return name;
  }

  fileOf(name: string): string {
    return path.join(this.root, name);
  }

  /** Stores the result of reading a backup. A missing backup is no error. */
  async keepCheck(name: string, check: BackupCheck): Promise<void> {
    const file = path.join(this.root, name);
    const facts = await lstat(file).catch(() => null);
    if (facts?.isFile() !== true) return;
    try {
      const { size, mtimeMs: modified } = facts;
      await writeNote(file, { ...(await makeNote(file)), size, modified, check });
    } catch (error) {
      // Without a manifest there is no note to write: each read finds the backup damaged.
      if (!(error instanceof BackupRefused)) throw error;
    }
  }

  /** Opens a backup for sending. Refuses (`not_found`) a missing one. */
  async open(name: string): Promise<OpenedBackup> {
    const handle = await open(path.join(this.root, name), 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? notFound('Backup') : error;
    });
    return { fileName: name, handle, size: (await handle.stat()).size };
  }

  /** Deletes a backup and its note. */
  async remove(name: string): Promise<void> {
    const file = path.join(this.root, name);
    await rm(file, { force: true });
    await rm(toNoteFile(file), { force: true });
    syncFolder(this.root);
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.root);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

async function isWrittenSince(file: string, moment: number): Promise<boolean> {
  const facts = await lstat(file).catch(() => null);
  return facts !== null && facts.mtimeMs >= moment;
}

function readId(name: string): string {
  return nameForm.exec(name)?.[7] as string;
}

function readTime(name: string): string {
  const [, year, month, day, hour, minute, second] = nameForm.exec(name) as RegExpExecArray;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
}

function toNoteFile(file: string): string {
  return `${file}.json`;
}

async function readNote(file: string): Promise<Note | null> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(toNoteFile(file), 'utf8')));
  } catch {
    return null;
  }
}

async function makeNote(file: string): Promise<Omit<Note, 'size' | 'modified' | 'check'>> {
  const handle = await open(file, 'r');
  try {
    return toFacts(await readManifestOf(handle));
  } finally {
    await handle.close();
  }
}

function toFacts(manifest: Manifest): Omit<Note, 'size' | 'modified' | 'check'> {
  const none = {
    users: 0,
    missions: 0,
    mission_tests: 0,
    evidence: 0,
    engagements: 0,
    simulations: 0,
    simulation_outputs: 0,
    simulation_evidence: 0,
    report_files: 0,
  };
  const counts = Object.fromEntries(
    Object.entries(none).map(([table, count]) => [table, manifest.counts[table] ?? count]),
  ) as typeof none;
  const { made_at, program_version, damaged } = manifest;
  return { made_at, program_version, counts, left_out: damaged.length };
}

async function writeNote(file: string, note: Note): Promise<void> {
  // Concurrent lists and checks may write it, so each uses its own temporary file.
  const temporary = `${toNoteFile(file)}.${newId()}.tmp`;
  await writeFile(temporary, `${JSON.stringify(note)}\n`, { flag: 'wx', mode: 0o600 });
  await rename(temporary, toNoteFile(file));
}
