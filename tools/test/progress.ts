import type { Outcome, Result, TestEvent } from './events.ts';

export type FileTime = { phase: string; file: string; seconds: number };
type Running = {
  expected: Map<string, number>;
  done: Set<string>;
  results: Map<string, Result[]>;
  over: boolean;
};

/** Progress of a run, the results of its tests, and the remaining time. */
export class Progress {
  readonly files: FileTime[] = [];
  readonly #known: Readonly<Record<string, number>>;
  readonly #phases = new Map<string, Running>();
  readonly #running = new Set<string>();
  readonly #since = performance.now();

  /** `known`: previous duration in seconds of each file, or of a phase without files. */
  constructor(phases: readonly string[], known: Readonly<Record<string, number>>) {
    this.#known = known;
    for (const phase of phases) this.#add(phase);
  }

  #add(phase: string): Running {
    const expected = new Map([[phase, this.#known[phase] ?? 10]]);
    const running = { expected, done: new Set<string>(), results: new Map(), over: false };
    this.#phases.set(phase, running);
    return running;
  }

  begin(phase: string): void {
    this.#running.add(phase);
    if (!this.#phases.has(phase)) this.#add(phase);
  }

  take(phase: string, told: TestEvent): void {
    const { expected, done, results } = this.#phases.get(phase) ?? this.#add(phase);
    if (told.event === 'plan') {
      expected.clear();
      for (const file of Object.keys(told.files)) {
        expected.set(file, this.#known[`${phase}: ${file}`] ?? 3);
      }
    } else if (told.event === 'file') {
      done.add(told.file);
      this.files.push({ phase, file: told.file, seconds: told.seconds });
    } else {
      results.set(told.file, [...(results.get(told.file) ?? []), told]);
    }
  }

  end(phase: string): void {
    this.#running.delete(phase);
    const running = this.#phases.get(phase);
    if (running !== undefined) running.over = true;
  }

  /** Results of the tests of a phase, by file. */
  resultsOf(phase: string): ReadonlyMap<string, readonly Result[]> {
    return this.#phases.get(phase)?.results ?? new Map();
  }

  /** Replaces the results of a file; null removes them. */
  replace(phase: string, file: string, results: readonly Result[] | null): void {
    const known = this.#phases.get(phase)?.results;
    if (results === null) known?.delete(file);
    else known?.set(file, [...results]);
  }

  /** Files planned by a phase. */
  plannedOf(phase: string): string[] {
    return [...(this.#phases.get(phase)?.expected.keys() ?? [])];
  }

  /** Files of a phase that neither ended nor failed. */
  listCutOff(phase: string): string[] {
    const running = this.#phases.get(phase);
    return this.plannedOf(phase).filter(
      (file) =>
        file !== phase &&
        running?.done.has(file) === false &&
        !running.results.get(file)?.some(({ outcome }) => outcome === 'failed'),
    );
  }

  /** Every test with this outcome, with its phase. */
  list(outcome: Outcome): (Result & { phase: string })[] {
    return [...this.#phases].flatMap(([phase, { results }]) =>
      [...results.values()]
        .flat()
        .filter((result) => result.outcome === outcome)
        .map((result) => ({ ...result, phase })),
    );
  }

  /** Number of tests that finally passed or failed, in one phase or in all. */
  count(phase?: string): { passed: number; failed: number } {
    const phases = phase === undefined ? [...this.#phases.keys()] : [phase];
    const outcomes = phases.flatMap((each) => [...this.resultsOf(each).values()].flat());
    const countOf = (...sought: Outcome[]) =>
      outcomes.filter(({ outcome }) => sought.includes(outcome)).length;
    return { passed: countOf('passed', 'flaky'), failed: countOf('failed') };
  }

  /** A line such as "2:15 · API 84 of 130 files · 2310 passed, 0 failed · about 3:10 left". */
  describe(): string {
    const parts = [...this.#running].map((name) => {
      const { expected, done } = this.#phases.get(name) as Running;
      return done.size > 0 || expected.size > 1 ? `${name} ${done.size} of ${expected.size} files` : name;
    });
    const { passed, failed } = this.count();
    const seconds = (performance.now() - this.#since) / 1000;
    return [
      clock(seconds),
      ...parts,
      `${passed} passed, ${failed} failed`,
      `about ${clock(this.#guessLeft(seconds))} left`,
    ].join(' · ');
  }

  /** Estimated from the expected and the actual duration of finished work. */
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
