import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../support/servers/server.ts';

/** State that reads must show after an acknowledged write. */
export type Fact = {
  /** Subject; a later fact about it replaces this one. */
  about: string;
  read: { path: string; method?: 'POST'; body?: unknown; token?: string };
  /** A part of the answer, the digest of its bytes, or whether a page of a list contains an item with this id. */
  shows: { status: number; part?: unknown; sha256?: string; lists?: { id: string; there: boolean } };
};

/** Facts about the object in the history entry of their write. */
const recorded =
  /^(?:(?:fields|expectations|variables|tags|status|members|output|name|plan|place|order|tests) of|mission|test|test template|scenario template|evidence|user|invitation|group|engagement|simulation|simulation template|backup|organisation|fact|remediation|report|report template) ([0-9a-f-]{36})$/;

/** The answer at `path` has this part. */
export function showing(about: string, path: string, part: unknown): Fact {
  return { about, read: { path }, shows: { status: 200, part } };
}

/** `path` no longer exists. */
export function gone(about: string, path: string): Fact {
  return { about, read: { path }, shows: { status: 404 } };
}

/**
 * The client's record: every acknowledgement is synced to a separate file before the client continues, and after each fault the
 * server is compared with that file.
 */
export class Ledger {
  readonly #handle: number | null;
  readonly #known = new Map<string, Fact>();
  /** Requests without an acknowledgement, which may have been carried out. */
  readonly #asked = new Map<string, Fact[]>();
  /** Writes since the last check. */
  #fresh = new Set<string>();
  acknowledged = 0;
  /** Number of acknowledged writes to each object since this ledger was opened; the history has an entry for each. */
  readonly #writes = new Map<string, number>();

