import type { EntryKind } from '../../../domain/catalogue.ts';
import type { KnownAttack } from '../format.ts';
import { successors } from './successors.ts';

/** An entry of the catalogue, as it is handed to the thread. */
export type KnownEntry = {
  external_id: string;
  kind: EntryKind;
  name: string;
  deprecated: boolean;
  /** Of its tactics, in the order of the matrix. */
  tactics: string[];
};

export type TagRef = { kind: EntryKind; external_id: string };

/** What the catalogue knows, for readers and writers and for the tags of what they read. */
export class Attack implements KnownAttack {
  readonly #entries: ReadonlyMap<string, KnownEntry>;

  readonly version: string | null;

  constructor(entries: readonly KnownEntry[], version: string | null) {
    this.version = version;
    this.#entries = new Map(entries.map((entry) => [entry.external_id, entry]));
  }

  nameOf = (externalId: string): string | null => this.#entries.get(externalId)?.name ?? null;

  tacticsOf = (externalId: string): string[] => this.#entries.get(externalId)?.tactics ?? [];

  /**
   * Takes tags of whatever version of ATT&CK, returns those of the catalogue, each once, and those it doesn't know. What was revoked
   * becomes what came in its place, and the Defense Evasion of old the tactics that the techniques beside it have of the two it became.
   */
  resolve(tags: readonly string[]): { known: TagRef[]; unknown: string[] } {
    const wanted = new Set(
      tags.map((tag) => tag.trim().toUpperCase()).map((tag) => this.#bringUpToDate(tag)),
    );
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

  #bringUpToDate(tag: string): string {
    const successor = successors.get(tag);
    const isGone = this.#entries.get(tag)?.deprecated !== false;
    return successor !== undefined && isGone && this.#entries.has(successor) ? successor : tag;
  }
}

/** ATT&CK 19 has Stealth and Defense Impairment for what Defense Evasion was; the first kept its id. */
const splitTactics = ['TA0005', 'TA0112'];
