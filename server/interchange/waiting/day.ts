import type { Now } from '../../database/clock.ts';
import type { ShortLived } from '../../database/short-lived.ts';
import { DomainError } from '../../errors.ts';
import { JobEntries } from '../../jobs/entries.ts';

/** Daily limit of one person's imports (UTC). */
export type DayBounds = { bytes: number; rows: number };

const mostOfDay: DayBounds = { bytes: 4 * 1024 * 1024 * 1024, rows: 1_000_000 };

type Used = DayBounds;

const dayMilliseconds = 24 * 60 * 60_000;

/** Counts what each person imports on a day. */
export class DayCounts {
  readonly #entries: JobEntries<Used & { until: number }>;
  readonly #now: Now;
  readonly #most: DayBounds;

  constructor(kept: ShortLived, now: Now, most: DayBounds = mostOfDay) {
    this.#now = now;
    this.#most = most;
    this.#entries = new JobEntries(kept, 'import-day', { now, untilOf: ({ until }) => until });
  }

  /** Refuses `too_many_requests` a person who has used up the day's limit. */
  async refuseUsedUp(personId: string): Promise<void> {
    const used = await this.#entries.find(this.#keyOf(personId));
    if (used !== null && used.bytes >= this.#most.bytes) throw this.#tooMuch('bytes');
  }

  /** Counts a person's imports. Refuses `too_many_requests` anything beyond the day's limit, without counting it. */
  async add(personId: string, what: keyof Used, count: number): Promise<void> {
    await this.#entries.change(this.#keyOf(personId), (before) => {
      const used = before ?? { bytes: 0, rows: 0, until: this.#end };
      if (used[what] + count > this.#most[what]) throw this.#tooMuch(what);
      return { ...used, [what]: used[what] + count };
    });
  }

  get #end(): number {
    return (Math.floor(this.#now() / dayMilliseconds) + 1) * dayMilliseconds;
  }

  #keyOf(personId: string): string {
    return `${personId} ${new Date(this.#now()).toISOString().slice(0, 10)}`;
  }

  #tooMuch(what: keyof Used): DomainError {
    const { rows, bytes } = this.#most;
    const most = what === 'rows' ? `${rows} rows` : `${bytes / 1024 ** 3} GiB`;
    return new DomainError('too_many_requests', `One person can import ${most} a day (UTC)`, {
      retryAfterSeconds: Math.ceil((this.#end - this.#now()) / 1000),
    });
  }
}
