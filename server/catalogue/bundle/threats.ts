import { findThreatKind, type ThreatKind } from '../../../domain/threats.ts';
import { invalid } from '../../errors.ts';
import { makeThreatUrl, type Threat, type Threats } from '../threats/rules.ts';
import type { StixObject } from './cutter.ts';
import { findAttackReference, isHttps, limits, Newest, readText, readTexts } from './values.ts';

/** Limit per threat, in techniques or other threats; the busiest group of ATT&CK 18.1 uses 150. */
const mostUsed = 2000;

const kindOf: Readonly<Record<string, ThreatKind>> = {
  'intrusion-set': 'group',
  campaign: 'campaign',
  malware: 'software',
  tool: 'software',
};

type Kept = Omit<Threat, 'techniques' | 'related'>;
type Link = { source: string; target: string };

/**
 * Collects groups, campaigns and software, what they use, and the data components that detect techniques, from the objects of a
 * bundle.
 */
export class ThreatCollector {
  readonly #threats = new Newest<Kept>();
  readonly #uses = new Newest<Link>(limits.maxLinksKept);
  readonly #detects = new Newest<Link>(limits.maxLinksKept);
  readonly #components = new Newest<string>();
  /** Analytics by detection strategy; data components by analytic. */
  readonly #strategies = new Newest<string[]>();
  readonly #analytics = new Newest<string[]>();
  #textKept = 0;

  add(object: StixObject): void {
    switch (object.type) {
      case 'intrusion-set':
      case 'campaign':
      case 'malware':
      case 'tool':
        this.#addThreat(object, kindOf[object.type] as ThreatKind);
        break;
      case 'x-mitre-data-component':
        this.#components.keep(object, () =>
          readText(object.name, 'name of a data component', limits.maxName),
        );
        break;
      case 'x-mitre-detection-strategy':
        this.#strategies.keep(object, () =>
          readTexts(object.x_mitre_analytic_refs ?? [], 'x_mitre_analytic_refs'),
        );
        break;
      case 'x-mitre-analytic':
        this.#analytics.keep(object, () => readComponentRefs(object));
        break;
      case 'relationship':
        this.#addLink(object);
        break;
    }
  }

  /** Takes the version of the bundle and the names of its techniques; returns null if it has neither threats nor components. */
  read(version: string | null, techniqueOf: (id: string) => string | null): Threats | null {
    const kept = [...this.#threats.live()];
    const data_components = this.#readComponents(techniqueOf);
    if (kept.length === 0 && data_components.length === 0) return null;
    const idOf = new Map(kept.map(([id, { external_id }]) => [id, external_id]));
    const techniques = new Map<string, Set<string>>();
    const related = new Map<string, Set<string>>();
    for (const [, { source, target }] of this.#uses.live()) {
      const technique = techniqueOf(target);
      const other = idOf.get(target);
      if (technique !== null) addTo(techniques, source, technique);
      else if (other !== undefined) addTo(related, source, other);
    }
    const seen = new Set<string>();
    const threats = kept.map(([id, threat]): Threat => {
      if (seen.has(threat.external_id)) throw invalid('source', `holds ${threat.external_id} twice`);
      seen.add(threat.external_id);
      return {
        ...threat,
        techniques: listed(techniques.get(id), threat),
        related: listed(related.get(id), threat),
      };
    });
    threats.sort((one, other) => (one.external_id < other.external_id ? -1 : 1));
    return { version, threats, data_components };
  }

  #addThreat(object: StixObject, kind: ThreatKind): void {
    const reference = findAttackReference(object);
    if (reference === null) return;
    this.#threats.keep(object, () => {
      const external_id = readText(reference.external_id, 'external_id', 20);
      if (findThreatKind(external_id) !== kind) {
        throw invalid('source', `has an unexpected identifier in ${object.type}`);
      }
      const name = readText(object.name, `name of ${external_id}`, limits.maxName);
      const description = object.description
        ? readText(object.description, `description of ${external_id}`, limits.maxDescription)
        : null;
      this.#textKept += name.length + (description?.length ?? 0);
      if (this.#textKept > limits.maxTextKept) throw invalid('source', 'holds too much text');
      const aliases = readTexts(object.aliases ?? object.x_mitre_aliases ?? [], `aliases of ${external_id}`);
      return {
        kind,
        external_id,
        name,
        description,
        url: isHttps(reference.url) ? reference.url : makeThreatUrl(external_id),
        aliases: aliases.filter((alias) => alias !== name),
        software_type: object.type === 'malware' || object.type === 'tool' ? object.type : null,
        first_seen: kind === 'campaign' ? readDay(object.first_seen) : null,
        last_seen: kind === 'campaign' ? readDay(object.last_seen) : null,
      };
    });
  }

  #addLink(object: StixObject): void {
    const { relationship_type: type } = object;
    if (type !== 'uses' && type !== 'attributed-to' && type !== 'detects') return;
    const links = type === 'detects' ? this.#detects : this.#uses;
    links.keep(object, () => ({
      source: readText(object.source_ref, 'source_ref', 200),
      target: readText(object.target_ref, 'target_ref', 200),
    }));
  }

  /** Through strategies and analytics since ATT&CK 18, before that directly. */
  #readComponents(techniqueOf: (id: string) => string | null): [string, string[]][] {
    const byTechnique = new Map<string, Set<string>>();
    for (const [, { source, target }] of this.#detects.live()) {
      const technique = techniqueOf(target);
      if (technique === null) continue;
      const analytics = this.#strategies.get(source) ?? [];
      const refs = [source, ...analytics.flatMap((id) => this.#analytics.get(id) ?? [])];
      for (const ref of refs) {
        const name = this.#components.get(ref);
        if (name !== undefined) addTo(byTechnique, technique, name);
      }
    }
    return [...byTechnique]
      .map(([technique, names]): [string, string[]] => [technique, [...names].sort()])
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

function readComponentRefs(object: StixObject): string[] {
  const { x_mitre_log_source_references: sources = [] } = object;
  if (!Array.isArray(sources)) return [];
  return readTexts(
    sources.flatMap((source) => source?.x_mitre_data_component_ref ?? []),
    'x_mitre_log_source_references',
  );
}

/** The day of a valid time. */
function readDay(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : null;
}

function addTo(lists: Map<string, Set<string>>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Set([value]));
  else list.add(value);
}

function listed(ids: ReadonlySet<string> | undefined, { external_id }: Kept): string[] {
  if (ids === undefined) return [];
  if (ids.size > mostUsed)
    throw invalid('source', `has more than ${mostUsed} things that ${external_id} uses`);
  return [...ids].sort();
}
