import { createHash } from 'node:crypto';
import {
  type NamedRule,
  type RuleKind,
  type RuleSource,
  ruleSources,
  toRuleKey,
} from '../../../domain/detection-rules.ts';
import type { Severity } from '../../../domain/outcomes.ts';
import type { CatalogTag } from '../../fields.ts';
import type { LibraryRow } from './store.ts';

/** Where a rule is named, and by which tool. */
export type Naming = NamedRule & { tool: string | null; source: RuleSource };

export type Entry = {
  id: string;
  rule_id: string | null;
  title: string;
  kind: RuleKind;
  sources: RuleSource[];
  tool: string | null;
  level: Severity | null;
  techniques: string[];
  log_source: string | null;
  /** The imported rule; null for one that is only named. */
  row: LibraryRow | null;
};

/**
 * Takes the imported rules and the places where rules are named, returns all rules, and the rule of each place. A rule is found
 * by its id, else by its title; one without an id by its name and tool. Equal names are one rule as long as they are not of
 * several.
 */
export function gatherRules(
  library: readonly LibraryRow[],
  namings: readonly Naming[],
): { entries: Entry[]; of: Map<Naming, Entry> } {
  const book = new Book(library);
  const of = new Map<Naming, Entry>();
  // The most precise ones come first, because others are told by them.
  const rank = ({ rule_id, tool }: Naming) => (rule_id !== null ? 0 : tool !== null ? 1 : 2);
  for (const naming of namings.toSorted((one, other) => rank(one) - rank(other))) {
    const entry = book.find(naming);
    if (entry === null) continue;
    of.set(naming, entry);
    if (!entry.sources.includes(naming.source)) entry.sources.push(naming.source);
  }
  for (const { sources } of book.entries) {
    sources.sort((one, other) => ruleSources.indexOf(one) - ruleSources.indexOf(other));
  }
  return { entries: book.entries, of };
}

class Book {
  readonly entries: Entry[] = [];
  readonly #named = new Map<string, Entry>();
  readonly #byId = new Map<string, Entry>();
  readonly #byName = new Map<string, Entry[]>();

  constructor(library: readonly LibraryRow[]) {
    for (const row of library) {
      const tags = JSON.parse(row.catalog_tags_json) as CatalogTag[];
      this.#add(
        {
          id: row.id,
          rule_id: row.rule_id,
          title: row.title,
          kind: row.kind ?? 'detection',
          sources: ['sigma'],
          tool: null,
          level: row.level,
          techniques: tags.map(({ external_id }) => external_id).filter((id) => /^T\d/.test(id)),
          log_source: row.log_source,
          row,
        },
        row.title,
      );
    }
  }

  #add(entry: Entry, name: string | null): void {
    this.entries.push(entry);
    if (entry.rule_id !== null) this.#byId.set(toRuleKey(entry.rule_id), entry);
    if (name === null) return;
    const key = toRuleKey(name);
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), entry]);
  }

  find({ rule_id, rule_name, tool }: Naming): Entry | null {
    const known = rule_id === null ? undefined : this.#byId.get(toRuleKey(rule_id));
    if (known !== undefined) return known;
    const called = rule_name === null ? [] : (this.#byName.get(toRuleKey(rule_name)) ?? []);
    const imported = called.filter(({ row }) => row !== null && row.kind !== 'filter');
    // The id of a rule that another tool has derived from it is not its own.
    if (imported.length === 1) return imported[0] as Entry;
    if (rule_id !== null) return this.#make({ rule_id, title: rule_name ?? rule_id, tool }, rule_name);
    if (rule_name === null) return null;
    const ofTool = called.filter((entry) => tool === null || entry.tool === null || isSame(entry.tool, tool));
    const [only, other] = ofTool;
    if (only !== undefined && other === undefined) return only;
    return this.#make({ rule_id: null, title: rule_name, tool }, rule_name);
  }

  #make({ rule_id, title, tool }: Pick<Entry, 'rule_id' | 'title' | 'tool'>, name: string | null): Entry {
    const key =
      rule_id === null
        ? ['name', toRuleKey(title), tool === null ? null : toRuleKey(tool)]
        : ['id', toRuleKey(rule_id)];
    const entry: Entry = {
      id: toId(JSON.stringify(key)),
      rule_id,
      title,
      kind: 'detection',
      sources: [],
      tool: rule_id === null ? tool : null,
      level: null,
      techniques: [],
      log_source: null,
      row: null,
    };
    // Ambiguous names lead to the same key again.
    const before = this.#named.get(entry.id);
    if (before !== undefined) return before;
    this.#named.set(entry.id, entry);
    this.#add(entry, name);
    return entry;
  }
}

function isSame(one: string, other: string): boolean {
  return toRuleKey(one) === toRuleKey(other);
}

/** An id for a rule that no table has: always the same for the same key. */
function toId(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
