import { type EntryKind, entryKinds } from '../../domain/catalogue.ts';
import { invalid } from '../errors.ts';

export type CatalogueEntry = {
  kind: EntryKind;
  external_id: string;
  name: string;
  description: string | null;
  url: string;
  short_name: string | null;
  /** Position of a tactic in the matrix, 0 for other kinds. */
  position: number;
  parent_id: string | null;
  tactic_ids: string[];
  platforms: string[];
};
export type StoredEntry = CatalogueEntry & { deprecated: boolean };

/** The ATT&CK edition that is synchronised by default. */
export type PinnedSource = { version: string; url: string; sha256: string };
export const pinnedSource: PinnedSource = {
  version: '19.1',
  url: 'https://raw.githubusercontent.com/mitre-attack/attack-stix-data/v19.1/enterprise-attack/enterprise-attack-19.1.json',
  sha256: 'bdf1ce86a4e604214c5076d37ae4dcb322678afc528df8492e6fdc1b554f5da3',
};

/** Sources of a sync by name. */
export type NamedSource = { kind: 'bundled' } | { kind: 'url'; url: string } | { kind: 'file'; name: string };
export type Source = NamedSource | { kind: 'upload' };

const externalIdForms: Record<EntryKind, RegExp> = {
  tactic: /^TA\d{4}$/,
  technique: /^T\d{4}$/,
  subtechnique: /^T\d{4}\.\d{3}$/,
};

/** Takes an external id, returns the kind of its form, or null. */
export function findKind(externalId: string): EntryKind | null {
  return entryKinds.find((kind) => externalIdForms[kind].test(externalId)) ?? null;
}

/** Takes a sub-technique's external id, returns that of its parent technique. */
export function readParentId(externalId: string): string {
  return externalId.slice(0, externalId.indexOf('.'));
}

/** Takes an external id, returns the address of its page at MITRE. */
export function makeAttackUrl(externalId: string): string {
  const folder = findKind(externalId) === 'tactic' ? 'tactics' : 'techniques';
  return `https://attack.mitre.org/${folder}/${externalId.replace('.', '/')}`;
}

/**
 * Takes the requested `source` and the pinned default, returns the source. Refuses an address that is not http or https or
 * contains a password, and a file name that could leave its folder.
 */
export function parseSource(source: string | undefined, pinned: PinnedSource): NamedSource {
  if (source === undefined) return { kind: 'url', url: pinned.url };
  if (source === 'bundled') return { kind: 'bundled' };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) {
    const url = URL.parse(source);
    if (url === null || !isWebAddress(url))
      throw invalid('source', 'must be an http or https address without a password');
    url.hash = '';
    return { kind: 'url', url: url.href };
  }
  if (/[/\\\0]/.test(source) || source.startsWith('.') || Buffer.byteLength(source) > 255) {
    throw invalid('source', 'must be an address, "bundled" or the name of a file in the catalogue folder');
  }
  return { kind: 'file', name: source };
}

/** Takes a source, returns the name under which a sync from it is recorded. */
export function describeSource(source: Source): string {
  switch (source.kind) {
    case 'url':
      return source.url;
    case 'file':
      return source.name;
    case 'bundled':
    case 'upload':
      return source.kind;
  }
}

export type DigestRule = { expected_sha256?: string | undefined; allow_unverified: boolean };

/**
 * Takes a source, the caller's digest and the pinned digests; returns the required digest: a pinned one if the caller gives none,
 * or null if the caller waives it.
 */
export function chooseDigest(
  source: Source,
  rule: DigestRule,
  pinned: { default: string; bundled: string },
): string | null {
  if (rule.expected_sha256 !== undefined) return rule.expected_sha256;
  if (source.kind === 'bundled') return pinned.bundled;
  return rule.allow_unverified ? null : pinned.default;
}

