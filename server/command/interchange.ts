import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { importFormats, libraryExports, missionExports } from '../../domain/interchange.ts';
import type { Db } from '../database/database.ts';
import { newId } from '../ids.ts';
import { exportHere, importHere } from '../interchange/service.ts';
import { commandReader } from '../missions/exports/service.ts';
import { openRegisters, placeRegisters } from '../registers.ts';
import type { Settings } from '../settings.ts';
import {
  type Command,
  complain,
  exitCodes,
  Refusal,
  runWithCleanUp,
  say,
  showProgress,
  UsageError,
} from './command.ts';
import { toLine } from './language.ts';
import { withDatabase } from './open-data.ts';
import { findMission } from './report.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import a file or folder of another tool',
  details: [
    'Works while a server is running. Existing records are changed where the file has',
    'changed, unless they were changed here. All or nothing; refused rows are listed,',
    'and then the exit code is 1.',
  ],
  operands: ['file'],
  flags: {
    format: {
      type: 'string',
      value: 'format',
      help: `${importFormats.join(', ')} (default: recognised by content)`,
    },
    'dry-run': { type: 'boolean', help: 'only print what would be done' },
  },
  async run({ settings, operands, flags }) {
    const place = path.resolve(operands[0] ?? '');
    const format = flags.format === undefined ? null : pickOne(flags.format, importFormats);
    const facts = await stat(place);
    const name = path.basename(place);
    const staged = facts.isDirectory() ? { name, folder: place } : { name, file: place };
    const progress = showProgress('import');
    const isTrial = flags['dry-run'] === true;
    const done = await withDatabase(settings, async ({ db }) =>
      importHere(
        await openParts(settings, db),
        staged,
        { format, isTrial, size: facts.isDirectory() ? 0 : facts.size },
        (share) => progress(share, 1),
      ),
    ).finally(progress.end);
    const { totals, left, notes } = done;
    for (const note of notes) say(note);
    for (const { row, name: what, why } of left)
      say(`${toLine(row)}${what === null ? '' : ` (${what})`}: ${toLine(why ?? '')}`);
    const { new: made, changed, same, refused } = totals;
    say(
      isTrial
        ? `${done.format}: ${made} would be new, ${changed} changed, ${same} the same, ${refused} refused`
        : `${done.format}: ${made} new, ${changed} changed, ${same} the same, ${refused} refused`,
    );
    return totals.refused > 0 ? exitCodes.refused : exitCodes.done;
  },
};

export const exportCommand: Command = {
  name: 'export',
  summary: 'Export a mission, or the library of test templates, for another tool',
  details: [
    'Works while a server is running. A mission is named by its id or exact name; "library" is the test templates.',
    'Several files are written as a zip.',
  ],
  operands: ['what'],
  flags: {
    format: {
      type: 'string',
      value: 'format',
      help: `${missionExports.join(', ')}; of the library ${libraryExports.join(', ')}`,
    },
    out: { type: 'string', value: 'file', help: 'file to write' },
    force: { type: 'boolean', help: 'replace an existing file' },
  },
  async run({ settings, operands, flags }) {
    if (typeof flags.out !== 'string' || flags.out === '')
      throw new UsageError('"export" needs --out <file>');
    const out = path.resolve(flags.out);
    if (existsSync(out) && flags.force !== true)
      throw new Refusal(`${out} already exists; --force replaces it`);
    const partial = `${out}.${newId()}.partial`;
    await withDatabase(settings, async ({ db }) => {
      const parts = await openParts(settings, db);
      const what =
        operands[0] === 'library'
          ? { library: pickOne(flags.format ?? 'damson', libraryExports), filter: {} }
          : {
              mission: (await findMission(db, operands[0] ?? '')).id,
              format: pickOne(flags.format ?? 'damson', missionExports),
              reader: commandReader,
            };
      const remove = () => rmSync(partial, { force: true });
      const write = () =>
        exportHere(parts, what, async ({ pieces, leftOut }) => {
          for (const { id, file_name } of leftOut) complain(`left out lost evidence ${id} (${file_name})`);
          await pipeline(pieces, createWriteStream(partial, { mode: 0o600 }));
        });
      await runWithCleanUp(remove, write).catch((error: unknown) => {
        remove();
        throw error;
      });
    });
    await rename(partial, out);
    say(`wrote ${out}`);
    return exitCodes.done;
  },
};

async function openParts(settings: Settings, db: Db) {
  const places = placeRegisters(settings);
  const { evidence } = openRegisters(db, places);
  // No server has run here yet.
  await mkdir(path.dirname(evidence.newPlace()), { recursive: true, mode: 0o700 });
  return {
    db,
    now: Date.now,
    evidence,
    evidencePlace: places.evidence,
    folder: path.join(settings.dataDir, 'imports'),
  };
}

function pickOne<T extends string>(given: unknown, known: readonly T[]): T {
  const found = known.find((name) => name === given);
  if (found === undefined) throw new UsageError(`--format must be one of ${known.join(', ')}`);
  return found;
}
