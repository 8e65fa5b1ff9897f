import type { Proof } from '../../test/proofs/proof.ts';
import { toPattern } from '../../test/proofs/titles.ts';
import type { Outcome, Result } from './events.ts';
import type { Phase } from './phases.ts';

/** Results of the tests named in the ledger. */
export class Proofs {
  readonly #outcomes = new Map<string, Map<string, Outcome[]>>();
  /** Tests of a file that phases left out. */
  readonly #leftOut = new Map<string, Set<string | undefined>>();

  /** Takes a phase, its planned files, and the results of their tests. */
  take(
    { leavesOut }: Pick<Phase, 'leavesOut'>,
    files: readonly string[],
    results: ReadonlyMap<string, readonly Pick<Result, 'name' | 'outcome'>[]>,
  ): void {
    for (const file of files) {
      this.#leftOut.set(file, (this.#leftOut.get(file) ?? new Set()).add(leavesOut));
    }
    for (const [file, ofFile] of results) {
      const known = this.#outcomes.get(file) ?? new Map<string, Outcome[]>();
      this.#outcomes.set(file, known);
      for (const { name, outcome } of ofFile) known.set(name, [...(known.get(name) ?? []), outcome]);
    }
  }

  /** Returns the rules whose tests should have run and did not all pass, each with the fault. */
  listUnproven(ledger: readonly Proof[]): { rule: string; why: string }[] {
    return ledger.flatMap(({ rule, tests }) => {
      const wrong = Object.entries(tests).flatMap(([file, names]) =>
        this.#ranWhole(file)
          ? names.filter((name) => !this.#hasPassed(file, name)).map((name) => `${file} › ${name}`)
          : [],
      );
      return wrong.length === 0
        ? []
        : [{ rule, why: wrong.map((test) => `not seen to pass: ${test}`).join('\n') }];
    });
  }

  /** Whether the phases together ran all tests of a file: no phase left out tests that none of the others ran. */
  #ranWhole(file: string): boolean {
    const leftOut = this.#leftOut.get(file);
    return leftOut !== undefined && (leftOut.has(undefined) || leftOut.size > 1);
  }

  /** One phase may leave out a test that another has run. */
  #hasPassed(file: string, name: string): boolean {
    const pattern = toPattern(name);
    const found = [...(this.#outcomes.get(file) ?? [])].filter(([known]) => pattern.test(known));
    const passes = (outcome: Outcome) => outcome === 'passed' || outcome === 'flaky';
    return (
      found.length > 0 && found.every(([, outcomes]) => outcomes.some(passes) && !outcomes.includes('failed'))
    );
  }
}
