import type { Json } from './canonical.ts';
import { type TextDifference, takeBack, undo } from './difference.ts';
import type { Change, Changes } from './rules.ts';

/** Why a text is unknown: it was erased from the history, deleted with its object, or followed by too many writes. */
export type Missing = 'erased' | 'deleted' | 'too_far' | 'unknown';

/** Full value of a field before and after; both null when unknown. */
export type WholeChange = { before: Json; after: Json; missing: Missing | null };

/** A text at some moment; undefined when unknown. */
type Text = string | null | undefined;

/** Limit of work per entry: entries, and characters of texts and differences. */
const mostSteps = 5000;
const mostCharacters = 100_000_000;

/** Derives the long texts of an entry from the current ones, going back through later entries. */
export class Rebuilding {
  readonly #changes: Changes;
  readonly #texts = new Map<string, Text>();
  readonly #isGone: boolean;
  #isErased = false;
  #steps = 0;
  #characters = 0;

  /** `present` holds the object's current texts; null once it is gone. */
  constructor(changes: Changes, present: Readonly<Record<string, Text>> | null) {
    this.#changes = changes;
    this.#isGone = present === null;
    for (const [field, change] of Object.entries(changes)) {
      if (isDifference(change)) this.#texts.set(field, present?.[field]);
    }
  }

  /** Whether more entries are needed, and allowed. */
  get goesOn(): boolean {
    return this.#texts.size > 0 && !this.#isTooFar;
  }

  get #isTooFar(): boolean {
    return this.#steps > mostSteps || this.#characters > mostCharacters;
  }

  /** Goes back over the next entry; its changes are null when erased. */
  stepBack(changes: Changes | null): void {
    this.#steps += 1;
    // Fields not affected by an erased entry are unchanged, as their digest shows.
    if (changes === null) this.#isErased = true;
    for (const [field, text] of this.#texts) {
      const change = changes?.[field];
      if (change === undefined) continue;
      const before = textBefore(change, text);
      this.#texts.set(field, before);
      this.#characters += (text ?? '').length + (before ?? '').length;
    }
  }

  /** Changes of the entry, by field. */
  end(): Record<string, WholeChange> {
    return Object.fromEntries(
      Object.entries(this.#changes).map(([field, change]) => [field, this.#toWhole(field, change)]),
    );
  }

  #toWhole(field: string, change: Change): WholeChange {
    if (isPair(change)) {
      const [before, after] = change;
      return isAbbreviation(before) ? none('deleted') : { before, after, missing: null };
    }
    const after = this.#texts.get(field);
    const before = after === undefined ? undefined : undo(change, after);
    if (before !== undefined) return { before, after: after as string | null, missing: null };
    if (this.#isTooFar) return none('too_far');
    if (this.#isErased) return none('erased');
    return none(this.#isGone ? 'deleted' : 'unknown');
  }
}

const none = (missing: Missing): WholeChange => ({ before: null, after: null, missing });

function textBefore(change: Change, after: Text): Text {
  if (!isPair(change)) return after === undefined ? undefined : takeBack(change, after);
  const [before] = change;
  return before === null || typeof before === 'string' ? before : undefined;
}

function isPair(change: Change): change is readonly [Json, Json] {
  return Array.isArray(change);
}

function isDifference(change: Change): change is TextDifference {
  return !isPair(change) && !('json' in change);
}

/** A long text of a deleted object. */
function isAbbreviation(value: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).sort().join() === 'length,sha256';
}
