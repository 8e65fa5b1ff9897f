import type { BlobPlace } from '../../blobs/place.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import { type Db, findInUse } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { Turns } from '../../jobs/turns.ts';
import type { FileToRead, ToExport } from './export.ts';
import { exportInThread } from './export-job.ts';
import type { Packed } from './pack.ts';

export type ExportParts = {
  db: Db;
  /** The register of evidence of missions, and where its files are. */
  evidence: BlobRegister;
  evidencePlace: BlobPlace;
};

const bounds = { atOnce: 2, waiting: 50, waitingOfPerson: 5 };

/** The exports of a server: each in a thread, one at a time for each person. */
export class Exports {
  readonly #parts: ExportParts;
  readonly #turns = new Turns(bounds);
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  /**
   * Waits for a turn of this person's, has `admit` judge them anew, and makes an export whose pieces are sent as they are made. `stop` ends
   * it. Refuses `too_many_requests` while too many wait, and what `admit` and the export refuse.
   */
  async make(person: string, what: ToExport, stop: AbortSignal, admit: () => Promise<void>): Promise<Packed> {
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

  /** What is wrong with a file that a thread could not read; health learns of it here. */
  async #judge(file: FileToRead): Promise<DomainError> {
    try {
      const opened = await this.#parts.evidence.open(file);
      await opened.close();
      return new DomainError('unavailable', 'A file was replaced meanwhile: export again');
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }
}
