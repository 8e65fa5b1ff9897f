import type { MissionExport } from '../../../domain/interchange.ts';
import type { BlobPlace } from '../../blobs/place.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import { isoTime } from '../../database/clock.ts';
import { type Db, findInUse } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { Turns } from '../../jobs/turns.ts';
import { requireMissionToExport } from '../../missions/exports/service.ts';
import type { Principal } from '../../permissions.ts';
import type { LibraryExportQuery } from '../contract.ts';
import type { FileToRead, ToExport } from './export.ts';
import { exportInThread } from './export-job.ts';
import { recordExport } from './here.ts';
import type { Packed } from './pack.ts';

export type ExportParts = {
  db: Db;
  now: () => number;
  /** The register of evidence of missions, and where its files are. */
  evidence: BlobRegister;
  evidencePlace: BlobPlace;
};

const bounds = { atOnce: 2, waiting: 50, waitingOfPerson: 5 };

/** Requester of an export; `stop` is aborted when they hang up. */
export type ExportCall = { user: Principal; admitAgain: () => Promise<Principal>; stop: AbortSignal };

/** The exports of a server: each in a thread, one at a time for each person. */
export class Exports {
  readonly #parts: ExportParts;
  readonly #turns = new Turns(bounds);
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  /** A mission as a format has it, which is recorded. Refuses `not_found`, `too_many_requests`. */
  ofMission(call: ExportCall, mission: string, format: MissionExport): Promise<Packed> {
    return this.#export(call, { mission: mission.toLowerCase(), format }, (user) =>
      this.requireMission(user, mission),
    );
  }

  /** Templates as a format has them, which is recorded. Refuses `too_many_requests`. */
  ofLibrary(call: ExportCall, { format, ...filter }: LibraryExportQuery): Promise<Packed> {
    return this.#export(call, { library: format, filter }, async () => {});
  }

  async #export(
    { user, admitAgain, stop }: ExportCall,
    what: ToExport,
    require: (user: Principal) => Promise<void>,
  ): Promise<Packed> {
    const { db, now } = this.#parts;
    const made = await this.#make(user.id, what, stop, async () => require(await admitAgain()));
    await recordExport(db, { at: isoTime(now()), by: user }, what);
    return made;
  }

  /** Refuses `not_found` a mission that this user does not see. */
  async requireMission(user: Principal, missionId: string): Promise<void> {
    await requireMissionToExport(this.#parts.db, user, missionId);
  }

  /**
   * Waits for a turn of this person's, has `admit` judge them anew, and makes an export whose pieces are sent as they are made. `stop` ends
   * it. Refuses `too_many_requests` while too many wait, and what `admit` and the export refuse.
   */
  async #make(
    person: string,
    what: ToExport,
    stop: AbortSignal,
    admit: () => Promise<void>,
  ): Promise<Packed> {
    const signal = AbortSignal.any([stop, this.#closing.signal]);
    const letGo = await this.#turns.take(person, signal);
    try {
      await admit();
      const { db, evidencePlace } = this.#parts;
      const task = { database: findInUse(db), evidence: evidencePlace, what };
      const { packed, ended } = exportInThread(task, signal, (file) => this.#judge(file));
      const over = ended.then(() => {
        this.#underWay.delete(over);
        letGo();
      });
      this.#underWay.add(over);
      return await packed;
    } catch (error) {
      letGo();
      throw error;
    }
  }

  /** Stops what is under way and returns when it has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#underWay);
  }

  /** Fault of a file that a thread could not read; health learns of it here. */
  async #judge(file: FileToRead): Promise<DomainError> {
    try {
      const opened = await this.#parts.evidence.open(file);
      await opened.close();
      return new DomainError('unavailable', 'A file was replaced in the meantime: export again');
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }
}