/** Refuses (`invalid`) a digest other than the required one. */
export function refuseOtherDigest(sha256: string, expected: string | null): void {
  if (expected !== null && expected !== sha256) {
    throw invalid(
      'expected_sha256',
      `the source has the digest ${sha256}, not ${expected}; nothing was changed`,
    );
  }
}

/**
 * Takes the requested address and its response's status and Location, returns the next address, or null without a redirect.
 * Refuses a redirect without a target, away from http and https, from https to http, or with a password.
 */
export function parseRedirect(from: URL, status: number, location: string | undefined): URL | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  const target = URL.parse(location ?? '', from.href);
  if (location === undefined || target === null) throw invalid('source', 'redirects to nowhere');
  if (!isWebAddress(target)) throw invalid('source', 'redirects to something other than http or https');
  if (from.protocol === 'https:' && target.protocol !== 'https:') {
    throw invalid('source', 'redirects from https to http');
  }
  return target;
}

function isWebAddress(url: URL): boolean {
  return (
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  );
}

export type Difference = {
  added: CatalogueEntry[];
  updated: CatalogueEntry[];
  /** Updated techniques whose tactics have changed. */
  moved: CatalogueEntry[];
  gone: StoredEntry[];
};

/** Takes the current catalogue and the new one, returns the entries added, changed and removed. */
export function compareCatalogues(
  current: readonly StoredEntry[],
  next: readonly CatalogueEntry[],
): Difference {
  const before = new Map(current.map((entry) => [entry.external_id, entry]));
  const after = new Set(next.map((entry) => entry.external_id));
  const updated = next.filter((entry) => {
    const known = before.get(entry.external_id);
    return known !== undefined && (known.deprecated || !isSameEntry(known, entry));
  });
  return {
    added: next.filter((entry) => !before.has(entry.external_id)),
    updated,
    moved: updated.filter((entry) => !haveSameTactics(before.get(entry.external_id)!, entry)),
    gone: current.filter((entry) => !after.has(entry.external_id)),
  };
}

/**
 * Takes removed entries and the external ids used as tags; returns which to mark as deprecated and which to delete. An entry
 * stays if it is tagged, or has a remaining entry below it.
 */
export function judgeGone(
  gone: readonly StoredEntry[],
  tagged: ReadonlySet<string>,
): { deprecated: string[]; removed: string[] } {
  const byId = new Map(gone.map((entry) => [entry.external_id, entry]));
  const kept = new Set<string>();
  for (const entry of gone) {
    if (tagged.has(entry.external_id)) keepWithAbove(entry, byId, kept);
  }
  const deprecated = gone.filter((entry) => kept.has(entry.external_id) && !entry.deprecated);
  const removed = gone.filter((entry) => !kept.has(entry.external_id));
  return {
    deprecated: deprecated.map((entry) => entry.external_id),
    removed: removed.map((entry) => entry.external_id),
  };
}

function keepWithAbove(entry: StoredEntry, gone: ReadonlyMap<string, StoredEntry>, kept: Set<string>): void {
  kept.add(entry.external_id);
  const above = entry.parent_id === null ? entry.tactic_ids : [entry.parent_id, ...entry.tactic_ids];
  for (const id of above) {
    const other = gone.get(id);
    if (other !== undefined && !kept.has(id)) keepWithAbove(other, gone, kept);
  }
}

function isSameEntry(one: CatalogueEntry, other: CatalogueEntry): boolean {
  return (
    one.name === other.name &&
    one.description === other.description &&
    one.url === other.url &&
    one.short_name === other.short_name &&
    one.position === other.position &&
    one.parent_id === other.parent_id &&
    haveSameTactics(one, other) &&
    isSameList(one.platforms, other.platforms)
  );
}

/** The order of an entry's tactics comes from the matrix. */
function haveSameTactics(one: CatalogueEntry, other: CatalogueEntry): boolean {
  return isSameList(one.tactic_ids.toSorted(), other.tactic_ids.toSorted());
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
