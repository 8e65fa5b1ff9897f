import { type Db, writesTo } from '../../database/database.ts';
import { nameView } from '../../database/view.ts';
import type { Viewer } from '../heads.ts';
import { RuleSources, type Rules } from './sources.ts';

/** Tables that the rules of a viewer are made of. */
const tables = [
  'detection_rules',
  'detection_levels',
  'facts',
  'import_sources',
  'imports',
  'mission_alerts',
  'mission_members',
  'mission_tests',
  'missions',
  'organisation_tools',
  'organisations',
  'remediation_tests',
  'remediations',
  'test_runs',
  'test_templates',
  'users',
] as const;
/** Rules and runs of all viewers; some 80 MB. */
const mostRemembered = 500_000;

/** The rules of a viewer are read from the database, or remembered. */
export type RulesReading = { db: Db; rules: RulesMemory };

type Remembered = { sources: RuleSources; writes: number; rules: Promise<Rules>; weight: number };

/**
 * Remembers the rules of each viewer until one of their tables is written, and then reads only what was written; who asks while they
 * are read waits for the same.
 */
export class RulesMemory {
  /** The last one asked for is the last. */
  readonly #known = new Map<string, Remembered>();

  of(db: Db, viewer: Viewer): Promise<Rules> {
    const id = `${nameView()} ${viewer.seesAll ? '' : viewer.id}`;
    const writes = writesTo(db, tables);
    const before = this.#known.get(id);
    this.#known.delete(id);
    if (before?.writes === writes) {
      this.#known.set(id, before);
      return before.rules;
    }
    const sources = before?.sources ?? new RuleSources(db, viewer);
    const earlier = before?.rules.catch(() => {}) ?? Promise.resolve();
    const rules = earlier.then(() => sources.read());
    const remembered = { sources, writes, rules, weight: before?.weight ?? 0 };
    this.#known.set(id, remembered);
    rules.then(
      () => {
        remembered.weight = sources.weight;
        this.#forgetMost();
      },
      () => {
        // A failure is no answer for the next one.
        if (this.#known.get(id) === remembered) this.#known.delete(id);
      },
    );
    return rules;
  }

  /** Forgets those that were not asked for the longest. */
  #forgetMost(): void {
    let weight = this.#known.values().reduce((sum, one) => sum + one.weight, 0);
    for (const [id, one] of this.#known) {
      if (weight <= mostRemembered || this.#known.size === 1) return;
      this.#known.delete(id);
      weight -= one.weight;
    }
  }
}

/** All rules, read once. Refuses nothing. */
export function readRules(db: Db, viewer: Viewer): Promise<Rules> {
  return new RuleSources(db, viewer).read();
}