  /** Kept in memory if there is no file. */
  constructor(file: string | null) {
    if (file !== null && existsSync(file)) {
      for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
        const fact = JSON.parse(line) as Fact;
        this.#known.set(fact.about, fact);
      }
    }
    this.#handle = file === null ? null : openSync(file, 'a');
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
  }

  ask(facts: readonly Fact[]): void {
    for (const fact of facts) {
      this.#asked.set(fact.about, [...(this.#asked.get(fact.about) ?? []), fact]);
      this.#fresh.add(fact.about);
    }
  }

  /** Notes the facts acknowledged by an answer. */
  acknowledge(facts: readonly Fact[]): void {
    for (const fact of facts) {
      this.#asked.delete(fact.about);
      this.#fresh.add(fact.about);
    }
    this.#note(facts);
    this.acknowledged += 1;
    const written = recorded.exec(facts[0]?.about ?? '')?.[1];
    if (written !== undefined) this.#writes.set(written, (this.#writes.get(written) ?? 0) + 1);
  }

  /** Everything that facts are about, what was written last at the end. */
  subjects(): Set<string> {
    const answered = [...this.#known.keys()].filter((about) => !this.#asked.has(about));
    return new Set([...answered, ...this.#asked.keys()]);
  }

  /**
   * Faults of the server: lost writes, and data that nobody sent; empty when all is well. Effects of unanswered requests count as
   * acknowledged once seen. Checks every fact, only those since the last check, or those about these subjects.
   */
  async losses(client: Client, which: 'all' | 'fresh' | ReadonlySet<string> = 'all'): Promise<string[]> {
    const losses: string[] = [];
    const abouts = which === 'all' ? this.subjects() : which === 'fresh' ? this.#fresh : which;
    for (const about of abouts) {
      const loss = await this.#lossOf(client, about);
      if (loss !== null) losses.push(loss);
    }
    losses.push(...(await this.#lostEntries(client, which === 'all' ? null : abouts)));
    if (losses.length === 0) {
      this.#asked.clear();
      this.#fresh = new Set();
    }
    return losses;
  }

  /** Objects with fewer history entries than acknowledged writes, among the subjects of these facts, or all. */
  async #lostEntries(client: Client, abouts: Iterable<string> | null): Promise<string[]> {
    const ids = abouts === null ? this.#writes.keys() : [...abouts].map((about) => recorded.exec(about)?.[1]);
    const losses: string[] = [];
    for (const id of new Set(ids)) {
      const writes = id === undefined ? 0 : (this.#writes.get(id) ?? 0);
      if (writes === 0) continue;
      const { total } = (await client.get(`/api/v1/audit?limit=1&object_id=${id}`)).body;
      if (total < writes)
        losses.push(`${writes} writes to ${id} were acknowledged, and ${total} are recorded`);
    }
    return losses;
  }

  async #lossOf(client: Client, about: string): Promise<string | null> {
    const known = this.#known.get(about);
    const asked = this.#asked.get(about) ?? [];
    const candidates = known === undefined ? asked : [known, ...asked];
    let seen = '';
    for (const fact of candidates) {
      const found = await read(client, fact);
      if (found.ok) {
        if (fact !== known) this.#note([fact]);
        return null;
      }
      seen = found.seen;
    }
    // Without an acknowledgement, an object that did not exist before need not exist now.
    if (known === undefined) return null;
    return `${about}: ${JSON.stringify(known.shows)} was acknowledged, and ${known.read.path} answers ${seen}`;
  }

  #note(facts: readonly Fact[]): void {
    if (facts.length === 0) return;
    for (const fact of facts) {
      this.#known.delete(fact.about);
      this.#known.set(fact.about, fact);
    }
    if (this.#handle === null) return;
    writeSync(this.#handle, facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
    fsyncSync(this.#handle);
  }
}

async function listed(client: Client, path: string, id: string): Promise<boolean> {
  for (let offset = 0; ; offset += 200) {
    const { items } = (await client.get(`${path}?limit=200&offset=${offset}`)).body;
    if (items.some((item: { id: string }) => item.id === id)) return true;
    if (items.length < 200) return false;
  }
}

async function read(client: Client, { read: asked, shows }: Fact): Promise<{ ok: boolean; seen: string }> {
  if (shows.lists !== undefined) {
    const there = await listed(client, asked.path, shows.lists.id);
    return { ok: there === shows.lists.there, seen: there ? 'with it' : 'without it' };
  }
  const token = asked.token ?? client.token;
  const ask = () =>
    fetch(client.base + asked.path, {
      method: asked.method ?? 'GET',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    });
  let response = await ask();
  let bytes = new Uint8Array(await response.arrayBuffer());
  for (;;) {
    if (response.status === 429) await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
    else if (asked.path.startsWith('/api/v1/imports/') && isGoingOn(bytes)) await pause(50);
    else break;
    response = await ask();
    bytes = new Uint8Array(await response.arrayBuffer());
  }
  const seen = `${response.status} ${Buffer.from(bytes.subarray(0, 400)).toString()}`;
  if (response.status !== shows.status) return { ok: false, seen };
  if (shows.sha256 !== undefined && digestOf(bytes) !== shows.sha256) return { ok: false, seen };
  if (shows.part !== undefined && !holds(JSON.parse(Buffer.from(bytes).toString()), shows.part)) {
    return { ok: false, seen };
  }
  return { ok: true, seen };
}

/** An interrupted import continues after the start, and is only checked once it is done. */
function isGoingOn(bytes: Uint8Array): boolean {
  return /"status":"(?:reading|applying|undoing)"/.test(Buffer.from(bytes.subarray(0, 1000)).toString());
}

/** Whether a value contains this part: objects may have more fields, lists no more items. */
function holds(value: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return value === part;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(part)) {
    return (
      Array.isArray(value) &&
      value.length === part.length &&
      part.every((item, index) => holds(value[index], item))
    );
  }
  return Object.entries(part).every(([name, inner]) =>
    holds((value as Record<string, unknown>)[name], inner),
  );
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
