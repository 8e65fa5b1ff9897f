import { Client, type ClientConfig } from 'pg';
import { DatabaseRefused } from '../refused.ts';

export const channel = 'damson_writes';

/** The number says "DMSS". */
const claim = `select pg_try_advisory_lock(${0x444d5353}) as claimed`;
const claimWithOthers = `select pg_try_advisory_lock_shared(${0x444d5353}) as claimed`;

const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 5000;
/** How often it is asked whether the other side is still there, and for how long an answer is waited for. */
const beatMilliseconds = 5000;

/** What is told of a write: who wrote, and which tables; null stands for all. */
type Told = {
  onWrite: (origin: string, tables: readonly (string | null)[]) => void;
  /** What was written from now on is not heard, or was not until now. */
  onLost: () => void;
};

/** Hears what any process writes, over a connection of its own that is made anew when it breaks. */
export class Listener {
  readonly #config: ClientConfig;
  readonly #told: Told;
  /** Whether no other process may serve the database; the claim ends with the connection. */
  readonly #isAlone: boolean;
  #client: Client | null = null;
  #isClosed = false;
  #pause = firstPauseMilliseconds;
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(config: ClientConfig, told: Told, isAlone: boolean) {
    this.#isAlone = isAlone;
    this.#config = { ...config, query_timeout: beatMilliseconds };
    this.#told = told;
  }

  /** Whether everything that is written is heard. */
  get hears(): boolean {
    return this.#client !== null;
  }

  /** Refuses (DatabaseRefused) a database that another process serves alone. */
  async start(): Promise<void> {
    const client = new Client(this.#config);
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    try {
      await client.connect();
      const { rows } = await client.query<{ claimed: boolean }>(this.#isAlone ? claim : claimWithOthers);
      if (!rows[0]!.claimed) {
        throw new DatabaseRefused('another process serves this database', 'in_use');
      }
      await client.query(`listen ${channel}`);
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

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  #hear(payload: string): void {
    const [origin = '', names = '*'] = payload.split(' ');
    this.#told.onWrite(origin, names === '*' ? [null] : names.split(','));
  }

  /** A network that was cut says nothing by itself. */
  #ask(client: Client): void {
    client.query('select 1').catch(() => {
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
