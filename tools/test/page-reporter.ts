import type { Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { say } from './events.ts';
import { toPlace } from './place.ts';

/** Prints the results of Playwright's tests as events. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default class PageReporter implements Reporter {
  readonly #left = new Map<string, number>();
  readonly #seconds = new Map<string, number>();

  onBegin(_config: unknown, suite: Suite): void {
    for (const { location } of suite.allTests()) {
      const file = toPlace(location.file);
      this.#left.set(file, (this.#left.get(file) ?? 0) + 1);
    }
    say({ event: 'plan', files: Object.fromEntries(this.#left) });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = toPlace(test.location.file);
    this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + result.duration / 1000);
    const outcome = test.outcome();
    const why =
      outcome === 'skipped'
        ? test.annotations.find(({ type }) => type === 'skip')?.description
        : test.results
            .flatMap(({ errors }) => errors.map(({ stack, message }) => stack ?? message ?? ''))
            .join('\n');
    say({
      event: 'test',
      file,
      name: test.titlePath().slice(3).join(' › '),
      outcome: ({ expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const)[
        outcome
      ],
      seconds: result.duration / 1000,
      ...(why ? { why } : {}),
    });
    const left = (this.#left.get(file) ?? 1) - 1;
    this.#left.set(file, left);
    if (left === 0) say({ event: 'file', file, seconds: this.#seconds.get(file) ?? 0 });
  }

  onError({ message, stack }: { message?: string; stack?: string }): void {
    process.stderr.write(`${stack ?? message ?? ''}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
