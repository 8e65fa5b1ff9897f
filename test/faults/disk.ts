import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DiskEvent } from './disk-record.ts';
import type { Random } from './random.ts';

type Change = { at: number; data: Buffer } | { size: number };
/** The synced bytes are the first `length` of `room`; zeros follow. */
type File = { room: Buffer; length: number; pending: Change[] };
/** Changes of names in a folder since its last sync; undefined means no file. */
type Naming = { names: [string, File | undefined][] };

const sector = 512;

/**
 * A disk that distinguishes data made durable by a sync from data that a power cut may lose. Folders themselves count as durable:
 * an empty one is harmless, and a file in an unsynced one can be lost.
 */
export class Disk {
  readonly #synced = new Map<string, File>();
  readonly #now = new Map<string, File>();
  readonly #pending = new Map<string, Naming[]>();
  readonly #open = new Map<number, { path: string; file: File | null; position: number; appends: boolean }>();
  readonly #folders = new Set<string>();
  readonly #syncsCount: boolean;

  /** Starts with the files of a folder, all durable. `syncs: false` ignores every sync: for the control. */
  constructor(folder: string, { syncs = true } = {}) {
    this.#syncsCount = syncs;
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      const name = path.relative(folder, path.join(entry.parentPath, entry.name));
      if (entry.isDirectory()) this.#folders.add(name);
      if (!entry.isFile()) continue;
      const file = fileOf(readFileSync(path.join(folder, name)));
      this.#synced.set(name, file);
      this.#now.set(name, file);
    }
  }

  apply(event: DiskEvent): void {
    if (event.kind === 'open') this.#opened(event);
    else if (event.kind === 'close') this.#open.delete(event.fd);
    else if (event.kind === 'write') this.#write(event);
    else if (event.kind === 'truncate') this.#open.get(event.fd)?.file?.pending.push({ size: event.size });
    else if (event.kind === 'sync') this.#sync(event.fd);
    else if (event.kind === 'rename' || event.kind === 'link') this.#rename(event);
    else if (event.kind === 'unlink') this.#name([[event.path, undefined]]);
    else if (event.kind === 'mkdir') this.#folders.add(event.path);
  }

  /** Writes a possible state of the disk after a cut at this moment: all synced data, and any part of the rest. */
  cut(folder: string, random: Random): void {
    const names = new Map(this.#synced);
    for (const namings of this.#pending.values()) {
      for (const { names: changed } of part(namings, random)) {
        for (const [name, file] of changed) {
          if (file === undefined) names.delete(name);
          else names.set(name, file);
        }
      }
    }
    for (const name of this.#folders) mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
    for (const [name, file] of names) {
      const kept = part(file.pending, random).map((change) => torn(change, random));
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true, mode: 0o700 });
      writeFileSync(path.join(folder, name), contentOf({ ...file, pending: kept }), { mode: 0o600 });
    }
  }

  #opened({ fd, path: name, truncates, appends }: Extract<DiskEvent, { kind: 'open' }>): void {
    if (name === '' || this.#folders.has(name)) {
      this.#open.set(fd, { path: name, file: null, position: 0, appends });
      return;
    }
    let file = this.#now.get(name);
    if (file === undefined) {
      file = fileOf(Buffer.alloc(0));
      this.#name([[name, file]]);
    } else if (truncates) file.pending.push({ size: 0 });
    this.#open.set(fd, { path: name, file, position: 0, appends });
  }

  #write({ fd, at, data }: Extract<DiskEvent, { kind: 'write' }>): void {
    const open = this.#open.get(fd);
    if (open?.file == null) return;
    const place = at ?? (open.appends ? lengthOf(open.file) : open.position);
    if (at === null) open.position = place + data.length;
    open.file.pending.push({ at: place, data });
  }

  #rename({ kind, from, to }: Extract<DiskEvent, { kind: 'rename' | 'link' }>): void {
    const file = this.#now.get(from);
    if (file === undefined) return;
    if (kind === 'link') this.#name([[to, file]]);
    else
      this.#name([
        [from, undefined],
        [to, file],
      ]);
  }

  #sync(fd: number): void {
    const open = this.#open.get(fd);
    if (open === undefined || !this.#syncsCount) return;
    if (open.file === null) {
      for (const { names } of this.#pending.get(open.path) ?? []) {
        for (const [name, file] of names) {
          if (file === undefined) this.#synced.delete(name);
          else this.#synced.set(name, file);
        }
      }
      this.#pending.delete(open.path);
    } else {
      makeDurable(open.file);
    }
  }

  /** Changes names at once; the change is durable after a sync of the last name's folder. */
  #name(names: Naming['names']): void {
    for (const [name, file] of names) {
      if (file === undefined) this.#now.delete(name);
      else this.#now.set(name, file);
    }
    const folder = path.dirname(names.at(-1)![0]);
    const key = folder === '.' ? '' : folder;
    this.#pending.set(key, [...(this.#pending.get(key) ?? []), { names }]);
  }
}

function fileOf(content: Buffer): File {
  return { room: content, length: content.length, pending: [] };
}

/** Makes the changes of a file in place: a copy of the database for each sync would take most of a run. */
function makeDurable(file: File): void {
  const needed = roomOf(file);
  if (needed > file.room.length) {
    const room = Buffer.alloc(Math.max(needed, 2 * file.room.length));
    file.room.copy(room);
    file.room = room;
  }
  file.length = change(file.room, file.length, file.pending);
  file.pending = [];
}

function contentOf(file: File): Buffer {
  const { room, length, pending } = file;
  if (pending.length === 0) return room.subarray(0, length);
  const content = Buffer.alloc(roomOf(file));
  room.copy(content, 0, 0, length);
  return content.subarray(0, change(content, length, pending));
}

/** The most bytes that a file has in the course of its pending changes. */
function roomOf({ length, pending }: File): number {
  return pending.reduce((most, change) => Math.max(most, endOf(change)), length);
}

/** Makes these changes to a content of this length, and returns its length then. */
function change(content: Buffer, length: number, changes: readonly Change[]): number {
  let now = length;
  for (const one of changes) {
    if ('size' in one) {
      if (one.size < now) content.fill(0, one.size, now);
      now = one.size;
    } else {
      one.data.copy(content, one.at);
      now = Math.max(now, one.at + one.data.length);
    }
  }
  return now;
}

function endOf(change: Change): number {
  return 'size' in change ? change.size : change.at + change.data.length;
}

function lengthOf({ length, pending }: File): number {
  return pending.reduce(
    (now, change) => ('size' in change ? change.size : Math.max(now, endOf(change))),
    length,
  );
}

/** The pending writes that reach the disk: none, the first, any, any in another order, or all. */
function part<T>(pending: readonly T[], random: Random): T[] {
  switch (random.below(5)) {
    case 0:
      return [];
    case 1:
      return [...pending];
    case 2:
      return pending.slice(0, random.below(pending.length + 1));
    case 3:
      return pending.filter(() => random.below(2) === 0);
    default:
      return pending
        .filter(() => random.below(3) > 0)
        .map((item) => ({ item, place: random.unit() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item);
  }
}

/** Takes a write, occasionally cuts it off after some of its sectors. */
function torn(change: Change, random: Random): Change {
  if ('size' in change || random.below(3) > 0) return change;
  const sectors = Math.ceil(change.data.length / sector);
  return { at: change.at, data: change.data.subarray(0, random.below(sectors + 1) * sector) };
}
