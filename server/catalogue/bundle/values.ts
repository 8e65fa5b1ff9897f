import { invalid } from '../../errors.ts';
import type { StixObject } from './cutter.ts';

/** Limits of a bundle's content in memory. */
export const limits = {
  maxObjectBytes: 1024 * 1024,
  maxEnvelopeBytes: 64 * 1024,
  maxObjectsKept: 20_000,
  /** Per kind; ATT&CK 18.1 has 17,300 relations between threats and techniques. */
  maxLinksKept: 60_000,
  maxTextKept: 32 * 1024 * 1024,
  maxName: 300,
  maxDescription: 64 * 1024,
  maxListed: 200,
};

/** The newest version of each STIX object: a bundle may contain several, and `modified` decides. */
export class Newest<T> {
  readonly #byId = new Map<string, { modified: unknown; value: T | null }>();
  readonly #most: number;

  constructor(most = limits.maxObjectsKept) {
    this.#most = most;
  }

  keep(object: StixObject, value: () => T): void {
    const id = readText(object.id, 'id', 200);
    const { modified } = object;
    const known = this.#byId.get(id);
    if (known !== undefined && readTime(known.modified) > readTime(modified)) return;
    if (this.#byId.size >= this.#most) throw invalid('source', 'holds too many objects');
    const gone = object.revoked === true || object.x_mitre_deprecated === true;
    this.#byId.set(id, { modified, value: gone ? null : value() });
  }

  *live(): Generator<[string, T]> {
    for (const [id, { value }] of this.#byId) if (value !== null) yield [id, value];
  }

  get(id: string): T | undefined {
    return this.#byId.get(id)?.value ?? undefined;
  }
}

function readTime(modified: unknown): number {
  return typeof modified === 'string' ? Date.parse(modified) || 0 : 0;
}

export type AttackReference = { external_id: unknown; url: unknown };

/** MITRE's identifier of an object; null for one outside ATT&CK. */
export function findAttackReference(object: StixObject): AttackReference | null {
  if (!Array.isArray(object.external_references)) return null;
  for (const reference of object.external_references) {
    if (reference?.source_name === matrixSource) return reference;
  }
  return null;
}

export const matrixSource = 'mitre-attack';

/** Takes a value, returns it as a text of limited length. Refuses anything else. */
export function readText(value: unknown, what: string, max: number): string {
  if (typeof value !== 'string' || value === '') throw invalid('source', `lacks the ${what}`);
  if (value.length > max) throw invalid('source', `has more than ${max} characters in the ${what}`);
  if (value.includes('\0') || !value.isWellFormed())
    throw invalid('source', `has unreadable text in the ${what}`);
  return value;
}

/** Takes a value, returns it as a list of distinct texts. Refuses anything else. */
export function readTexts(value: unknown, what: string): string[] {
  if (!Array.isArray(value) || value.length > limits.maxListed) {
    throw invalid('source', `has no list of at most ${limits.maxListed} in the ${what}`);
  }
  return [...new Set(value.map((item) => readText(item, what, limits.maxName)))];
}

export function isHttps(url: unknown): url is string {
  return typeof url === 'string' && url.length <= 500 && URL.parse(url)?.protocol === 'https:';
}
