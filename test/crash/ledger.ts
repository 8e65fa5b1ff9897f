import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { attach, bodyOf, evidenceForm, type Place } from '../support/factories.ts';
import type { Answer, Client } from '../support/server.ts';

type Entry =
  | { kind: 'comment'; test: string; value: string }
  | { kind: 'status'; test: string; value: string }
  | { kind: 'evidence'; id: string; test: string; sha256: string }
  | { kind: 'deleted'; id: string }
  | { kind: 'mission'; id: string; name: string };

/** What the server has acknowledged, and what it was asked and has not answered. */
type Known = {
  comments: Map<string, string>;
  statuses: Map<string, string>;
  evidence: Map<string, { test: string; sha256: string }>;
  deleted: Set<string>;
  missions: Map<string, string>;
};

/**
 * The client's side of the bargain: every acknowledgement is synced to a file of its own before the client goes on, and after
 * each crash the server is held against that file.
 */
export class Ledger {
  readonly #file: string;
  readonly #handle: number;
  readonly #places: readonly Place[];
  /** By what they change: the value that was asked for and not yet acknowledged. */
  readonly #asked = new Map<string, string>();
  acknowledged = 0;

  constructor(file: string, places: readonly Place[]) {
    this.#file = file;
    this.#handle = openSync(file, 'a');
    this.#places = places;
  }

  close(): void {
    closeSync(this.#handle);
  }

  async comment(client: Client, place: Place, value: string): Promise<void> {
    this.#asked.set(`comment ${place.test}`, value);
    bodyOf(await client.put(place.path, { red_comment: value }), 200);
    this.#note({ kind: 'comment', test: place.test, value }, `comment ${place.test}`);
  }

  async move(client: Client, place: Place, value: string): Promise<void> {
    this.#asked.set(`status ${place.test}`, value);
    bodyOf(await client.post(`${place.path}/transition`, { status: value }), 200);
    this.#note({ kind: 'status', test: place.test, value }, `status ${place.test}`);
  }

  async upload(client: Client, place: Place, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const digest = sha256(bytes);
    this.#asked.set(`evidence ${digest}`, place.test);
    const record = bodyOf(await attach(client, place, evidenceForm(bytes)), 201);
    this.#note({ kind: 'evidence', id: record.id, test: place.test, sha256: digest }, `evidence ${digest}`);
    return record.id;
  }

  async remove(client: Client, id: string): Promise<void> {
    this.#asked.set(`deleted ${id}`, id);
    bodyOf(await client.delete(`/api/v1/evidence/${id}`), 204);
    this.#note({ kind: 'deleted', id }, `deleted ${id}`);
  }

  async mission(client: Client, name: string, scenario: string): Promise<void> {
    this.#asked.set(`mission ${name}`, name);
    const mission = bodyOf(
      await client.post('/api/v1/missions', { name, scenario_template_ids: [scenario] }),
      201,
    );
    this.#note({ kind: 'mission', id: mission.id, name }, `mission ${name}`);
  }

  /**
   * What the server has lost, or has and was never asked for; empty when all is well. What it kept of the unanswered requests
   * counts as acknowledged from here on: it has been seen.
   */
  async losses(client: Client, evidenceDir: string): Promise<string[]> {
    const known = this.#read();
    const losses: string[] = [];
    for (const place of this.#places) {
      const answer = await client.get(place.path);
      if (answer.status !== 200) losses.push(`test ${place.test} answers ${answer.status}`);
      else losses.push(...this.#lossesOfTest(place, answer, known, evidenceDir));
    }
    losses.push(...(await this.#lossesOfMissions(client, known)));
    const newest = [...known.evidence].filter(([id]) => !known.deleted.has(id)).slice(-5);
    for (const [id, { sha256: digest }] of newest) {
      if (this.#asked.has(`deleted ${id}`)) continue;
      const response = await fetch(`${client.base}/api/v1/evidence/${id}`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      const found = sha256(new Uint8Array(await response.arrayBuffer()));
      if (response.status !== 200 || found !== digest) losses.push(`evidence ${id} is served wrongly`);
    }
    if (losses.length === 0) this.#asked.clear();
    return losses;
  }

  #lossesOfTest(place: Place, { body }: Answer, known: Known, evidenceDir: string): string[] {
    const losses: string[] = [];
    const { test } = place;
    const settle = (kind: 'comment' | 'status', found: string | null, expected: string | null): void => {
      if (found === expected) return;
      if (found !== null && found === this.#asked.get(`${kind} ${test}`)) {
        this.#note({ kind, test, value: found });
      } else {
        losses.push(`${kind} of ${test} is ${found}, ${expected} was acknowledged`);
      }
    };
    settle('comment', body.red_comment, known.comments.get(test) ?? null);
    settle('status', body.status, known.statuses.get(test) ?? 'pending');

    const listed = new Map<string, string>(
      body.evidence.map((record: { id: string; sha256: string }) => [record.id, record.sha256]),
    );
    for (const [id, { sha256: digest }] of known.evidence) {
      if (known.evidence.get(id)?.test !== test || known.deleted.has(id)) continue;
      if (listed.get(id) === digest) continue;
      if (!listed.has(id) && this.#asked.has(`deleted ${id}`)) this.#note({ kind: 'deleted', id });
      else losses.push(`evidence ${id} was acknowledged and is gone`);
    }
    for (const [id, digest] of listed) {
      if (known.deleted.has(id)) losses.push(`evidence ${id} was deleted and is back`);
      if (!known.evidence.has(id)) {
        if (this.#asked.get(`evidence ${digest}`) === test) {
          this.#note({ kind: 'evidence', id, test, sha256: digest });
        } else {
          losses.push(`evidence ${id} comes from nowhere`);
        }
      }
      if (digestOnDisk(path.join(evidenceDir, place.mission, test, digest)) !== digest) {
        losses.push(`the file of evidence ${id} is missing or damaged`);
      }
    }
    return losses;
  }

  async #lossesOfMissions(client: Client, known: Known): Promise<string[]> {
    const found = new Map<string, string>();
    for (let offset = 0; ; offset += 200) {
      const { items } = bodyOf(await client.get(`/api/v1/missions?limit=200&offset=${offset}`), 200);
      for (const { id, name, counts } of items) {
        if (counts.tests === 0) return [`mission ${id} was made by halves`];
        found.set(id, name);
      }
      if (items.length < 200) break;
    }
    for (const [id, name] of found) {
      if (this.#asked.has(`mission ${name}`)) this.#note({ kind: 'mission', id, name });
    }
    return [...known.missions.keys()]
      .filter((id) => !found.has(id))
      .map((id) => `mission ${id} was acknowledged and is gone`);
  }

  #note(entry: Entry, answered?: string): void {
    writeSync(this.#handle, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#handle);
    if (answered === undefined) return;
    this.#asked.delete(answered);
    this.acknowledged += 1;
  }

  #read(): Known {
    const known: Known = {
      comments: new Map(),
      statuses: new Map(),
      evidence: new Map(),
      deleted: new Set(),
      missions: new Map(),
    };
    for (const line of readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)) {
      const entry = JSON.parse(line) as Entry;
      if (entry.kind === 'comment') known.comments.set(entry.test, entry.value);
      else if (entry.kind === 'status') known.statuses.set(entry.test, entry.value);
      else if (entry.kind === 'evidence') known.evidence.set(entry.id, entry);
      else if (entry.kind === 'deleted') known.deleted.add(entry.id);
      else known.missions.set(entry.id, entry.name);
    }
    return known;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function digestOnDisk(file: string): string | null {
  try {
    return sha256(readFileSync(file));
  } catch {
    return null;
  }
}
