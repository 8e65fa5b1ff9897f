import { DomainError } from './errors.ts';

const entityTags = /^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/;

/** Refuses `stale` an `If-Match` header without the current version, `malformed_body` one that is not a list of tags. */
export function refuseStale(header: string | undefined, updatedAt: string): void {
  if (header === undefined) return;
  if (!entityTags.test(header)) throw new DomainError('malformed_body', 'The If-Match header is malformed');
  if (header.trim() === '*' || header.split(',').some((tag) => tag.trim() === `"${updatedAt}"`)) return;
  throw new DomainError('stale', 'It was changed since that version');
}

/** Whether an `If-None-Match` header contains this entity tag (weak comparison). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === tag);
}
