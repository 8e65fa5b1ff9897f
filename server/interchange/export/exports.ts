import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BlobPlace } from '../../blobs/place.ts';
import type { BlobRegister } from '../../blobs/register.ts';
import { isoTime } from '../../database/clock.ts';
import { type Db, findInUse } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { Turns } from '../../jobs/turns.ts';
import { requireMissionToExport } from '../../missions/exports/service.ts';
import type { Principal } from '../../permissions.ts';
import type { LibraryExportQuery, MissionExportQuery } from '../contract.ts';
import type { ToExport } from './export.ts';
import { exportInThread, type Written } from './export-job.ts';
import { recordExport } from './here.ts';

export type ExportParts = {
  db: Db;
  now: () => number;
  /** The evidence register of missions, and the place of its files. */
  evidence: BlobRegister;
  evidencePlace: BlobPlace;
};

const bounds = { atOnce: 2, waiting: 50, waitingOfPerson: 5 };
/** Exports of a person being made, or on disk while they are read. */
const mostOfPerson = 10;
const chunkSize = 256 * 1024;

/** Requester of an export; `stop` is aborted when they disconnect. */
export type ExportCall = { user: Principal; admitAgain: () => Promise<Principal>; stop: AbortSignal };

/** A complete export on disk, until it is removed. */
export type MadeExport = Written & { read: () => Readable; remove: () => Promise<void> };

/** The exports of a server: each in a thread, one at a time per person. Readers don't take a turn. */
export class Exports {
  readonly #parts: ExportParts;
  readonly #turns = new Turns(bounds);
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #ofPerson = new Map<string, number>();

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  /** A mission or one of its scenarios in an export format; the export is recorded. Refuses `not_found`, `too_many_requests`, `disk_full`. */
  ofMission(
    call: ExportCall,
    mission: string,
    { format, scenario_id }: MissionExportQuery,
  ): Promise<MadeExport> {
    return this.#export(call, async (user) => {
      const reader = await requireMissionToExport(this.#parts.db, user, mission);
      return { mission: mission.toLowerCase(), scenario: scenario_id?.toLowerCase(), format, reader };
    });
  }

  /** Templates in an export format; the export is recorded. Refuses `too_many_requests`, `disk_full`. */
  ofLibrary(call: ExportCall, { format, ...filter }: LibraryExportQuery): Promise<MadeExport> {
    return this.#export(call, async () => ({ library: format, filter }));
  }

  async #export(
    { user, admitAgain, stop }: ExportCall,
    admit: (user: Principal) => Promise<ToExport>,
  ): Promise<MadeExport> {
    const { db, now, evidence } = this.#parts;
    const place = evidence.newPlace();
    const letGo = this.#count(user.id);
    const remove = async () => {
      letGo();
      await rm(place, { force: true });
    };
    try {
      const { what, written } = await this.#make(user.id, place, stop, async () => admit(await admitAgain()));
      await this.#lookAt(written);
      await recordExport(db, { at: isoTime(now()), by: user }, what);
      return { ...written, read: () => createReadStream(place, { highWaterMark: chunkSize }), remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  #count(person: string): () => void {
    const count = this.#ofPerson.get(person) ?? 0;
    if (count >= mostOfPerson) {
      throw new DomainError(
        'too_many_requests',
        'Too many exports are being downloaded: let them finish first',
        {
          retryAfterSeconds: 10,
        },
      );
    }
    this.#ofPerson.set(person, count + 1);
    return () => {
      const left = (this.#ofPerson.get(person) ?? 0) - 1;
      if (left > 0) this.#ofPerson.set(person, left);
      else this.#ofPerson.delete(person);
    };
  }

  /** Refuses `not_found` a mission that this user does not see. */
  async requireMission(user: Principal, missionId: string): Promise<void> {
    await requireMissionToExport(this.#parts.db, user, missionId);
  }

  /**
   * Waits for a turn of this person, has `admit` check them again and return the object to export, and writes it. `stop` ends it.
   * Refuses `too_many_requests` while too many wait, and what `admit` and the export refuse.
   */
  async #make(
    person: string,
    place: string,
    stop: AbortSignal,
    admit: () => Promise<ToExport>,
  ): Promise<{ what: ToExport; written: Written }> {
    const signal = AbortSignal.any([stop, this.#closing.signal]);
    const letGo = await this.#turns.take(person, signal);
    try {
      const what = await admit();
      const { db, evidencePlace } = this.#parts;
      const made = exportInThread({ database: findInUse(db), evidence: evidencePlace, what, place }, signal);
      const over = made.catch(() => {}).finally(() => this.#underWay.delete(over));
      this.#underWay.add(over);
      return { what, written: await made };
    } finally {
      letGo();
    }
  }

  /** Stops running exports and returns when they have ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#underWay);
  }

  /** Files that a thread could not read are reported to health here. */
  async #lookAt({ leftOut }: Written): Promise<void> {
    for (const { id } of leftOut) {
      const record = await this.#parts.evidence.find(id);
      if (record !== null) await this.#parts.evidence.judge(record);
    }
  }
}
