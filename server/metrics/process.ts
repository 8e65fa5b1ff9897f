import { readdir, readFile } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Metric, makeMetric } from './exposition.ts';

/** More frequent or concurrent requests share the same reading. */
const delayWindow = 10_000;
const timerMilliseconds = 20;

/** Resources of the process, under the names used by Node dashboards. */
export class ProcessWatch {
  /** Started on first use, because it keeps waking up the process. */
  #delay: ReturnType<typeof monitorEventLoopDelay> | null = null;
  #delaySince = 0;

  async describe(): Promise<Metric[]> {
    const memory = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const startedAt = Math.round(performance.timeOrigin) / 1000;
    const loop = performance.eventLoopUtilization();
    return [
      makeMetric('process_cpu_seconds_total', 'counter', 'Processor time used.', (user + system) / 1e6),
      makeMetric('process_start_time_seconds', 'gauge', 'When the process began, since 1970.', startedAt),
      makeMetric('process_resident_memory_bytes', 'gauge', 'Memory in use.', memory.rss),
      ...(await describeDescriptors()),
      makeMetric('nodejs_heap_size_total_bytes', 'gauge', 'Memory of the heap.', memory.heapTotal),
      makeMetric('nodejs_heap_size_used_bytes', 'gauge', 'Memory of the heap in use.', memory.heapUsed),
      makeMetric('nodejs_external_memory_bytes', 'gauge', 'Memory outside of the heap.', memory.external),
      makeMetric(
        'nodejs_eventloop_active_seconds_total',
        'counter',
        'Time in which the event loop had something to do.',
        loop.active / 1000,
      ),
      ...this.#describeDelay(),
    ];
  }

  close(): void {
    this.#delay?.disable();
  }

  #describeDelay(): Metric[] {
    if (this.#delay === null) {
      this.#delay = monitorEventLoopDelay({ resolution: timerMilliseconds });
      this.#delay.enable();
      this.#delaySince = performance.now();
    }
    const delay = this.#delay;
    if (delay.count === 0) return [];
    const seconds = { p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max };
    if (performance.now() - this.#delaySince >= delayWindow) {
      delay.reset();
      this.#delaySince = performance.now();
    }
    return Object.entries(seconds).map(([which, nanoseconds]) =>
      makeMetric(
        `nodejs_eventloop_lag_${which}_seconds`,
        'gauge',
        'How late the event loop came to a timer in the last ten seconds, or since the scrape before.',
        // Delays are measured from one timer to the next, so they include the timer's interval.
        Math.max(0, nanoseconds / 1e6 - timerMilliseconds) / 1000,
      ),
    );
  }
}

/** Open and allowed file descriptors; only on systems with Linux’s /proc. */
async function describeDescriptors(): Promise<Metric[]> {
  try {
    const [open, limits] = await Promise.all([
      readdir('/proc/self/fd'),
      readFile('/proc/self/limits', 'utf8'),
    ]);
    const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return [
      makeMetric('process_open_fds', 'gauge', 'Open file descriptors.', open.length),
      ...(most === undefined
        ? []
        : [makeMetric('process_max_fds', 'gauge', 'Most file descriptors that may be open.', Number(most))]),
    ];
  } catch {
    return [];
  }
}
