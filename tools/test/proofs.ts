import type { Proof } from '../../test/proofs/proof.ts';
import { toPattern } from '../../test/proofs/titles.ts';
import type { Outcome, TestEvent } from './events.ts';
import type { Phase } from './phases.ts';

/** Results of the tests that the ledger names. */
export class Proofs {
  readonly #outcomes = new Map<string, Map<string, Outcome[]>>();
  /** Tests that the phases of a file left out. */
  readonly #leftOut = new Map<string, Set<string | undefined>>();

  take({ leavesOut }: Pick<Phase, 'leavesOut'>, told: TestEvent): void {
    if (told.event === 'plan') {
      for (const file of Object.keys(told.files)) {
        this.#leftOut.set(file, (this.#leftOut.get(file) ?? new Set()).add(leavesOut));
      }
    }
    if (told.event !== 'test') return;
    const ofFile = this.#outcomes.get(told.file) ?? new Map<string, Outcome[]>();
    this.#outcomes.set(told.file, ofFile);
    ofFile.set(told.name, [...(ofFile.get(told.name) ?? []), told.outcome]);
  }

  /** Returns, for each rule whose tests should have run and did not all pass, what is wrong. */
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

  /** Whether the phases of a run that had this file ran all of it together: none leaves out what another one does. */
  #ranWhole(file: string): boolean {
    const leftOut = this.#leftOut.get(file);
    return leftOut !== undefined && (leftOut.has(undefined) || leftOut.size > 1);
  }

  /** A test may be left out by one phase where another one has run it. */
  #hasPassed(file: string, name: string): boolean {
    const pattern = toPattern(name);
    const found = [...(this.#outcomes.get(file) ?? [])].filter(([known]) => pattern.test(known));
    const passes = (outcome: Outcome) => outcome === 'passed' || outcome === 'flaky';
    return (
      found.length > 0 && found.every(([, outcomes]) => outcomes.some(passes) && !outcomes.includes('failed'))
    );
  }
}
