import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Health } from '../http/health.ts';
import { type JobFigures, jobOutcomes } from '../jobs/tally.ts';
import type { RequestTally } from '../request-tally.ts';
import { Turn } from '../turn.ts';
import { type Metric, makeMetric, type Sample, writeMetric } from './exposition.ts';
import { ProcessWatch } from './process.ts';
import { describeRequests } from './requests.ts';
import { type Storage, StorageCount } from './storage.ts';

export type MetricSources = {
  version: string;
  commit: string | null;
  schema: number;
  readHealth: () => Promise<Pick<Health, 'database' | 'evidence' | 'isStopping'>>;
  /** Expiry of the server's own certificate; null when it has none. */
  certificateEnd: () => Date | null;
  /** Time of the newest recorded backup. */
  readLastBackup: () => Promise<string | null>;
  tally: RequestTally;
  /** Number of open event streams. */
  countStreams: () => number;
  jobs: Readonly<Record<string, () => JobFigures>>;
  storage: Storage;
  isStopping: () => boolean;
};

/** Metrics of a server: only figures, no user-defined name, text or identifier. */
export class Metrics {
  readonly #sources: MetricSources;
  readonly #process = new ProcessWatch();
  readonly #storage: StorageCount;

  constructor(sources: MetricSources) {
    this.#sources = sources;
    this.#storage = new StorageCount(sources.storage);
  }

  /** All current metrics in Prometheus' text format; yields while writing. */
  async write(): Promise<string> {
    let text = '';
    const turn = new Turn();
    for (const metric of await this.#list()) {
      for (const piece of writeMetric(metric)) {
        text += piece;
        if (turn.isOver) {
          await nextTurn();
          turn.begin();
        }
      }
    }
    return text;
  }

  /** Ends background measurements. */
  close(): void {
    this.#process.close();
  }

  async #list(): Promise<Metric[]> {
    const { version, tally, countStreams, isStopping } = this.#sources;
    return [
      {
        name: 'damson_build_info',
        type: 'gauge',
        help: 'The program, always 1.',
        samples: [{ labels: { version, node: process.version }, value: 1 }],
      },
      {
        name: 'damson_commit_info',
        type: 'gauge',
        help: 'What the program was built from, always 1.',
        samples: [{ labels: { commit: this.#sources.commit ?? '' }, value: 1 }],
      },
      makeMetric(
        'damson_schema_version',
        'gauge',
        'The schema that the program works with.',
        this.#sources.schema,
      ),
      ...(await this.#describeState()),
      makeMetric('damson_stopping', 'gauge', 'Whether the server is stopping.', isStopping() ? 1 : 0),
      ...describeRequests(tally),
      makeMetric('damson_event_streams', 'gauge', 'Open streams of events.', countStreams()),
      ...this.#describeJobs(),
      ...(await this.#storage.describe()),
      ...(await this.#process.describe()),
    ];
  }

  async #describeState(): Promise<Metric[]> {
    const { readHealth, readLastBackup, certificateEnd } = this.#sources;
    // One unreadable value must not hide the others.
    const [health, backup] = await Promise.all([readHealth(), readLastBackup().catch(() => null)]);
    const isWhole = { database: health.database === 'ok', evidence: health.evidence === 'ok' };
    const end = certificateEnd();
    const seconds = (time: number): Sample[] => [{ value: Math.floor(time / 1000) }];
    return [
      {
        name: 'damson_healthy',
        type: 'gauge',
        help: 'Whether health has nothing to say of a part.',
        samples: Object.entries(isWhole).map(([part, value]) => ({ labels: { part }, value: value ? 1 : 0 })),
      },
      {
        name: 'damson_last_backup_timestamp_seconds',
        type: 'gauge',
        help: 'When the newest backup was made, since 1970; 0 for none.',
        samples: seconds(backup === null ? 0 : Date.parse(backup)),
      },
      {
        name: 'damson_certificate_end_timestamp_seconds',
        type: 'gauge',
        help: 'When the certificate that the server has made for itself ends, since 1970; 0 for none.',
        samples: seconds(end?.getTime() ?? 0),
      },
    ];
  }

  #describeJobs(): Metric[] {
    const jobs = Object.entries(this.#sources.jobs).map(([kind, count]) => ({ kind, ...count() }));
    const ended = jobs.flatMap(({ kind, ended }): Sample[] =>
      jobOutcomes.map((outcome) => ({ labels: { kind, outcome }, value: ended[outcome] })),
    );
    return [
      {
        name: 'damson_jobs_waiting',
        type: 'gauge',
        help: 'Jobs that wait for their turn.',
        samples: jobs.map(({ kind, waiting }) => ({ labels: { kind }, value: waiting })),
      },
      {
        name: 'damson_jobs_running',
        type: 'gauge',
        help: 'Jobs under way.',
        samples: jobs.map(({ kind, running }) => ({ labels: { kind }, value: running })),
      },
      {
        name: 'damson_jobs_ended_total',
        type: 'counter',
        help: 'Jobs that have ended, by how they did.',
        samples: ended,
      },
    ];
  }
}
