import { invalid } from '../../errors.ts';
import type { StixObject } from './cutter.ts';

const enterprise = 'enterprise-attack';

/** MITRE's matrices other than Enterprise, by their names in bundles. */
const others: Readonly<Record<string, string>> = {
  'ics-attack': 'ICS',
  'mitre-ics-attack': 'ICS',
  'mobile-attack': 'Mobile',
  'mitre-mobile-attack': 'Mobile',
  'pre-attack': 'PRE-ATT&CK',
  'mitre-pre-attack': 'PRE-ATT&CK',
  atlas: 'ATLAS',
  'atlas-atlas': 'ATLAS',
  'mitre-atlas': 'ATLAS',
};

const ofDomains = new Set(['attack-pattern', 'x-mitre-tactic', 'x-mitre-matrix']);

/** Tracks the matrix of techniques and tactics, because ids of other matrices look like Enterprise's. */
export class DomainGuard {
  readonly #others = new Map<string, number>();
  #hasEnterprise = false;

  /** Whether an object belongs to Enterprise, or to no matrix. */
  admit(object: StixObject): boolean {
    if (typeof object.type !== 'string' || !ofDomains.has(object.type)) return true;
    const names = namesOf(object);
    const other = names.find((name) => Object.hasOwn(others, name));
    if (other === undefined || names.includes(enterprise)) {
      this.#hasEnterprise ||= object.type === 'attack-pattern';
      return true;
    }
    const domain = others[other] as string;
    this.#others.set(domain, (this.#others.get(domain) ?? 0) + 1);
    return false;
  }

  /** Refuses a bundle that contains only other matrices. */
  refuseOthers(): void {
    const [most] = [...this.#others].sort(([, one], [, other]) => other - one);
    if (!this.#hasEnterprise && most !== undefined) {
      throw invalid('source', `this is ${most[0]}; Enterprise is expected`);
    }
  }
}

/** The domains named in an object, else its kill chains and sources. */
function namesOf(object: StixObject): string[] {
  const domains = texts(object.x_mitre_domains);
  if (domains.length > 0) return domains;
  const chains = field(object.kill_chain_phases, 'kill_chain_name').map((name) =>
    name === 'mitre-attack' ? enterprise : name,
  );
  const references = Array.isArray(object.external_references) ? object.external_references.slice(0, 1) : [];
  const ids = object.type === 'x-mitre-matrix' ? field(references, 'external_id') : [];
  return [...chains, ...field(references, 'source_name'), ...ids];
}

function field(list: unknown, name: string): string[] {
  return texts(
    Array.isArray(list) ? list.map((item) => (item as Record<string, unknown> | null)?.[name]) : [],
  );
}

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}
