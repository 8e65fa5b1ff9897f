import { createHash } from 'node:crypto';
import { invalid } from '../../errors.ts';
import { type CatalogueEntry, findKind, makeAttackUrl, readParentId } from '../rules.ts';
import type { Threats } from '../threats/rules.ts';
import { BundleCutter, type StixObject } from './cutter.ts';
import { DomainGuard } from './domains.ts';
import { ThreatCollector } from './threats.ts';
import {
  type AttackReference,
  findAttackReference,
  isHttps,
  limits,
  matrixSource,
  Newest,
  readText,
  readTexts,
} from './values.ts';

export type CatalogueBundle = {
  version: string | null;
  sha256: string;
  entries: CatalogueEntry[];
  /** Successors of revoked techniques. */
  successors: [revoked: string, successor: string][];
  /** Null when the bundle has none. */
  threats: Threats | null;
};

const SHORT_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const VERSION = /^[0-9A-Za-z][0-9A-Za-z._-]{0,39}$/;

/** Fields of one STIX object; the rest of an entry is derived. */
type Pattern = Omit<CatalogueEntry, 'position' | 'parent_id' | 'tactic_ids'> & {
  /** Short names of its tactics. */
  phases: string[];
};
type Relationship = { source: string; target: string };

/**
 * Takes the chunks of a STIX 2.0 or 2.1 bundle and its name, returns its digest, version and catalogue entries; refuses anything
 * but a complete, consistent ATT&CK bundle.
 */
export async function readBundle(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  name: string,
): Promise<CatalogueBundle> {
  const hash = createHash('sha256');
  const collector = new StixCollector();
  const threats = new ThreatCollector();
  const cutter = new BundleCutter(limits, (object) => {
    collector.add(object);
    threats.add(object);
  });
  for await (const chunk of chunks) {
    hash.update(chunk);
    cutter.push(chunk);
  }
  cutter.end();
  const version = collector.version() ?? findVersion(name);
  return {
    version,
    sha256: hash.digest('hex'),
    entries: collector.entries(),
    successors: collector.successors(),
    threats: threats.read(version, (id) => collector.techniqueOf(id)),
  };
}

/** The last part of a file name or address that looks like an ATT&CK version, as in `…/v18.1/…` or `…-18.1.json`. */
export function findVersion(name: string): string | null {
  const found = [...name.matchAll(/(?<![a-z\d.])v?(\d{1,3}\.\d{1,3})(?!\d|\.\d)/gi)];
  return found.at(-1)?.[1] ?? null;
}

class StixCollector {
  readonly #patterns = new Newest<Pattern>();
  readonly #parents = new Newest<Relationship>();
  readonly #matrices = new Newest<string[]>();
  readonly #versions = new Newest<string>();
  readonly #domains = new DomainGuard();
  readonly #revocations = new Newest<Relationship>();
  /** By object id, including revoked ones. */
  readonly #externalIds = new Map<string, string>();
  #textKept = 0;

