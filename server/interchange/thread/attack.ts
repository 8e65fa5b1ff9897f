import type { EntryKind } from '../../../domain/catalogue.ts';
import { follow, type Successors } from '../../../domain/successors.ts';
import type { KnownAttack } from '../format.ts';

/** A catalogue entry as passed to the thread. */
export type KnownEntry = {
  external_id: string;
  kind: EntryKind;
  name: string;
  deprecated: boolean;
  /** Its tactics, in matrix order. */
  tactics: string[];
};

/** Catalogue facts for the thread. */
export type AttackFacts = {
  entries: readonly KnownEntry[];
  version: string | null;
  /** Pairs of a revoked technique and its successor. */
  successors: readonly (readonly [string, string])[];
};

export type TagRef = { kind: EntryKind; external_id: string };

/** Catalogue for readers and writers, and for the tags of their objects. */
export class Attack implements KnownAttack {
  readonly #entries: ReadonlyMap<string, KnownEntry>;

  readonly #successors: Successors;

  readonly version: string | null;

  constructor({ entries, version, successors }: AttackFacts) {
    this.version = version;
    this.#successors = new Map(successors);
    this.#entries = new Map(entries.map((entry) => [entry.external_id, entry]));
  }

  /** The techniques that the catalogue doesn't have; none as long as it is empty. */
  findUnknown(ids: readonly string[]): string[] {
    return this.#entries.size === 0 ? [] : ids.filter((id) => !this.#entries.has(id));
  }

  nameOf = (externalId: string): string | null => this.#entries.get(externalId)?.name ?? null;

  tacticsOf = (externalId: string): string[] => this.#entries.get(externalId)?.tactics ?? [];

  /**
   * Takes tags of any ATT&CK version, returns the distinct ones of the catalogue, and the unknown ones. Revoked entries become
   * their successors; of the two successors of the former Defense Evasion, those that the accompanying techniques have are used.
   */
  resolve(tags: readonly string[]): { known: TagRef[]; unknown: string[] } {
    const wanted = new Set(tags.map((tag) => this.toNow(tag.trim().toUpperCase())));
    const unknown = [...wanted].filter((tag) => !this.#entries.has(tag));
    const entries = [...wanted].flatMap((tag) => this.#entries.get(tag) ?? []);
    const tactics = entries
      .flatMap((entry) => entry.tactics)
      .filter((tactic) => splitTactics.includes(tactic));
    const known = entries
      .flatMap((entry) =>
        entry.external_id === splitTactics[0] && tactics.length > 0
          ? tactics.flatMap((tactic) => this.#entries.get(tactic) ?? [])
          : [entry],
      )
      .map(({ kind, external_id }): [string, TagRef] => [external_id, { kind, external_id }]);
    return { known: [...new Map(known).values()], unknown };
  }

  /** The current external id for one of any version; unchanged if there is none. */
  toNow = (tag: string): string =>
    follow(this.#successors, tag, (id) => this.#entries.get(id)?.deprecated === false);
}

/** ATT&CK 19 split Defense Evasion into Stealth and Defense Impairment; the first kept its id. */
const splitTactics = ['TA0005', 'TA0112'];
