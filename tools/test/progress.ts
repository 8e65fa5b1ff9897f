import type { Outcome, TestEvent } from './events.ts';

export type Failure = { phase: string; name: string; why: string };
export type FileTime = { phase: string; file: string; seconds: number };
type Running = {
  files: Map<string, number>;
  expected: Map<string, number>;
  done: Set<string>;
  over: boolean;
};

/** Progress of a run, and the time it still needs. */
export class Progress {
  readonly counts: Record<Outcome, number> = { passed: 0, failed: 0, flaky: 0, skipped: 0 };
  readonly failures: Failure[] = [];
  readonly flaky: Failure[] = [];
  readonly skipped: Failure[] = [];
  readonly files: FileTime[] = [];
  readonly #known: Readonly<Record<string, number>>;
  readonly #phases = new Map<string, Running>();
  readonly #running = new Set<string>();
  readonly #since = performance.now();

  /** `known` is how many seconds a file, or a phase that has no files, took before. */
  constructor(phases: readonly string[], known: Readonly<Record<string, number>>) {
    this.#known = known;
    for (const phase of phases) {
      const expected = new Map([[phase, known[phase] ?? 10]]);
      this.#phases.set(phase, { files: new Map(), expected, done: new Set(), over: false });
    }
  }

  begin(phase: string): void {
    this.#running.add(phase);
  }

  take(phase: string, told: TestEvent): void {
    const running = this.#phases.get(phase);
    if (running === undefined) return;
    if (told.event === 'plan') {
      running.expected.clear();
      for (const file of Object.keys(told.files)) {
        running.expected.set(file, this.#known[`${phase}: ${file}`] ?? 3);
      }
    } else if (told.event === 'file') {
      running.done.add(told.file);
      this.files.push({ phase, file: told.file, seconds: told.seconds });
    } else {
      this.counts[told.outcome] += 1;
      const entry = { phase, name: `${told.file} › ${told.name}`, why: told.why ?? '' };
      if (told.outcome === 'failed') this.failures.push(entry);
      if (told.outcome === 'flaky') this.flaky.push(entry);
      if (told.outcome === 'skipped') this.skipped.push(entry);
    }
  }

  end(phase: string): void {
    this.#running.delete(phase);
    const running = this.#phases.get(phase);
    if (running !== undefined) running.over = true;
  }

  /** A line such as "2:15 · API 84 of 130 files · 2310 passed, 0 failed · about 3:10 left". */
  describe(): string {
    const parts = [...this.#running].map((name) => {
      const { expected, done } = this.#phases.get(name) as Running;
      return done.size > 0 || expected.size > 1 ? `${name} ${done.size} of ${expected.size} files` : name;
    });
    const { passed, failed, flaky } = this.counts;
    const seconds = (performance.now() - this.#since) / 1000;
    return [
      clock(seconds),
      ...parts,
      `${passed + flaky} passed, ${failed} failed`,
      `about ${clock(this.#guessLeft(seconds))} left`,
    ].join(' · ');
  }

  /** From how long what is done was expected to take, and took. */
  #guessLeft(seconds: number): number {
    let done = 0;
    let all = 0;
    for (const { expected, done: ended, over } of this.#phases.values()) {
      for (const [file, time] of expected) {
        all += time;
        if (over || ended.has(file)) done += time;
      }
    }
    return done < 20 ? (all - done) / 2 : ((all - done) * seconds) / done;
  }
}

export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
