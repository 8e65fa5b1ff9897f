import { existsSync, rmSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { largestReportTemplate } from '../../domain/limits.ts';
import { reportFormats, reportKinds } from '../../domain/reports.ts';
import type { Db } from '../database/database.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import { type AskedReport, exportReport } from '../missions/reports/export/service.ts';
import { findMissionsCalled } from '../missions/service.ts';
import { openRegisters, placeRegisters } from '../registers.ts';
import { judgeTemplate } from '../reports/docx/lint/judge.ts';
import { createDocumentPrinter } from '../reports/pdf/document-printer.ts';
import { createBrowserPrinter } from '../reports/pdf/print.ts';
import { version } from '../version.ts';
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
import { withDatabase } from './open-data.ts';

export const reportCommand: Command = {
  name: 'report',
  summary: 'Write a report of a mission to a file',
  details: [
    'Works while a server is running. The mission is named by its id or exact name. The report shows the mission as it is',
    'now, without texts for its sections; with --issued it is the issued report.',
  ],
  operands: ['mission'],
  flags: {
    kind: { type: 'string', value: 'kind', help: `${reportKinds.join(', ')} (default: technical)` },
    template: {
      type: 'string',
      value: 'file',
      help: 'for docx: a Word template in place of the default one, checked first',
    },
    issued: { type: 'string', value: 'id', help: 'the issued report, instead of a new one' },
    format: {
      type: 'string',
      value: 'format',
      help: `${reportFormats.join(', ')} (default: by the file name)`,
    },
    out: { type: 'string', value: 'file', help: 'file to write' },
    force: { type: 'boolean', help: 'replace an existing file' },
  },
  async run({ settings, operands, flags }) {
    const asked = await readAsked(flags);
    const out = path.resolve(String(flags.out));
    if (existsSync(out) && flags.force !== true) {
      throw new Refusal(`${out} already exists; --force replaces it`);
    }
    const place = `${out}.${newId()}.partial.${asked.format}`;
    const progress = showProgress('report');
    const places = placeRegisters(settings);
    const { missingGlyphs } = await withDatabase(settings, async ({ db }) => {
      const mission = await findMission(db, operands[0] ?? '');
      return runWithCleanUp(
        () => {
          for (const file of [place, `${place}.html`]) rmSync(file, { force: true });
        },
        () =>
          exportReport(
            {
              db,
              now: Date.now,
              register: openRegisters(db, places).reports,
              source: { reports: places.reports, version },
              evidence: places.evidence,
              printPdf: createDocumentPrinter(createBrowserPrinter(settings.browsers)),
              progress: (share) => progress(share, 1),
            },
            mission,
            asked,
            place,
          ),
      );
    }).finally(progress.end);
    await rename(place, out);
    say(`wrote ${out}`);
    if (missingGlyphs > 0) {
      say(
        `${missingGlyphs} of its characters are boxes: no typeface on this computer has them. Install one, such as Noto`,
      );
    }
    return exitCodes.done;
  },
};

async function readAsked(flags: FlagValues): Promise<AskedReport> {
  if (typeof flags.out !== 'string' || flags.out === '') throw new UsageError('"report" needs --out <file>');
  const ending = path.extname(flags.out).slice(1).toLowerCase();
  const format = pickOne('format', flags.format ?? (ending === 'zip' ? 'csv' : ending), reportFormats);
  if (flags.issued === undefined) {
    const kind = pickOne('kind', flags.kind ?? 'technical', reportKinds);
    if (flags.template === undefined) return { format, kind, template: null };
    if (format !== 'docx') throw new UsageError('--template is for the format docx');
    return { format, kind, template: await readTemplate(String(flags.template)) };
  }
  for (const flag of ['kind', 'template'] as const) {
    if (flags[flag] === undefined) continue;
    throw new UsageError(`--${flag} is for a new report, not for one that was issued`);
  }
  return { format, issued: String(flags.issued) };
}

/** A checked template from the operator. Refuses (Refusal) an unreadable file and, listing all faults, an invalid template. */
async function readTemplate(file: string): Promise<Buffer> {
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw new Refusal(`${file} can't be read: ${error.code ?? error.message}`);
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > largestReportTemplate)
    throw new Refusal(`${file} is larger than ${largestReportTemplate} bytes, the most a template may have`);
  const bytes = await readFile(file).catch(unreadable);
  try {
    return await judgeTemplate(bytes);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const faults = error.errors ?? [{ path: 'file', message: error.message }];
    throw new Refusal(
      `${file} can't be used as a template`,
      ...faults.map(({ path: where, message }) => `${where}: ${message}`),
    );
  }
}

function pickOne<T extends string>(flag: string, given: unknown, known: readonly T[]): T {
  const found = known.find((name) => name === given);
  if (found === undefined) throw new UsageError(`--${flag} must be one of ${known.join(', ')}`);
  return found;
}

/** The mission with this id or exact name. Refuses no match and several. */
export async function findMission(db: Db, given: string): Promise<{ id: string; name: string }> {
  const found = await findMissionsCalled(db, given);
  const [mission] = found;
  if (mission === undefined) throw new Refusal(`there is no mission "${given}"`);
  if (found.length > 1) {
    throw new Refusal(
      `${found.length} missions have this name: give the id of one`,
      ...found.map(({ id }) => id),
    );
  }
  return mission;
}
