import { rm } from 'node:fs/promises';
import {
  type ImportedKind,
  type ImportFormat,
  libraryExports,
  missionExports,
} from '../../../domain/interchange.ts';
import type { BlobPlace } from '../../blobs/place.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import { type Db, findInUse, inSnapshot } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { commandReader, requireMissionToExport } from '../../missions/exports/service.ts';
import type { Principal } from '../../permissions.ts';
import type { ToExport } from '../export/export.ts';
import { exportInThread } from '../export/export-job.ts';
import { ImportRefusal } from '../format.ts';
import { type ReadTask, readImport } from '../thread/job.ts';
import type { ReadRow } from '../thread/plan-file.ts';
import { versionsOf } from './judge.ts';
import { ownIdOf } from './own.ts';

export type HereParts = { db: Db; evidence: BlobRegister; evidencePlace: BlobPlace };

/** The file's name, and the circumstances in which it was read. */
export type AsRead = { name: string } & Pick<ReadTask, 'choices' | 'attack'>;

/** Missions exported for one import. */
const mostMissions = 5;

/** A row that was exported here: its object, and its mission; null for one of the library. */
type OwnRow = { row: ReadRow; kind: ImportedKind; id: string; mission: string | null };

/**
 * Marks the rows of an own export that are as here: they read the same in an export made now, whenever and by whom their objects
 * were written since. Rows that can't be exported again stay unmarked. Refuses `unavailable` once `stop` is aborted.
 */
export async function markUnchanged(
  parts: HereParts,
  user: Principal | null,
  { format, rows }: { format: ImportFormat; rows: readonly ReadRow[] },
  asRead: AsRead,
  stop: AbortSignal,
): Promise<void> {
  const own = listOwn(rows);
  if (own.length === 0) return;
  const versions = new Map<OwnRow, string>();
  for (const [kind, some] of Map.groupBy(own, (one) => one.kind)) {
    const present = await inSnapshot(parts.db, (trx) =>
      versionsOf(trx, user, kind, [...new Set(some.map(({ id }) => id))]),
    );
    for (const one of some) {
      const version = present.get(one.id);
      if (version !== undefined) versions.set(one, version);
    }
  }
  for (const [mission, some] of Map.groupBy(versions.keys(), (one) => one.mission)) {
    const what =
      mission === null
        ? toLibrary(format, some)
        : await toMission(parts.db, user, mission, { format, name: asRead.name });
    if (what === null) continue;
    try {
      const now = await readNow(parts, what, { ...asRead, format }, stop);
      for (const one of some) {
        if (now.get(keyOf(one.row)) === contentOf(one.row)) one.row.here = versions.get(one) as string;
      }
    } catch (error) {
      if (stop.aborted || !(error instanceof ImportRefusal || error instanceof DomainError)) throw error;
    }
  }
}

function listOwn(rows: readonly ReadRow[]): OwnRow[] {
  const missions = new Map<number, string>();
  const exported = new Set<string>();
  const own: OwnRow[] = [];
  for (const row of rows) {
    if (row.sourceId === null || row.what === null || row.refused !== null) continue;
    const id = ownIdOf(row.sourceId);
    if (id === null) continue;
    if (row.what === 'mission') missions.set(row.number, id);
    const mission = missions.get(row.mission ?? row.number) ?? null;
    if (mission === null && row.what !== 'test_template' && row.what !== 'scenario_template') continue;
    if (mission !== null && exported.size === mostMissions && !exported.has(mission)) continue;
    if (mission !== null) exported.add(mission);
    own.push({ row, kind: row.what, id, mission });
  }
  return own;
}

function toLibrary(format: ImportFormat, some: readonly OwnRow[]): ToExport | null {
  const library = libraryExports.find((one) => one === format);
  const ids = some.filter(({ kind }) => kind === 'test_template').map(({ id }) => id);
  return library === undefined || ids.length === 0 ? null : { library, filter: { ids } };
}

async function toMission(
  db: Db,
  user: Principal | null,
  mission: string,
  { format, name }: { format: ImportFormat; name: string },
): Promise<ToExport | null> {
  const wanted =
    format === 'csv' && /\.xlsx$/i.test(name) ? 'xlsx' : missionExports.find((one) => one === format);
  if (wanted === undefined) return null;
  const reader = user === null ? commandReader : await requireMissionToExport(db, user, mission);
  return { mission, format: wanted, reader };
}

/** The content of each row in an export made now. */
async function readNow(
  { db, evidence, evidencePlace }: HereParts,
  what: ToExport,
  { name, ...task }: AsRead & Pick<ReadTask, 'format'>,
  stop: AbortSignal,
): Promise<Map<string, string>> {
  const [file, plan] = [evidence.newPlace(), evidence.newPlace()];
  try {
    await exportInThread({ database: findInUse(db), evidence: evidencePlace, what, place: file }, stop);
    const staged = { name, file };
    const { rows } = await readImport({ ...task, staged, plan }, { stop, progress: () => {} });
    return new Map(rows.map((row) => [keyOf(row), contentOf(row)]));
  } finally {
    await Promise.all([file, plan].map((place) => rm(place, { force: true })));
  }
}

const keyOf = ({ what, sourceId }: ReadRow): string => `${what} ${sourceId}`;

/** Of a mission its own fields: its parts have rows of their own. */
const contentOf = ({ fields, digest }: ReadRow): string => fields ?? digest;
