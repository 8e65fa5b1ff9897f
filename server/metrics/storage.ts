import { stat, statfs } from 'node:fs/promises';
import type { BlobRegister } from '../blobs/register.ts';
import { countConnections, type Db, inSnapshot, measureDatabase } from '../database/database.ts';
import { nameView } from '../database/view.ts';
import type { RegisterName } from '../registers.ts';
import { type Metric, makeMetric, type Sample } from './exposition.ts';
import { countStored, type Stored } from './store.ts';

export type Storage = {
  db: Db;
  registers: Readonly<Record<RegisterName, BlobRegister>>;
  places: { database: string | null; folders: Readonly<Record<string, string>> };
  /** Whether it can't be trusted any more. */
  isBroken: () => boolean;
};

/** Adding up sizes reads every record. */
const countedMilliseconds = 60_000;

/** Stored data, its places, and the free space. */
export class StorageCount {
  readonly #storage: Storage;
  #countedAt = Number.NEGATIVE_INFINITY;
  /** Of somebody who sees as much. */
  #view = '';
  #counted: Promise<Stored[]> = Promise.resolve([]);

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async describe(): Promise<Metric[]> {
    const { db, registers, isBroken } = this.#storage;
    const { database, folders } = this.#storage.places;
    const [stored, disks, size, log] = await Promise.all([
      this.#count(),
      Promise.all(Object.entries(folders).map(([folder, place]) => findRoom(folder, place))),
      listSizeOf(db),
      database === null ? [] : listSize(`${database}-wal`),
    ]);
    const room = disks.flat();
    return [
      makeMetric(
        'damson_storage_broken',
        'gauge',
        'Whether the storage failed so that nothing is acknowledged any more.',
        isBroken() ? 1 : 0,
      ),
      gauge('damson_database_bytes', 'Size of the database.', size),
      gauge('damson_database_log_bytes', 'Size of the write-ahead log of the database.', log),
      gauge(
        'damson_database_connections',
        'Connections to PostgreSQL that are busy or idle, and requests that wait for one.',
        Object.entries(countConnections(db) ?? {}).map(([state, value]) => ({ labels: { state }, value })),
      ),
      gauge(
        'damson_stored_files',
        'Stored files, by their register.',
        stored.map(({ register, files }) => ({ labels: { register }, value: files })),
      ),
      gauge(
        'damson_stored_bytes',
        'Bytes of stored files, by their register.',
        stored.map(({ register, bytes }) => ({ labels: { register }, value: bytes })),
      ),
      gauge(
        'damson_damaged_files',
        'Stored files that were found missing or damaged.',
        Object.entries(registers).map(([register, { corrupt }]) => ({
          labels: { register },
          value: corrupt.size,
        })),
      ),
      gauge(
        'damson_disk_free_bytes',
        'What is left for this user on the disk of a folder.',
        room.map(({ folder, free }) => ({ labels: { folder }, value: free })),
      ),
      gauge(
        'damson_disk_size_bytes',
        'Size of the disk of a folder.',
        room.map(({ folder, size }) => ({ labels: { folder }, value: size })),
      ),
    ];
  }

  async #count(): Promise<Stored[]> {
    const now = performance.now();
    const view = nameView();
    if (view !== this.#view || now - this.#countedAt >= countedMilliseconds) {
      this.#countedAt = now;
      this.#view = view;
      this.#counted = inSnapshot(this.#storage.db, countStored);
    }
    try {
      return await this.#counted;
    } catch {
      // An unreadable database must not hide the other figures.
      this.#countedAt = Number.NEGATIVE_INFINITY;
      return [];
    }
  }
}

function gauge(name: string, help: string, samples: Sample[]): Metric {
  return { name, type: 'gauge', help, samples };
}

/** Empty when it can't be read. The file is not opened: closing it would drop this process's locks on it. */
async function listSizeOf(db: Db): Promise<Sample[]> {
  try {
    return [{ value: await measureDatabase(db) }];
  } catch {
    return [];
  }
}

async function listSize(file: string): Promise<Sample[]> {
  try {
    return [{ value: (await stat(file)).size }];
  } catch {
    return [];
  }
}

async function findRoom(
  folder: string,
  place: string,
): Promise<{ folder: string; free: number; size: number }[]> {
  try {
    const { bavail, blocks, bsize } = await statfs(place);
    return [{ folder, free: bavail * bsize, size: blocks * bsize }];
  } catch {
    return [];
  }
}