  add(object: StixObject): void {
    if (!this.#domains.admit(object)) return;
    switch (object.type) {
      case 'attack-pattern':
      case 'x-mitre-tactic': {
        const reference = findAttackReference(object);
        if (reference === null) break;
        this.#noteExternalId(object, reference);
        this.#patterns.keep(object, () => this.#pattern(object, reference));
        break;
      }
      case 'relationship': {
        const kept = { 'subtechnique-of': this.#parents, 'revoked-by': this.#revocations };
        const { relationship_type: type } = object;
        if (type !== 'subtechnique-of' && type !== 'revoked-by') break;
        kept[type].keep(object, () => ({
          source: readText(object.source_ref, 'source_ref', 200),
          target: readText(object.target_ref, 'target_ref', 200),
        }));
        break;
      }
      case 'x-mitre-matrix':
        this.#matrices.keep(object, () => readTexts(object.tactic_refs, 'tactic_refs'));
        break;
      case 'x-mitre-collection':
        this.#versions.keep(object, () => readCollectionVersion(object));
        break;
    }
  }

  /** The external id of a technique by its object id; null for a revoked one or anything else. */
  techniqueOf(id: string): string | null {
    const pattern = this.#patterns.get(id);
    return pattern === undefined || pattern.kind === 'tactic' ? null : pattern.external_id;
  }

  version(): string | null {
    for (const [, version] of this.#versions.live()) return version;
    return null;
  }

  /** Only relations between techniques, because groups and software can be revoked too. */
  successors(): [string, string][] {
    return [...this.#revocations.live()]
      .flatMap(([, { source, target }]): [string, string][] => {
        const [revoked, successor] = [this.#externalIds.get(source), this.#externalIds.get(target)];
        const isPair = revoked !== undefined && successor !== undefined && revoked !== successor;
        return isPair ? [[revoked, successor]] : [];
      })
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }

  entries(): CatalogueEntry[] {
    this.#domains.refuseOthers();
    const tactics = this.#tactics();
    const patterns = [...this.#patterns.live()].filter(([, pattern]) => pattern.kind !== 'tactic');
    const techniques = new Map(
      patterns
        .filter(([, { kind }]) => kind === 'technique')
        .map(([, pattern]) => [pattern.external_id, pattern]),
    );
    if (tactics.length === 0) throw invalid('source', 'holds no tactic');
    if (techniques.size === 0) throw invalid('source', 'holds no technique');

    const parents = this.#parentIds();
    const under = patterns.map(([id, pattern]): CatalogueEntry => {
      let parent: Pattern | undefined;
      if (pattern.kind === 'subtechnique') {
        parent = techniques.get(parents.get(id) ?? readParentId(pattern.external_id));
        if (parent === undefined) throw invalid('source', `holds no technique above ${pattern.external_id}`);
      }
      const phases = pattern.phases.length > 0 ? pattern.phases : (parent?.phases ?? []);
      return {
        ...withoutPhases(pattern),
        position: 0,
        parent_id: parent?.external_id ?? null,
        tactic_ids: tactics
          .filter(({ short_name }) => phases.includes(short_name!))
          .map((tactic) => tactic.external_id),
      };
    });
    under.sort((a, b) => (a.external_id < b.external_id ? -1 : 1));
    const entries = [...tactics, ...under];
    refuseRepeated(entries.map((entry) => entry.external_id));
    refuseRepeated(tactics.map((tactic) => tactic.short_name!));
    return entries;
  }

  /** In matrix order; tactics outside every matrix come last, by external id. */
  #tactics(): CatalogueEntry[] {
    const refs = [...this.#matrices.live()].flatMap(([, tacticRefs]) => tacticRefs);
    const rank = (id: string) => (refs.includes(id) ? refs.indexOf(id) : refs.length);
    return [...this.#patterns.live()]
      .filter(([, pattern]) => pattern.kind === 'tactic')
      .map(([id, pattern]) => ({ rank: rank(id), pattern }))
      .sort((a, b) => a.rank - b.rank || (a.pattern.external_id < b.pattern.external_id ? -1 : 1))
      .map(({ pattern }, position) => ({
        ...withoutPhases(pattern),
        position,
        parent_id: null,
        tactic_ids: [],
      }));
  }

  /** STIX id of a sub-technique → external id of its parent technique by relationship. */
  #parentIds(): Map<string, string> {
    const parents = new Map<string, string>();
    for (const [, { source, target }] of this.#parents.live()) {
      const parent = this.#patterns.get(target);
      if (parent?.kind === 'technique') parents.set(source, parent.external_id);
    }
    return parents;
  }

  #noteExternalId(object: StixObject, reference: AttackReference): void {
    if (this.#externalIds.size >= limits.maxObjectsKept) throw invalid('source', 'holds too many objects');
    const { id } = object;
    const { external_id: externalId } = reference;
    if (typeof id !== 'string' || id.length > 200) return;
    if (typeof externalId === 'string' && findKind(externalId) !== null)
      this.#externalIds.set(id, externalId);
  }

  #pattern(object: StixObject, reference: AttackReference): Pattern {
    const pattern = toPattern(object, reference);
    this.#textKept += pattern.name.length + (pattern.description?.length ?? 0);
    if (this.#textKept > limits.maxTextKept) throw invalid('source', 'holds too much text');
    return pattern;
  }
}

function toPattern(object: StixObject, reference: AttackReference): Pattern {
  const externalId = readText(reference.external_id, 'external_id', 20);
  const kind = findKind(externalId);
  const isTactic = object.type === 'x-mitre-tactic';
  if (kind === null || (kind === 'tactic') !== isTactic) {
    throw invalid('source', `has an unexpected identifier in ${isTactic ? 'a tactic' : 'an attack-pattern'}`);
  }
  return {
    kind,
    external_id: externalId,
    name: readText(object.name, `name of ${externalId}`, limits.maxName),
    description: object.description
      ? readText(object.description, `description of ${externalId}`, limits.maxDescription)
      : null,
    url: isHttps(reference.url) ? reference.url : makeAttackUrl(externalId),
    short_name: isTactic ? readShortName(object, externalId) : null,
    phases: isTactic ? [] : phases(object),
    platforms: isTactic ? [] : readTexts(object.x_mitre_platforms ?? [], `platforms of ${externalId}`),
  };
}

function readShortName(object: StixObject, externalId: string): string {
  const name = readText(object.x_mitre_shortname, `short name of ${externalId}`, 100);
  if (!SHORT_NAME.test(name))
    throw invalid('source', `has a short name other than words-and-hyphens for ${externalId}`);
  return name;
}

/** Short names of a pattern's tactics. */
function phases(object: StixObject): string[] {
  if (!Array.isArray(object.kill_chain_phases)) return [];
  return readTexts(
    object.kill_chain_phases
      .filter((phase) => phase?.kill_chain_name === matrixSource)
      .map((phase) => phase.phase_name),
    'kill_chain_phases',
  );
}

function readCollectionVersion(object: StixObject): string {
  const version = readText(object.x_mitre_version, 'x_mitre_version', 40);
  if (!VERSION.test(version)) throw invalid('source', 'has an unexpected version');
  return version;
}

function withoutPhases({ phases: _phases, ...rest }: Pattern): Omit<Pattern, 'phases'> {
  return rest;
}

function refuseRepeated(names: string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw invalid('source', `holds ${name} twice`);
    seen.add(name);
  }
}
