import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate as others } from 'node:timers/promises';
import { storageError } from '../../blobs/disk.ts';
import { adopt } from '../../blobs/disk-store.ts';
import type { BlobKey, BlobWriter, StagedBlob } from '../../blobs/store.ts';
import { DomainError } from '../../errors.ts';
import { JobFiles } from '../../jobs/files.ts';
import { Turn } from '../../turn.ts';
import type { Judged } from '../apply/judge.ts';
import { type ReadRow, readLines } from '../thread/plan-file.ts';
import type { Waiting } from './entries.ts';

export type JudgedRows = { rows: ReadRow[]; judged: Judged[] };

/** Readings in memory; the rows of one may take tens of megabytes. */
const mostRemembered = 8;

/** The files of waiting imports: the upload, the rows and the plan. */
export class ImportFiles extends JobFiles {
  /** By the id of the reading. */
  readonly #rows = new Map<string, Promise<JudgedRows>>();

  async putUpload(id: string, staged: StagedBlob): Promise<void> {
    await this.put(staged, `${id}/${id}`);
  }

  /** Stores the rows and the plan of a reading, and returns their digests. */
  async putRead(
    { id, reading }: Waiting,
    read: JudgedRows,
    plan: string,
  ): Promise<{ rows: string; plan: string }> {
    const folder = `${id}/${reading}`;
    const writer = await this.stage(Number.POSITIVE_INFINITY);
    try {
      await writeRows(writer, read);
    } catch (error) {
      await writer.discard();
      throw error;
    }
    const rows = await writer.finish();
    await this.put(rows, folder);
    const planned = await adopt(plan);
    if (planned === null) throw new Error('a plan that nobody wrote');
    await this.put(planned, folder);
    this.#remember(reading, Promise.resolve(read));
    return { rows: rows.sha256, plan: planned.sha256 };
  }

  /** Whether the files of an import exist; true while the store is unreachable. */
  hasAll({ id, upload, reading, read }: Waiting): Promise<boolean> {
    const ofRead = read === null ? [] : [read.files.rows, read.files.plan];
    return this.areThere([
      { folder: `${id}/${id}`, sha256: upload },
      ...ofRead.map((sha256) => ({ folder: `${id}/${reading}`, sha256 })),
    ]);
  }

  /** Runs `work` with a copy of the upload. */
  withUpload<T>({ id, upload }: Waiting, work: (file: string) => Promise<T>): Promise<T> {
    return this.#withCopy({ folder: `${id}/${id}`, sha256: upload }, work);
  }

  /** Runs `work` with a copy of the plan. */
  withPlan<T>({ id, reading, read }: Waiting, work: (file: string) => Promise<T>): Promise<T> {
    return this.#withCopy({ folder: `${id}/${reading}`, sha256: read?.files.plan ?? '' }, work);
  }

  /** The rows of a reading; none until it is finished. */
  async rowsOf({ id, reading, read }: Waiting): Promise<JudgedRows> {
    if (read === null) return { rows: [], judged: [] };
    const loaded =
      this.#rows.get(reading) ??
      this.#withCopy({ folder: `${id}/${reading}`, sha256: read.files.rows }, loadRows);
    this.#remember(reading, loaded);
    return loaded;
  }

  async #withCopy<T>(key: BlobKey, work: (file: string) => Promise<T>): Promise<T> {
    const opened = await this.open(key);
    if (opened === null)
      throw new DomainError('evidence_corrupt', 'A file of this import is missing or damaged: send it again');
    const place = this.newPlace();
    try {
      await pipeline(opened.stream(), createWriteStream(place, { flags: 'wx', mode: 0o600 }));
      return await work(place);
    } catch (error) {
      throw storageError(error);
    } finally {
      await opened.close();
      await rm(place, { force: true });
    }
  }

  #remember(reading: string, rows: Promise<JudgedRows>): void {
    this.#rows.delete(reading);
    this.#rows.set(reading, rows);
    rows.catch(() => this.#rows.delete(reading));
    if (this.#rows.size > mostRemembered) this.#rows.delete(this.#rows.keys().next().value as string);
  }
}

const chunkLength = 256 * 1024;

async function writeRows(writer: BlobWriter, { rows, judged }: JudgedRows): Promise<void> {
  const turn = new Turn();
  let waiting = '';
  for (const [index, row] of rows.entries()) {
    waiting += `${JSON.stringify([row, judged[index]])}\n`;
    if (waiting.length > chunkLength) {
      await writer.write(Buffer.from(waiting));
      waiting = '';
    }
    await turn.giveWay(others);
  }
  await writer.write(Buffer.from(waiting));
}

async function loadRows(place: string): Promise<JudgedRows> {
  const turn = new Turn();
  const read: JudgedRows = { rows: [], judged: [] };
  for (const line of readLines(place)) {
    const [row, judged] = line as [ReadRow, Judged];
    read.rows.push(row);
    read.judged.push(judged);
    await turn.giveWay(others);
  }
  return read;
}
