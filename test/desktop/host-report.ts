import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { hostName } from './hosts/host.ts';

const hosts = { electron: 'Electron', 'stand-in': 'the stand-in for Electron' };

/** Reports at the end which checks ran on which host, and the names of those that the host can't perform. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default class HostReport implements Reporter {
  readonly #ran: string[] = [];
  readonly #skipped: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = test.titlePath().slice(3).join(' › ');
    if (result.status !== 'skipped') {
      if (result.retry === 0)
        this.#ran.push(`${name}${result.status === 'passed' ? '' : ` (${result.status})`}`);
      return;
    }
    const why = test.annotations.find(({ type }) => type === 'skip')?.description;
    this.#skipped.push(why ? `${name}: ${why}` : name);
  }

  onEnd(): void {
    const lines = [
      '',
      `Ran on ${hosts[hostName]} (${this.#ran.length}):`,
      ...this.#ran.map((name) => `  ${name}`),
      ...(this.#skipped.length > 0 ? [`Not proven by this run (${this.#skipped.length}):`] : []),
      ...this.#skipped.map((name) => `  ${name}`),
      '',
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
