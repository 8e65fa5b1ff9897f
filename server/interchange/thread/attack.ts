import type { EntryKind } from '../../../domain/catalogue.ts';
import { follow, type Successors } from '../../../domain/successors.ts';
import type { KnownAttack } from '../format.ts';

/** An entry of the catalogue, as it is handed to the thread. */
export type KnownEntry = {
  external_id: string;
  kind: EntryKind;
  name: string;
  deprecated: boolean;
  /** Of its tactics, in the order of the matrix. */
  tactics: string[];
};

/** Catalogue facts for the thread. */
export type AttackFacts = {
  entries: readonly KnownEntry[];
  version: string | null;
  /** Pairs of a technique that was revoked and what came in its place. */
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

  nameOf = (externalId: string): string | null => this.#entries.get(externalId)?.name ?? null;

  tacticsOf = (externalId: string): string[] => this.#entries.get(externalId)?.tactics ?? [];

  /**
   * Takes tags of whatever version of ATT&CK, returns those of the catalogue, each once, and those it doesn't know. What was revoked
   * becomes what came in its place, and the Defense Evasion of old the tactics that the techniques beside it have of the two it became.
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

  /** The external id that the catalogue has for one of whatever version; the id as it is where it has none. */
  toNow = (tag: string): string =>
    follow(this.#successors, tag, (id) => this.#entries.get(id)?.deprecated === false);
}

/** ATT&CK 19 has Stealth and Defense Impairment for what Defense Evasion was; the first kept its id. */
const splitTactics = ['TA0005', 'TA0112'];
