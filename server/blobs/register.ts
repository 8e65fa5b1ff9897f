import { isoTime, type Now } from '../database/clock.ts';
import { type Db, holdName, inTransaction, onTold, tellOthers } from '../database/database.ts';
import { rememberValue } from '../database/instance.ts';
import { judgeStorageError } from '../database/storage-errors.ts';
import { DomainError, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { LateWork } from './late-work.ts';
import { NamedTurns } from './named-turns.ts';
import { isPlace } from './names.ts';
import {
  BlobLost,
  type BlobRecord,
  type BlobRecords,
  type Damage,
  readOwner,
  type SweepResult,
  toKey,
  toPlace,
} from './records.ts';
import type { BlobKey, BlobStore, BlobWriter, OpenedBlob, StagedBlob } from './store.ts';
import { readVerified } from './verified.ts';

/** Message to other processes about a blob that was checked. */
type Finding = { register: string; place: string; damaged: boolean };

/** Allows for coarse times of file systems, and the separate clock of a file server. */
const clockTolerance = 60_000;

/** Keeps blobs and records consistent: a blob is stored before its first record and removed after its last one. */
export class BlobRegister {
  readonly name: string;
  /** Places of blobs found lost or damaged by any process. */
  readonly corrupt = new Map<string, Damage>();
  readonly #db: Db;
  readonly #store: BlobStore;
  readonly #records: BlobRecords;
  #log: Log | undefined;
  /** One turn at a time per blob, across processes: storing and recording it, or counting its records and removing it. */
  readonly #turns: NamedTurns;
  /** Removals postponed because the store was unreachable. */
  readonly #late = new LateWork();
  #isRefused = false;
  readonly #listeners: ((key: BlobKey, size: number) => void)[] = [];
  /** Checks of blobs reported by other processes. */
  #looks = Promise.resolve();
  /** The last verification after which this process checked. */
  #verified: string | null = null;

  constructor(db: Db, store: BlobStore, records: BlobRecords) {
    this.name = records.name;
    this.#db = db;
    this.#store = store;
    this.#records = records;
    this.#turns = new NamedTurns((place) => holdName(db, `${records.name}/${place}`));
    onTold(db, 'files', (text) => this.#hear(JSON.parse(text) as Finding));
  }

  /** Prepares the store, once, before the first `stage`; returns the number of partial uploads it removed. */
  prepare(): Promise<number> {
    return this.#store.prepare();
  }

  /** Starts a blob of at most `limit` bytes. Refuses `disk_full` if `expected` bytes don't fit. */
  async stage(limit: number, expected: number): Promise<BlobWriter> {
    this.#refuseForeign();
    return this.#store.stage(limit, expected);
  }

  /** A place for another thread to stage a blob; leftovers are removed at the next start. */
  newPlace(): string {
    return this.#store.newPlace();
  }

  /** Rejects if a quick check shows that blobs can be neither stored nor read. */
  async check(): Promise<void> {
    this.#refuseForeign();
    await this.#store.check();
  }

  /**
   * Stores a staged blob durably in its folder, and only then runs `record`, which writes the row. Returns the result of
   * `record`; if either fails, no unreferenced blob is kept, at the latest after the next start. Refuses `disk_full`.
   */
  async keep<T>(staged: StagedBlob, folder: string, record: () => Promise<T>): Promise<T> {
    const key = { folder, sha256: staged.sha256 };
    let hasTurn = false;
    const keepInTurn = async (): Promise<T> => {
      hasTurn = true;
      try {
        await this.#store.put(staged, folder);
        this.noteIntact(toPlace(key));
        const recorded = await record();
        for (const listener of this.#listeners) listener(key, staged.size);
        return recorded;
      } catch (error) {
        // If the database doesn't answer, or a commit failed for good, the blob stays: the next start may find the row in the log,
        // although this process does not, and otherwise sweeps the blob.
        const isUnsure = judgeStorageError(error) === 'broken';
        await this.#store
          .discard(staged)
          .then(() => (isUnsure ? undefined : this.#deleteUnrecorded(key)))
          .catch(() => {});
        throw error;
      }
    };
    try {
      return await this.#turns.take(toPlace(key), keepInTurn);
    } catch (error) {
      if (!hasTurn) await this.#store.discard(staged).catch(() => {});
      throw error;
    }
  }

  /**
   * Removes a blob unless a record refers to it; call it after the deletion of the record is committed. While the store is
   * unreachable, removal is postponed.
   */
  discard(key: BlobKey): Promise<void> {
    return this.#late.nowOrLater(() => this.#discardNow(key));
  }

  /** Does the same for all blobs of a folder and its subfolders. */
  discardBelow(folder: string): Promise<void> {
    return this.#late.nowOrLater(async () => {
      for await (const found of this.#store.list(folder)) {
        for (const sha256 of found.digests) await this.#discardNow({ folder: found.folder, sha256 });
      }
    });
  }

  /** Keeps the preview of a blob until the blob is removed; none without a record, and none while the store can't keep it. */
  async keepPreview(key: BlobKey, bytes: Buffer): Promise<void> {
    const keepInTurn = async (): Promise<void> => {
      const recorded = await this.#records.digestsOf(this.#db, readOwner(key.folder), key.folder);
      if (recorded.has(key.sha256)) await this.#store.keepPreview(key, bytes);
    };
    await this.#turns.take(toPlace(key), keepInTurn).catch(() => {});
  }

  /** Calls `listener` with each blob that is stored and recorded from now on. */
  onKept(listener: (key: BlobKey, size: number) => void): void {
    this.#listeners.push(listener);
  }

  find(id: string): Promise<BlobRecord | null> {
    return this.#records.find(this.#db, id);
  }

  /** Every record of this database or a copy of it, ordered by id. */
  async *every(db: Db = this.#db): AsyncGenerator<BlobRecord> {
    for await (const page of this.#pages(db)) yield* page;
  }

  /**
   * Opens a blob after verifying it fully against its digest; the caller closes it. Refuses `not_found` a missing record,
   * (BlobLost) a missing blob, and `evidence_corrupt` a damaged one; the last two are remembered in `corrupt`.
   */
  async open(record: BlobRecord): Promise<OpenedBlob> {
    const opened = await this.#openJudged(record);
    if (opened === 'gone') throw notFound(this.#records.noun);
    if (opened === 'lost') throw new BlobLost(this.#records.noun);
    if (opened === 'damaged') {
      throw new DomainError('evidence_corrupt', 'The stored file is damaged and is not served');
    }
    return opened;
  }

  /** Verifies a blob fully against its digest; a blob that can no longer be requested is `gone`. */
  async judge(record: BlobRecord): Promise<'intact' | Damage | 'gone'> {
    const opened = await this.#openJudged(record);
    if (typeof opened === 'string') return (await this.isMissed(record)) ? opened : 'gone';
    await opened.close();
    return 'intact';
  }

  /** Whether a blob can still be requested: its record and its owner exist. */
  async isMissed(record: BlobRecord): Promise<boolean> {
    return (await this.find(record.id)) !== null && (await this.#isReachable(record));
  }

  /** Checks the blob of every existing record, except damaged ones that can no longer be requested. */
  async *verify(): AsyncGenerator<{ record: BlobRecord; intact: boolean }> {
    for await (const record of this.every()) {
      const verdict = isPlace(record) ? await this.judge(record) : 'damaged';
      if (verdict !== 'gone') yield { record, intact: verdict === 'intact' };
    }
  }

  /** The places of blobs without a record; may include one that is being stored. */
  async *unrecorded(): AsyncGenerator<string> {
    for await (const { folder, digests } of this.#store.list()) {
      for (const { key } of await this.#unrecordedIn(folder, digests)) yield toPlace(key);
    }
  }

  /**
   * Makes sure that the store belongs to this installation. Refuses (StoreTaken) another installation's store, and one without
   * any of the recorded blobs: an unmounted folder, or a mistyped prefix.
   */
  async claim(): Promise<void> {
    const owner = await rememberValue(this.#db, 'installation', newId());
    await this.#store.claim(owner, async () => {
      let isEmpty = true;
      for await (const page of this.#pages(this.#db)) {
        if (page.length > 0) isEmpty = false;
        if ((await this.#store.factsOfAll(page)).some((facts) => facts !== null)) return true;
      }
      return isEmpty;
    });
    this.#isRefused = false;
  }

  /** Blocks all access until the store is claimed, because it belongs to another installation. */
  refuse(): void {
    this.#isRefused = true;
  }

  /**
   * Reconciles blobs and records after a start: removes empty folders, and blobs without a record unless told to keep them;
   * reports records without a blob in the log and in `corrupt`, and never deletes those.
   */
  async sweep(log: Log, now: Now, keepsUnrecorded = false): Promise<SweepResult> {
    this.#log = log;
    await this.claim();
    const first = await rememberValue(this.#db, `${this.name}_first_sweep`, isoTime(now()));
    const since = Date.parse(first) - clockTolerance;
    const result: SweepResult = { removed: 0, leftAlone: 0, damaged: 0 };
    this.#verified = await readVerified(this.#db);
    for await (const { folder, digests } of this.#store.list()) {
      if (digests.length === 0) await this.#store.tidy(folder);
      for (const { key, writtenAt } of await this.#unrecordedIn(folder, digests)) {
        if (keepsUnrecorded || writtenAt < since) {
          result.leftAlone += 1;
        } else {
          await this.#discardNow(key);
          result.removed += 1;
        }
      }
    }
    for await (const page of this.#pages(this.#db)) {
      const facts = await this.#store.factsOfAll(page);
      const suspects = page.filter((record, index) => facts[index]?.size !== record.size);
      for (const record of suspects) {
        await this.judge(record);
        if (this.corrupt.has(toPlace(record))) result.damaged += 1;
      }
    }
    const { removed, leftAlone, damaged } = result;
    if (removed + leftAlone + damaged > 0) {
      log.warn({ event: `${this.name}_swept`, removed, left_alone: leftAlone, damaged });
    }
    return result;
  }

  /** The worst known state among blobs that can still be reached; forgets deleted ones. */
  async judgeHealth(): Promise<'ok' | Damage> {
    if (this.corrupt.size > 0) await this.#lookAfterVerification();
    for (const wanted of ['damaged', 'lost'] as const) {
      for (const [place, damage] of this.corrupt) {
        if (damage !== wanted) continue;
        if (await this.#isReachable(toKey(place))) return damage;
        this.corrupt.delete(place);
      }
    }
    return 'ok';
  }

  /** Clears the health report of a blob found intact or gone. */
  noteIntact(place: string): void {
    if (this.corrupt.delete(place)) this.#tell({ register: this.name, place, damaged: false });
  }

  /** Removes every blob; only for the reset of a test installation. */
  async wipe(): Promise<void> {
    await this.#store.wipe();
    this.corrupt.clear();
  }

  #refuseForeign(): void {
    if (this.#isRefused)
      throw new DomainError(
        'unavailable',
        'The file store belongs to another installation: its log says more',
      );
  }

  async #openJudged(record: BlobRecord): Promise<OpenedBlob | Damage | 'gone'> {
    this.#refuseForeign();
    const opened = await this.#store.open(record);
    if (opened !== null) {
      this.noteIntact(toPlace(record));
      return opened;
    }
    // Since the record was read, it may have been deleted, or repaired by another upload.
    return this.#turns.take(toPlace(record), async () => {
      if ((await this.#records.find(this.#db, record.id)) === null) return 'gone';
      const second = await this.#store.open(record);
      if (second !== null) return second;
      const damage = (await this.#store.isThere(record)) ? 'damaged' : 'lost';
      await this.#noteDamage(record, damage);
      return damage;
    });
  }

  async #noteDamage(record: BlobRecord, damage: Damage): Promise<void> {
    const place = toPlace(record);
    if (this.corrupt.get(place) === damage || !(await this.#isReachable(record))) return;
    this.corrupt.set(place, damage);
    this.#log?.error({
      event: `${this.name}_damaged`,
      record_id: record.id,
      sha256: record.sha256,
      lost: damage === 'lost',
    });
    this.#tell({ register: this.name, place, damaged: true });
  }

  /** True if a record refers to the blob and its owner is still reachable. */
  async #isReachable({ folder, sha256 }: BlobKey): Promise<boolean> {
    const owner = readOwner(folder);
    if (!(await this.#records.digestsOf(this.#db, owner, folder)).has(sha256)) return false;
    return this.#records.isReachable?.(this.#db, owner, folder) ?? true;
  }

  #tell(finding: Finding): void {
    tellOthers(this.#db, 'files', JSON.stringify(finding));
  }

  /** A message from another process only triggers a check, because its view of the store may differ. */
  #hear({ register, place, damaged }: Finding): void {
    if (register !== this.name) return;
    if (damaged) this.#lookLater([place]);
    else this.corrupt.delete(place);
  }

  #lookLater(places: readonly string[]): void {
    this.#looks = this.#looks.then(async () => {
      for (const suspect of places) await this.#lookAt(suspect).catch(() => {});
    });
  }

  /** Another process, such as `damson verify`, may have found a damaged blob intact again. */
  async #lookAfterVerification(): Promise<void> {
    const verified = await readVerified(this.#db);
    if (verified === this.#verified) return;
    this.#verified = verified;
    this.#lookLater([...this.corrupt.keys()]);
  }

  async #lookAt(place: string): Promise<void> {
    const key = toKey(place);
    const opened = await this.#store.open(key);
    await opened?.close();
    if (opened === null && (await this.#isReachable(key)))
      this.corrupt.set(place, (await this.#store.isThere(key)) ? 'damaged' : 'lost');
    else this.corrupt.delete(place);
  }

  async #unrecordedIn(
    folder: string,
    digests: readonly string[],
  ): Promise<{ key: BlobKey; writtenAt: number }[]> {
    if (digests.length === 0) return [];
    const recorded = await this.#records.digestsOf(this.#db, readOwner(folder), folder);
    const found = [];
    for (const sha256 of digests) {
      const key = { folder, sha256 };
      const facts = recorded.has(sha256) ? null : await this.#store.factsOf(key);
      if (facts !== null) found.push({ key, writtenAt: facts.writtenAt });
    }
    return found;
  }

  async *#pages(db: Db): AsyncGenerator<BlobRecord[]> {
    const most = 500;
    let afterId = '';
    for (;;) {
      const page = await this.#records.after(db, afterId, most);
      yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < most) return;
      afterId = last.id;
    }
  }

  #discardNow(key: BlobKey): Promise<void> {
    return this.#turns.take(toPlace(key), () => this.#deleteUnrecorded(key));
  }

  async #deleteUnrecorded(key: BlobKey): Promise<void> {
    // Runs in turn with recording, including by other processes.
    const recorded = await inTransaction(this.#db, (trx) =>
      this.#records.digestsOf(trx, readOwner(key.folder), key.folder),
    );
    if (recorded.has(key.sha256)) return;
    await this.#store.delete(key);
    this.noteIntact(toPlace(key));
  }
}
