import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import { DatabaseRefused, DatabaseUnreachable } from '../refused.ts';

export const channel = 'damson_writes';
/** Channel of messages that are not stored. */
export const wordChannel = 'damson_words';

/** The number spells "DMSS". */
const claim = `select pg_try_advisory_lock(${0x444d5353}) as claimed`;
const claimWithOthers = `select pg_try_advisory_lock_shared(${0x444d5353}) as claimed`;

/** Names of the other holders of a shared claim, from their connections: equal names mean equal secrets. */
const listOthers = `select distinct other.application_name as name from pg_locks claimed join pg_stat_activity other using (pid)
  where claimed.locktype = 'advisory' and claimed.granted and claimed.classid = 0 and claimed.objid = ${0x444d5353}
    and claimed.objsubid = 1 and claimed.database = (select oid from pg_database where datname = current_database())
    and claimed.pid <> pg_backend_pid() and other.application_name like 'damson %'`;

/** Identifies a process's secrets without revealing them, with a mark for each setting. */
export type SecretMarks = Readonly<Record<'SVC_JWT_SECRET' | 'SVC_ENCRYPTION_KEY', string>>;

function nameOf(marks: SecretMarks): string {
  return `damson ${marks.SVC_JWT_SECRET} ${marks.SVC_ENCRYPTION_KEY}`;
}

/**
 * Names are hashed: two with the same hash wait for each other, which is harmless. The number distinguishes them from other
 * locks.
 */
const lockOfName = `hashtextextended($1, ${0x444d5350})`;
const tryHold = `select pg_try_advisory_lock(${lockOfName}) as held, pg_backend_pid() as pid,
  (select backend_start::text from pg_stat_get_activity(pg_backend_pid())) as started`;
const letGo = `select pg_advisory_unlock(${lockOfName})`;

/** The PostgreSQL process that serves a connection. */
export type Backend = { pid: number; started: string };

/** A name held by a connection: its release, and the process by which others can check that it is still held. */
export type Hold = { backend: Backend; release: () => Promise<unknown> };
type Ask = <R extends object>(text: string, values: unknown[]) => Promise<QueryResult<R>>;

/** Holds a name against other connections, on the connection of `ask`; null after `patience`, in milliseconds. */
export async function holdName(ask: Ask, name: string, patience: number): Promise<Hold | null> {
  const deadline = Date.now() + patience;
  for (let pause = 5; ; pause = Math.min(2 * pause, 200)) {
    const { rows } = await ask<Backend & { held: boolean }>(tryHold, [name]);
    const { held, ...backend } = rows[0]!;
    if (held) return { backend, release: () => ask(letGo, [name]) };
    if (Date.now() >= deadline) return null;
    await delay(pause);
  }
}

const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 5000;
/** Interval of checks that the server still answers, and the time limit of an answer. */
const beatMilliseconds = 5000;

/** Notice of a write: the writer and the tables; null means all. */
type Told = {
  onWrite: (origin: string, tables: readonly (string | null)[]) => void;
  onWord: (origin: string, text: string) => void;
  /** Called when writes are no longer heard, or were not until now. */
  onLost: () => void;
};

/** Listens to writes of all processes, over a separate connection, which is re-established when it breaks. */
export class Listener {
  readonly #config: ClientConfig;
  readonly #told: Told;
  /** Null when no other process may serve the database; the claim ends with the connection. */
  readonly #marks: SecretMarks | null;
  #client: Client | null = null;
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;
  #pause = firstPauseMilliseconds;
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(config: ClientConfig, told: Told, marks: SecretMarks | null) {
    this.#marks = marks;
    this.#config = { ...config, query_timeout: beatMilliseconds };
    this.#told = told;
  }

  /** Whether every write is heard. */
  get hears(): boolean {
    return this.#client !== null;
  }

  /** Refuses (DatabaseRefused) a database that another process serves exclusively, or with other secrets. */
  async start(): Promise<void> {
    const client = new Client(this.#config);
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', (told) => this.#hear(told.channel, told.payload ?? ''));
    try {
      await client.connect();
      await this.#claim(client, this.#marks);
      await client.query(`listen ${channel}; listen ${wordChannel}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    if (this.#isClosed) {
      await client.end();
      return;
    }
    this.#pause = firstPauseMilliseconds;
    this.#client = client;
    this.#beat = setInterval(() => this.#ask(client), beatMilliseconds).unref();
    this.#told.onLost();
  }

  async #claim(client: Client, marks: SecretMarks | null): Promise<void> {
    if (marks !== null) {
      // Set here, because an application name in the address overrides that of the connection.
      await client.query(`select set_config('application_name', $1, false)`, [nameOf(marks)]);
    }
    const { rows } = await client.query<{ claimed: boolean }>(marks === null ? claim : claimWithOthers);
    if (!rows[0]!.claimed) {
      throw new DatabaseRefused(
        marks === null
          ? 'another process serves this database, and this one has to be alone'
          : 'another process serves this database, which has to be alone',
        'in_use',
      );
    }
    if (marks === null) return;
    // Two processes that start at the same time see each other.
    const others = await client.query<{ name: string }>(listOthers);
    for (const { name } of others.rows) {
      const [, jwt, key] = name.split(' ');
      const wrong = jwt !== marks.SVC_JWT_SECRET ? 'SVC_JWT_SECRET' : 'SVC_ENCRYPTION_KEY';
      if (jwt === marks.SVC_JWT_SECRET && key === marks.SVC_ENCRYPTION_KEY) continue;
      throw new DatabaseRefused(
        `another process serves this database with another ${wrong}: it has to be the same everywhere`,
        'unsuitable',
      );
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  /** Holds a name against other processes while this connection lasts; null after `patience`. Rejects without a connection. */
  async hold(name: string, patience: number): Promise<Hold | null> {
    const client = this.#client;
    if (client === null) throw new DatabaseUnreachable(new Error('nothing is heard of other processes'));
    return holdName((text, values) => this.#query(client, text, values), name, patience);
  }

  /** One query at a time, as the client requires; a failing one does not block the next. */
  #query<R extends object>(client: Client, text: string, values: unknown[] = []): Promise<QueryResult<R>> {
    const asked = this.#turn.then(() => client.query<R>(text, values));
    this.#turn = asked.then(
      () => {},
      () => {},
    );
    return asked;
  }

  #hear(told: string, payload: string): void {
    if (told === wordChannel) {
      const at = payload.indexOf(' ');
      this.#told.onWord(payload.slice(0, at), payload.slice(at + 1));
      return;
    }
    const [origin = '', names = '*'] = payload.split(' ');
    this.#told.onWrite(origin, names === '*' ? [null] : names.split(','));
  }

  /** A broken network gives no signal. */
  #ask(client: Client): void {
    this.#query(client, 'select 1').catch(() => {
      this.#lose(client);
      client.end().catch(() => {});
    });
  }

  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearInterval(this.#beat);
    this.#told.onLost();
    if (!this.#isClosed) this.#comeBack();
  }

  #comeBack(): void {
    this.#timer = setTimeout(() => {
      this.start().catch(() => {
        this.#pause = Math.min(this.#pause * 2, longestPauseMilliseconds);
        if (!this.#isClosed) this.#comeBack();
      });
    }, this.#pause);
    this.#timer.unref();
  }
}
